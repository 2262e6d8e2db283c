/* SPDX-License-Identifier: MIT
 *
 * From files of bitcode to a Program: load and link, prepare, then convert
 * global names first and bodies after, so that every address has a handle
 * when it is needed. */
#include "frontend/read/reader.h"

#include "frontend/structs.h"

static void reader_init(Reader *r, Mem *mem, LLVMModuleRef module,
                        FeDiag *diag) {
  *r = (Reader){.mem = mem, .diag = diag, .module = module};
  r->context = LLVMGetModuleContext(module);
  r->layout = LLVMGetModuleDataLayout(module);
  Map *maps[] = {&r->types,         &r->funcs,       &r->globals,
                 &r->labels,        &r->files,       &r->vars,
                 &r->subprograms,   &r->expressions, &r->ctypes,
                 &r->shared_ctypes, &r->values,      &r->pairs,
                 &r->blocks,        &r->unplaced};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++)
    map_init(maps[i], mem);
  r->kind_byval = LLVMGetEnumAttributeKindForName("byval", 5);
  r->kind_inreg = LLVMGetEnumAttributeKindForName("inreg", 5);
  r->kind_elementtype = LLVMGetEnumAttributeKindForName("elementtype", 11);
  r->kind_returns_twice = LLVMGetEnumAttributeKindForName("returns_twice", 13);
  r->kind_inalloca = LLVMGetEnumAttributeKindForName("inalloca", 8);
  r->kind_sret = LLVMGetEnumAttributeKindForName("sret", 4);
  r->md_var = LLVMGetMDKindIDInContext(r->context, FE_VAR_METADATA,
                                       (unsigned)strlen(FE_VAR_METADATA));
  r->md_scoped = LLVMGetMDKindIDInContext(r->context, FE_SCOPED_METADATA,
                                          (unsigned)strlen(FE_SCOPED_METADATA));
  r->md_dbg = LLVMGetMDKindIDInContext(r->context, "dbg", 3);
  r->md_loop = LLVMGetMDKindIDInContext(r->context, "llvm.loop", 9);
  assert(r->kind_byval && r->kind_inreg && r->kind_elementtype &&
         r->kind_returns_twice && r->kind_inalloca && r->kind_sret);
}

static void reader_done(Reader *r) {
  Map *maps[] = {&r->types,         &r->funcs,       &r->globals,
                 &r->labels,        &r->files,       &r->vars,
                 &r->subprograms,   &r->expressions, &r->ctypes,
                 &r->shared_ctypes, &r->values,      &r->pairs,
                 &r->blocks,        &r->unplaced};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) map_done(maps[i]);
  VEC_DONE(r->mem, &r->order);
  VEC_DONE(r->mem, &r->phis);
  VEC_DONE(r->mem, &r->places);
  VEC_DONE(r->mem, &r->unfilled);
}

/* The name of a function or global; unnamed ones (LLVM assembly) get one. */
static const char *name_of(Reader *r, LLVMValueRef value, const char *kind,
                           uint32_t number) {
  size_t n;
  const char *name = LLVMGetValueName2(value, &n);
  return n ? name : arena_printf(&r->p->arena, "%s.%u", kind, number);
}

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

/* ---- variables that this program does not place ----
 *
 * The reader makes an object of each variable, with a size and bytes.  Of some
 * the program says too little.  Borders that the linker puts between and around
 * objects are no objects.  How many elements an array has may be said in
 * another file (extern int a[];), so that where accesses are the property
 * nothing is known of those behind the first.  Such variables are not declared,
 * and who mentions them is not supported (const.c); so it is for those that
 * begin with the address of one, which could be followed without mentioning it.
 */

static bool is_linkers(LLVMValueRef global) {
  static const char *const names[] = {
      " end _end etext _etext __etext edata _edata __bss_start __data_start ",
      " data_start __executable_start __ehdr_start _DYNAMIC ",
      " _GLOBAL_OFFSET_TABLE_ __preinit_array_start __preinit_array_end ",
      " __init_array_start __init_array_end __fini_array_start ",
      " __fini_array_end __dso_handle ",
      NULL};
  size_t n;
  const char *name = LLVMGetValueName2(global, &n);
  return has_prefix(name, "__start_") || has_prefix(name, "__stop_") ||
         fe_is_listed(names, name);
}

/* Does a variable of this type end in an array whose length is not said? */
static bool ends_open(LLVMTypeRef type) {
  while (LLVMGetTypeKind(type) == LLVMStructTypeKind &&
         !LLVMIsOpaqueStruct(type) && LLVMCountStructElementTypes(type) > 0)
    type =
        LLVMStructGetTypeAtIndex(type, LLVMCountStructElementTypes(type) - 1);
  return LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
         LLVMGetArrayLength2(type) == 0;
}

static bool is_memory_checked(LLVMModuleRef module) {
  return LLVMGetNamedMetadataNumOperands(module, FE_MEMORY_METADATA) > 0;
}

/* Why the variable is none of this program; NULL: it is one. */
static const char *own_reason(const Reader *r, LLVMValueRef global) {
  if (!LLVMIsDeclaration(global)) return NULL;
  if (is_linkers(global)) return "which the linker places";
  if (is_memory_checked(r->module) && ends_open(LLVMGlobalGetValueType(global)))
    return "whose size is said elsewhere";
  return NULL;
}

/* Is one of them mentioned in what the variable begins with? */
static bool begins_with_one(Reader *r, LLVMValueRef global) {
  ValueList parts = {0};
  bool found = false;
  LLVMValueRef value = LLVMGetInitializer(global);
  if (!value) return false;
  rd_parts_of(r, value, &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    found |=
        map_find(&r->unplaced, key_of(fe_strip_alias(parts.at[i]))) != NULL;
  VEC_DONE(r->mem, &parts);
  return found;
}

static void put(Reader *r, LLVMValueRef global, const char *why) {
  assert(LLVMIsAGlobalVariable(global) && why);
  map_put(&r->unplaced, key_of(global), (uint64_t)(uintptr_t)why);
}

void rd_find_unplaced(Reader *r) {
  LLVMValueRef v;
  for (v = LLVMGetFirstGlobal(r->module); v; v = LLVMGetNextGlobal(v)) {
    const char *why = own_reason(r, v);
    if (why) put(r, v, why);
  }
  uint32_t before = 0;
  while (r->unplaced.n > before) {
    before = r->unplaced.n;
    for (v = LLVMGetFirstGlobal(r->module); v; v = LLVMGetNextGlobal(v))
      if (!map_find(&r->unplaced, key_of(v)) && begins_with_one(r, v))
        put(r, v, "which leads to a variable of unknown place or size");
  }
}

bool rd_is_unplaced(Reader *r, LLVMValueRef global) {
  uint64_t why = map_get(&r->unplaced, key_of(global), 0);
  if (!why) return false;
  size_t n;
  rd_unsupported(r, "%s, %s", LLVMGetValueName2(global, &n),
                 (const char *)(uintptr_t)why);
  return true;
}

/* ---- declaring ---- */

/* A weak name may be missing from the linked program (address NULL), which
 * whoever looks at the address, or calls it, may find out. */
static bool note_weak(Reader *r, LLVMValueRef value, const char *name) {
  bool is_weak = LLVMGetLinkage(value) == LLVMExternalWeakLinkage;
  if (is_weak)
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "that the weak name '%s' is defined nowhere is left out", name);
  return is_weak;
}

static void declare_function(Reader *r, LLVMValueRef value) {
  LLVMTypeRef type = LLVMGlobalGetValueType(value);
  const char *name = name_of(r, value, "function", r->p->funcs.n);
  if (has_prefix(name, "llvm.") || has_prefix(name, FE_UNDEF_PREFIX)) return;
  uint32_t n = LLVMCountParamTypes(type);
  assert(!map_find(&r->funcs, key_of(value)));
  LLVMTypeRef *from = MEM_ARRAY(r->mem, LLVMTypeRef, n);
  TypeId *params = MEM_ARRAY(r->mem, TypeId, n);
  if (n) LLVMGetParamTypes(type, from);
  for (uint32_t i = 0; i < n; i++) params[i] = rd_value_type(r, from[i]);
  TypeId ret = rd_value_type(r, LLVMGetReturnType(type));
  FuncId id = prog_add_function(r->p, name, ret, params, n);
  assert(id.id > 0);
  Function *f = prog_func(r->p, id);
  f->arity = LLVMIsFunctionVarArg(type) ? FUNC_VARIADIC : FUNC_FIXED;
  f->origin = fe_is_model(value) ? FUNC_MODEL : FUNC_USER;
  f->only_reads = LLVMIsDeclaration(value) ? fe_only_reads(value) : 0;
  map_put(&r->funcs, key_of(value), id.id);
  f->is_weak = note_weak(r, value, name);
  rd_function_loc(r, value, id);
  MEM_FREE_ARRAY(r->mem, from, n);
  MEM_FREE_ARRAY(r->mem, params, n);
}

static void declare_global(Reader *r, LLVMValueRef value) {
  const char *name = name_of(r, value, "global", r->p->globals.n);
  if (has_prefix(name, "llvm.") || map_find(&r->unplaced, key_of(value)))
    return;
  LLVMTypeRef type = LLVMGlobalGetValueType(value);
  GlobalId id = prog_add_global(r->p, name,
                                rd_noted_type(r, type, fe_struct_note(value)));
  assert(id.id > 0);
  Global *g = prog_global(r->p, id);
  g->size = LLVMTypeIsSized(type) ? rd_size(r, type) : 0;
  unsigned align = LLVMGetAlignment(value);
  if (align) g->align = align;
  g->state = LLVMIsDeclaration(value) ? GLOBAL_EXTERNAL : GLOBAL_DEFINED;
  g->kind = LLVMIsGlobalConstant(value) ? GLOBAL_CONSTANT : GLOBAL_VARIABLE;
  map_put(&r->globals, key_of(value), id.id);
  g->is_weak = note_weak(r, value, name);
  rd_global_debug(r, value, id);
  if (g->state == GLOBAL_EXTERNAL && !has_prefix(name, "__cutpoint_"))
    prog_ledger(r->p, LEDGER_PREMISE, g->loc,
                "variable '%s' is defined elsewhere: any contents", g->name);
}

/* For executables only? */
static bool is_for_runs(LLVMValueRef value) {
  size_t n;
  return has_prefix(LLVMGetValueName2(value, &n), FE_WORLD);
}

static void declare_all(Reader *r) {
  LLVMValueRef v;
  rd_find_unplaced(r);
  for (v = LLVMGetFirstFunction(r->module); v; v = LLVMGetNextFunction(v))
    declare_function(r, v);
  for (v = LLVMGetFirstGlobal(r->module); v; v = LLVMGetNextGlobal(v))
    if (!is_for_runs(v)) declare_global(r, v);
}

/* ---- converting ---- */

static void convert_globals(Reader *r) {
  for (uint32_t i = 0; i < r->globals.n; i++) {
    LLVMValueRef value = (LLVMValueRef)(uintptr_t)r->globals.entries[i].key;
    GlobalId id = {(uint32_t)r->globals.entries[i].value};
    assert(id.id > 0 && id.id < r->p->globals.n);
    if (prog_global(r->p, id)->state == GLOBAL_DEFINED)
      rd_initialiser(r, value, id);
  }
}

/* Bodies of functions, except those for executables.  Those only for inlining
 * whose definition is elsewhere are as good as any. */
static void convert_functions(Reader *r) {
  for (uint32_t i = 0; i < r->funcs.n; i++) {
    LLVMValueRef value = (LLVMValueRef)(uintptr_t)r->funcs.entries[i].key;
    FuncId id = {(uint32_t)r->funcs.entries[i].value};
    assert(id.id > 0 && id.id < r->p->funcs.n);
    if (!LLVMIsDeclaration(value) && !is_for_runs(value) &&
        !(r->is_unit && rd_is_naked(value)))
      rd_function(r, value, id);
  }
}

/* ---- what runs before main, and after ---- */

/* Does the start or the end of a program look into the section?  The names are
 * those of ELF; a number may follow. */
static bool is_run_section(const char *section) {
  static const char *const numbered[] = {".init_array", ".preinit_array",
                                         ".fini_array", ".ctors", ".dtors"};
  if (!section) return false;
  if (strcmp(section, ".init") == 0 || strcmp(section, ".fini") == 0)
    return true;
  for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
    size_t n = strlen(numbered[i]);
    if (strncmp(section, numbered[i], n) == 0 &&
        (!section[n] || section[n] == '.'))
      return true;
  }
  return false;
}

static void note_section(Reader *r, LLVMValueRef value) {
  if (is_run_section(LLVMGetSection(value)))
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "what section %s says to run before or after main is left out",
                LLVMGetSection(value));
}

static void note_sections(Reader *r) {
  LLVMValueRef v;
  for (v = LLVMGetFirstFunction(r->module); v; v = LLVMGetNextFunction(v))
    note_section(r, v);
  for (v = LLVMGetFirstGlobal(r->module); v; v = LLVMGetNextGlobal(v))
    note_section(r, v);
  if (LLVMGetFirstGlobalIFunc(r->module))
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "functions that choose others before main (ifunc) are left "
                "out");
}

/* Constructors called at the start of main run once only if nobody calls main;
 * else they are left out, which is said. */
static void note_left_out(Reader *r) {
  note_sections(r);
  LLVMValueRef entry = rd_entry(r->module, "main");
  if (LLVMGetNamedGlobal(r->module, "llvm.global_ctors") &&
      (!entry || LLVMIsDeclaration(entry) || LLVMGetFirstUse(entry)))
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "constructor functions that run before main are left out");
  if (LLVMGetNamedGlobal(r->module, "llvm.global_dtors"))
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "destructor functions that run after main are left out");
  size_t n;
  const char *code = LLVMGetModuleInlineAsm(r->module, &n);
  if (code && n)
    prog_ledger(r->p, LEDGER_UNDER, (LocId){0},
                "assembly outside of functions is left out");
}

static bool machine_is_fine(LLVMModuleRef module, uint32_t bits, FeDiag *diag) {
  if ((bits == 32 || bits == 64) &&
      LLVMByteOrder(LLVMGetModuleDataLayout(module)) == LLVMLittleEndian)
    return true;
  fe_diag_add(diag, NULL, 0, 0,
              "compiled for a machine that is not supported: %s",
              LLVMGetTarget(module));
  return false;
}

bool rd_read(Program **out, Mem *mem, LLVMModuleRef module, RdFinish *finish,
             void *context, FeDiag *diag) {
  require(out && diag);
  uint32_t bits = 8 * LLVMPointerSize(LLVMGetModuleDataLayout(module));
  fe_find_orders(module, mem);
  if (!fe_prepare(module, diag) || !machine_is_fine(module, bits, diag))
    return false;
  fe_narrow_models(module, fe_memory_of(module), mem);
  Reader r;
  reader_init(&r, mem, module, diag);
  r.p = prog_new(mem, bits);
  declare_all(&r);
  rd_declare_anything(&r);
  convert_globals(&r);
  convert_functions(&r);
  note_left_out(&r);
  prog_settle_names(r.p);
  r.p->entry = prog_find_entry(r.p, "main");
  if (!r.failed && finish) r.failed = !finish(&r, context);
  reader_done(&r);
  if (r.failed) {
    prog_free(r.p);
    return false;
  }
  *out = r.p;
  return true;
}

bool fe_read_modules(Program **out, Mem *mem, const FeInput *inputs,
                     uint32_t n_inputs, FeDiag *diag) {
  *out = NULL;
  LLVMContextRef context = LLVMContextCreate();
  LLVMModuleRef module = fe_link(context, inputs, n_inputs, diag);
  bool good = module && rd_read(out, mem, module, NULL, NULL, diag);
  if (module) LLVMDisposeModule(module);
  LLVMContextDispose(context);
  assert(good == (*out != NULL));
  return good;
}
