# Cutpoint: one build file.  `make demo` and `make test` set up, build and run
# everything; MODE=release|debug|asan|cover and BUILD=DIR choose a variant;
# `make install PREFIX=DIR DESTDIR=DIR` and `make deb` are in docs/INSTALL.md.
CC      ?= cc
MODE    ?= release
BUILD   ?= build
PREFIX  ?= /usr/local
LLVM    ?= 19
VERSION := $(shell cat VERSION)
GIT     := $(shell git -c safe.directory='*' rev-parse --short HEAD 2>/dev/null || echo none)

# One name for a folder: dependency files name their targets by it, so that
# build/ and the same folder from the root would not see each other's.
override BUILD := $(patsubst $(CURDIR)/%,%,$(abspath $(BUILD)))
OBJ     := $(BUILD)/obj/$(MODE)
ROOMS   := $(notdir $(patsubst %/,%,$(wildcard src/*/)))
SOURCES := $(sort $(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c))
OBJECTS := $(SOURCES:src/%.c=$(OBJ)/%.o) $(OBJ)/report/page_files.o $(OBJ)/replay/harness_text.o $(OBJ)/process/filter_table.o
LIB     := $(filter-out $(OBJ)/cli/main.o,$(OBJECTS))
UNITS   := $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c))
UNITOBJ := $(UNITS:tests/%.c=$(OBJ)/tests/%.o)
BINARY  := $(if $(filter release,$(MODE)),$(BUILD)/cutpoint,$(OBJ)/cutpoint)
UNITBIN := $(OBJ)/unit
RUNTIME := $(foreach bits,32 64,$(foreach part,guided replay,$(dir $(BINARY))runtime/$(bits)/$(part).o))
SYMBOLS := $(foreach bits,32 64,$(dir $(BINARY))models/$(bits)/symbols)
MODELS  := $(foreach bits,32 64,$(patsubst models/%.c,$(dir $(BINARY))models/$(bits)/%.bc,$(sort $(wildcard models/*.c))))

WARN    := -Wall -Wextra -Wshadow -Wswitch-enum -Wconversion -Wno-sign-conversion -Werror
FLAGS   := -std=c11 -D_GNU_SOURCE -ffp-contract=off -Isrc $(WARN) -g
OPT_release := -O2 -DNDEBUG
OPT_debug   := -O1
OPT_asan    := -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
OPT_cover   := -O0 --coverage
LINK_asan   := -fsanitize=address,undefined
LINK_cover  := --coverage
LLVMDIR     := /usr/lib/llvm-$(LLVM)
COMPILER    := $(if $(filter release,$(MODE)),$(if $(wildcard $(LLVMDIR)/lib/libclangFrontend.a),$(BUILD)/cutpoint-clang))
# The tool has LLVM in it, at a fixed place: the loader needs longer for the
# shared library, and for the addresses in it, than the front end for a small
# program.
LLVMPARTS   := bitreader irreader linker bitwriter core analysis passes x86
LLVM_static  = -no-pie -Wl,--gc-sections $(shell $(LLVMDIR)/bin/llvm-config --link-static --libs $(LLVMPARTS)) -lz -lzstd
LLVM_shared := -lLLVM-$(LLVM)
OTHERLIBS   := -lz3 -lcadical -lstdc++ -lsqlite3 -lcjson -lyaml -lm -lpthread
LIBS        := -L$(LLVMDIR)/lib $(LLVM_shared) $(OTHERLIBS)

.PHONY: all set-up compile demo test lint format bench bench-term smt-tools dd-tools clean unit test-programs fuzz models docs install uninstall deb again
.SECONDARY:
# All cores are used, unless -j says otherwise.
PARALLEL = $(if $(findstring -j,$(MAKEFLAGS)),,-j$(shell nproc))
all: set-up
	@$(MAKE) --no-print-directory $(PARALLEL) compile

# The tool does without what is only quicker: it is asked for once.
set-up:
	@tools/setup build
	@[ -e $(BUILD)/asked ] || tools/setup quick || echo "cutpoint: goes on without it: clang-$(LLVM) itself compiles, which starts more slowly"
	@mkdir -p $(BUILD) && touch $(BUILD)/asked

compile: $(BINARY) $(COMPILER) models docs

$(BINARY): $(OBJECTS)
	@mkdir -p $(@D)
	@echo "  link   $@"
	@$(CC) $(LINK_$(MODE)) -o $@ $^ -L$(LLVMDIR)/lib $(LLVM_$(if $(filter release,$(MODE)),static,shared)) $(OTHERLIBS)

# The compiler, where clang's libraries are there to be linked.
CLANGPARTS := $(addprefix -lclang,Frontend Driver Serialization CodeGen Parse Sema Analysis Edit AST ASTMatchers Lex Basic Support APINotes)
$(COMPILER): compiler/clang.cc
	@mkdir -p $(@D)
	@echo "  link   $@"
	@clang-$(LLVM) -std=c++17 -fno-rtti -fno-exceptions -O2 -Wall -Wextra -Werror -DCLANG='"$(LLVMDIR)/bin/clang"' -isystem $(LLVMDIR)/include \
	  -no-pie -Wl,--gc-sections,-s -o $@ $< -L$(LLVMDIR)/lib -Wl,--start-group $(CLANGPARTS) -Wl,--end-group \
	  $(filter-out -lPolly%,$(shell $(LLVMDIR)/bin/llvm-config --link-static --libs $(LLVMPARTS) lto coverage option windowsdriver frontenddriver frontendhlsl frontendopenmp)) \
	  -lz -lzstd -static-libgcc -l:libstdc++.a -lm -lpthread

$(UNITBIN): $(LIB) $(UNITOBJ)
	@echo "  link   $@"
	@$(CC) $(LINK_$(MODE)) -o $@ $^ $(LIBS)

# Library models, for both data models; the flags are those of frontend/clang/clang.c.
# Positions in them are told as cutpoint/models/FILE.c, wherever they were built.
MODELFLAGS := -std=gnu17 -fgnu89-inline -w -nostdinc -g -gcolumn-info -fdebug-compilation-dir=cutpoint -fno-discard-value-names -O0 -Xclang -disable-O0-optnone -c -emit-llvm
models: $(MODELS) $(SYMBOLS) $(RUNTIME)
	@rm -f $(filter-out $^,$(wildcard $(dir $(BINARY))models/*/* $(dir $(BINARY))runtime/*/*)) # of older versions
define MODEL_RULE
$(dir $(BINARY))models/$(1)/%.bc: models/%.c $$(wildcard models/*.h)
	@mkdir -p $$(@D)
	@echo "  model  $$< ($(1))"
	@clang-$(LLVM) -m$(1)$(if $(filter 32,$(1)), -msse2) $(MODELFLAGS) -o $$@ $$<
endef
$(foreach bits,32 64,$(eval $(call MODEL_RULE,$(bits))))

# Which file of the models defines and needs what.
$(SYMBOLS): $(dir $(BINARY))models/%/symbols: $(MODELS)
	@cd $(@D) && $(LLVMDIR)/bin/llvm-nm -A -P *.bc > symbols.part && mv symbols.part symbols

# What is linked to a program that is run many times, or once.
define RUNTIME_RULE
$(dir $(BINARY))runtime/$(1)/$(2).o: runtime/$(2).c $(wildcard runtime/*.h)
	@mkdir -p $$(@D)
	@echo "  runtime $$< ($(1))"
	@clang-$(LLVM) -m$(1) -std=gnu17 -nostdinc $(3) -Wall -Wextra -Werror -c -o $$@ $$<
endef
$(foreach bits,32 64,$(eval $(call RUNTIME_RULE,$(bits),guided,-O2)))
$(foreach bits,32 64,$(eval $(call RUNTIME_RULE,$(bits),replay,-O0)))

$(OBJ)/term/fold.o: FLAGS += -frounding-math
$(OBJ)/frontend/%.o $(OBJ)/replay/bitcode/%.o: FLAGS += -isystem $(LLVMDIR)/include

# What is compiled in, for one object each: it is made again when that changes.
VERSIONED := $(OBJ)/cli/main.o
INSTALLED := $(OBJ)/frontend/clang/installation.o
$(VERSIONED): FLAGS += -DCUTPOINT_VERSION='"$(VERSION)"' -DCUTPOINT_GIT='"$(GIT)"'
$(INSTALLED): FLAGS += -DCUTPOINT_PREFIX='"$(PREFIX)"' -DCUTPOINT_CLANG='"clang-$(LLVM)"'
$(VERSIONED): $(OBJ)/version.is
$(INSTALLED): $(OBJ)/prefix.is
$(OBJ)/version.is: IS = $(VERSION) $(GIT)
$(OBJ)/prefix.is:  IS = $(PREFIX) $(LLVM)
$(OBJ)/version.is $(OBJ)/prefix.is: again
	@mkdir -p $(@D)
	@echo '$(IS)' | cmp -s - $@ || echo '$(IS)' > $@

# The page of reports, as C.
PAGE := $(sort $(wildcard src/report/page/*))
$(OBJ)/report/page_files.c: tools/embed $(PAGE)
	@mkdir -p $(@D)
	@tools/embed report/page.h rep $(PAGE) >$@.part && mv $@.part $@

# The harness of a replay, as C.
$(OBJ)/replay/harness_text.c: tools/embed runtime/replay.c
	@mkdir -p $(@D)
	@tools/embed replay/harness_text.h harness_text runtime/replay.c >$@.part && mv $@.part $@

# The filters of system calls, as C.
FILTERTOOL := $(OBJ)/filter
$(FILTERTOOL): tools/filter/filter.c src/process/filter.h $(filter $(OBJ)/base/%,$(OBJECTS))
	@echo "  link   $@"
	@$(CC) $(FLAGS) $(OPT_$(MODE)) $(LINK_$(MODE)) -o $@ $(filter-out %.h,$^) -lseccomp
$(OBJ)/process/filter_table.c: $(FILTERTOOL)
	@mkdir -p $(@D)
	@$< >$@.part && mv $@.part $@

$(OBJ)/report/page_files.o $(OBJ)/replay/harness_text.o $(OBJ)/process/filter_table.o: %.o: %.c
	@$(CC) $(FLAGS) $(OPT_$(MODE)) -MMD -MP -c -o $@ $<

$(OBJ)/%.o: src/%.c
	@mkdir -p $(@D)
	@echo "  cc     $<"
	@$(CC) $(FLAGS) $(OPT_$(MODE)) -MMD -MP -c -o $@ $<

$(OBJ)/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	@echo "  cc     $<"
	@$(CC) $(FLAGS) -Itests $(OPT_$(MODE)) -MMD -MP -c -o $@ $<

# Manual pages and completions, from the tables of src/cli/options.h.
DOCSRC  := $(sort $(wildcard tools/docs/*.c))
DOCTOOL := $(OBJ)/docs
MANUAL  := $(patsubst tools/docs/%.in,$(BUILD)/man/%,$(wildcard tools/docs/*.1.in))
SHELLS  := $(addprefix $(BUILD)/completion/,cutpoint.bash _cutpoint cutpoint.fish)
docs: $(MANUAL) $(SHELLS)
$(DOCTOOL): $(DOCSRC) tools/docs/docs.h $(OBJ)/cli/options.o $(OBJ)/cli/help.o $(OBJ)/cli/spell.o $(filter $(OBJ)/base/%,$(LIB))
	@echo "  link   $@"
	@$(CC) $(FLAGS) -Itools $(OPT_$(MODE)) $(LINK_$(MODE)) -o $@ $(filter-out %.h,$^)
$(MANUAL): $(BUILD)/man/%: tools/docs/%.in
$(SHELLS): $(BUILD)/completion/%: tools/docs/%.in
$(MANUAL) $(SHELLS): $(DOCTOOL) $(wildcard tools/docs/*.man) VERSION
	@mkdir -p $(@D)
	@echo "  docs   $@"
	@$(DOCTOOL) tools/docs/$(@F).in $(VERSION) $$(date -ud @$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION)} +%F) > $@.new && mv $@.new $@

unit: $(UNITBIN)
	@$(UNITBIN)

# The programs that tests/run needs, in the chosen MODE.
TOOLSRC := $(sort $(wildcard tests/tools/*.c))
TOOLS   := $(TOOLSRC:tests/tools/%.c=$(OBJ)/%)
$(TOOLS): $(OBJ)/%: $(OBJ)/tests/tools/%.o $(LIB)
	@echo "  link   $@"
	@$(CC) $(LINK_$(MODE)) -o $@ $^ $(LIBS)
test-programs: $(UNITBIN) $(TOOLS) models

test: set-up
	@tools/setup test
	@$(MAKE) --no-print-directory $(PARALLEL) compile
	@tests/run --build=$(BUILD)

# Longer than `make test`: SEEDS=FROM-TO random programs, native against ours.
SEEDS ?= 1-500
fuzz: all
	@tools/setup fuzz
	@$(MAKE) --no-print-directory MODE=debug test-programs
	@tests/fuzz/run --tool=$(BUILD)/obj/debug/interp_tool --seeds=$(SEEDS)

demo: all
	@tools/demo $(BINARY)

lint:
	@tests/lint/run

format:
	@clang-format-$(LLVM) -i $$(git ls-files '*.c' '*.h' | grep -v '^tests/c/\|^tests/scan/tree/\|^tests/bugs/\|^tests/validate/\|^tests/corpus/\|^tests/everyday/\|^models/\|^examples/')

# A tree of verification tasks if there is one, else programs of growing size.
TASKS ?= ../shared/benchmarks
TIMEOUT ?= 20
bench: all
	@tools/setup bench
	@if [ -d "$(TASKS)" ]; then \
	  bench/run --tool=$(BINARY) --tasks="$(TASKS)" --timeout=$(TIMEOUT) --memory=4000 \
	    --property=unreach-call --args=--cores=1 --out=$(BUILD)/bench.csv && \
	  bench/plot --out=$(BUILD)/bench.svg auto=$(BUILD)/bench.csv; \
	else \
	  bench/configurations --tool=$(BINARY) --timeout=$(TIMEOUT) --grow=locks \
	    --sizes=5,10,20,50,100,200 --configurations=auto,pdr --out=$(BUILD)/bench.csv && \
	  bench/plot --growth=cpu --out=$(BUILD)/bench.svg $(BUILD)/bench.csv; \
	fi && echo "table: $(BUILD)/bench.csv, plot: $(BUILD)/bench.svg"

# The solvers against each other: by random calls, and by time.
$(OBJ)/smt_mbt: $(OBJ)/tests/fuzz/smt_mbt.o $(OBJ)/tests/unit/trace.o $(OBJ)/tests/unit/smt/mbt.o $(OBJ)/tests/unit/term/gen.o $(LIB)
	@echo "  link   $@"
	@$(CC) $(LINK_$(MODE)) -o $@ $^ $(LIBS)

$(OBJ)/dd_mbt: $(OBJ)/tests/fuzz/dd_mbt.o $(OBJ)/tests/unit/trace.o $(OBJ)/tests/unit/dd/mbt.o $(LIB)
	@echo "  link   $@"
	@$(CC) $(LINK_$(MODE)) -o $@ $^ $(LIBS)

$(OBJ)/smt_bench: bench/smt_bench.c $(LIB)
	@echo "  link   $@"
	@$(CC) $(FLAGS) $(OPT_$(MODE)) $(LINK_$(MODE)) -o $@ $^ $(LIBS)

smt-tools: $(OBJ)/smt_mbt $(OBJ)/smt_bench

# Diagrams against their model; and against BuDDy (Debian: libbdd-dev).
$(OBJ)/dd_queens: bench/dd_queens.c $(LIB)
	@tools/setup bench
	@echo "  link   $@"
	@$(CC) $(FLAGS) $(OPT_$(MODE)) $(LINK_$(MODE)) -o $@ $^ -lbdd $(LIBS)

$(OBJ)/paq_random: $(OBJ)/tests/fuzz/paq_random.o $(OBJ)/tests/unit/predabs/random_query.o $(OBJ)/tests/unit/predabs/brute.o $(OBJ)/tests/unit/term/gen.o $(LIB)
	@echo "  link   $@"
	@$(CC) $(LINK_$(MODE)) -o $@ $^ $(LIBS)

dd-tools: $(OBJ)/dd_mbt $(OBJ)/dd_queens $(OBJ)/paq_random

bench-term: $(filter $(OBJ)/base/% $(OBJ)/num/% $(OBJ)/term/%,$(LIB))
	@$(CC) $(FLAGS) $(OPT_$(MODE)) $(LINK_$(MODE)) -o $(OBJ)/term_build bench/term_build.c $(filter $(OBJ)/base/% $(OBJ)/num/% $(OBJ)/term/%,$(LIB)) -lm
	@$(OBJ)/term_build

install: all
	@tools/install $(BUILD) '$(PREFIX)' '$(DESTDIR)'

uninstall:
	@tools/install --remove '$(PREFIX)' '$(DESTDIR)'

# $(BUILD)/cutpoint_VERSION_amd64.deb
deb: set-up
	@tools/setup package
	@tools/deb $(BUILD)

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(UNITOBJ:.o=.d) $(TOOLSRC:tests/%.c=$(OBJ)/tests/%.d)
