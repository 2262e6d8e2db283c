/* SPDX-License-Identifier: MIT
 *
 * Property files: those of the competition, odd blanks, and what is refused. */
#include "frontend/property.h"
#include "unit/unit.h"

typedef struct Case {
  Mem mem;
  Arena names;
  Text problem;
  Property property;
  FePropertyStatus status;
} Case;

static void read_case(Case *c, const char *text) {
  mem_init(&c->mem, 0);
  arena_init(&c->names, &c->mem);
  text_init(&c->problem, &c->mem);
  c->status = fe_property_parse(&c->property, &c->names, text, &c->problem);
}

static void done(Case *c) {
  text_done(&c->problem);
  arena_done(&c->names);
  mem_done(&c->mem);
}

static void accepts(const char *text, uint32_t kinds) {
  Case c;
  read_case(&c, text);
  CHECK_INT(c.status, FE_PROPERTY_OK);
  CHECK_INT(c.property.kinds, kinds);
  CHECK_TEXT(c.property.entry, "main");
  done(&c);
}

static void refuses(const char *text, FePropertyStatus status,
                    const char *words) {
  Case c;
  read_case(&c, text);
  CHECK_INT(c.status, status);
  if (!strstr(text_get(&c.problem), words))
    unit_fail(__FILE__, __LINE__, "\"%s\" lacks \"%s\"", text_get(&c.problem),
              words);
  done(&c);
}

TEST(frontend_property_known_files) {
  accepts("CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
          1u << PROPERTY_UNREACH_CALL);
  accepts("CHECK( init(main()), LTL(G valid-free) )\n"
          "CHECK( init(main()), LTL(G valid-deref) )\n"
          "CHECK( init(main()), LTL(G valid-memtrack) )\n\n",
          1u << PROPERTY_VALID_FREE | 1u << PROPERTY_VALID_DEREF |
              1u << PROPERTY_VALID_MEMTRACK);
  accepts("CHECK( init(main()), LTL(G valid-memcleanup) )",
          1u << PROPERTY_VALID_MEMCLEANUP);
  accepts("CHECK( init(main()), LTL(G valid-init) )",
          1u << PROPERTY_VALID_INIT);
  accepts("CHECK( init(main()), LTL(G ! overflow) )\n",
          1u << PROPERTY_NO_OVERFLOW);
  accepts("CHECK( init(main()), LTL(G ! data-race) )\n",
          1u << PROPERTY_NO_DATA_RACE);
  accepts("CHECK( init(main()), LTL(F end) )\n", 1u << PROPERTY_TERMINATION);
}

TEST(frontend_property_blanks_are_free) {
  accepts("\r\n  CHECK(init(main()),LTL(G!overflow))  \r\n",
          1u << PROPERTY_NO_OVERFLOW);
  accepts("\tCHECK ( init ( main ( ) ) , LTL ( G ! overflow ) )",
          1u << PROPERTY_NO_OVERFLOW);
}

TEST(frontend_property_names_are_kept) {
  Case c;
  read_case(&c, "CHECK( init(start()), LTL(G ! call(__VERIFIER_error())) )");
  CHECK_INT(c.status, FE_PROPERTY_OK);
  CHECK_TEXT(c.property.entry, "start");
  CHECK_TEXT(c.property.error_function, "__VERIFIER_error");
  CHECK(!c.property.error_label);
  done(&c);
  read_case(&c, "CHECK( init(main()), LTL(G ! label(ERROR)) )");
  CHECK_TEXT(c.property.error_label, "ERROR");
  CHECK(!c.property.error_function);
  done(&c);
}

TEST(frontend_property_refusals) {
  refuses("", FE_PROPERTY_MALFORMED, "no CHECK");
  refuses("\n\n", FE_PROPERTY_MALFORMED, "no CHECK");
  refuses("hello", FE_PROPERTY_MALFORMED, "line 1: 'CHECK' expected");
  refuses("\nCHECK( init(main()), LTL(G ! overflow)", FE_PROPERTY_MALFORMED,
          "line 2: ')' expected");
  refuses("CHECK( init(main()), LTL(G ! overflow) ) x", FE_PROPERTY_MALFORMED,
          "nothing more");
  refuses("CHECK( init(main()), LTL(G ! call()) )", FE_PROPERTY_MALFORMED,
          "a name is expected");
  refuses("CHECK( init(main()), LTL(G ! deadlock) )", FE_PROPERTY_UNSUPPORTED,
          "unsupported property");
  refuses("CHECK( init(main()), LTL(G ! overflows) )", FE_PROPERTY_UNSUPPORTED,
          "unsupported property");
  refuses("CHECK( init(main()), LTL(X end) )", FE_PROPERTY_UNSUPPORTED,
          "unsupported property");
  refuses("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
          FE_PROPERTY_UNSUPPORTED, "unsupported property");
  refuses("CHECK( init(main()), LTL(G ! call(f())) )\n"
          "CHECK( init(main()), LTL(G ! call(g())) )",
          FE_PROPERTY_UNSUPPORTED, "line 2");
}

TEST(frontend_property_names_on_the_command_line) {
  Mem mem;
  mem_init(&mem, 0);
  Text problem;
  text_init(&problem, &mem);
  Property property = {0};
  CHECK(fe_property_names(&property, "no-overflow,unreach-call", &problem));
  CHECK_INT(property.kinds,
            1u << PROPERTY_NO_OVERFLOW | 1u << PROPERTY_UNREACH_CALL);
  CHECK(!fe_property_names(&property, "no-overflow,", &problem));
  CHECK(!fe_property_names(&property, "no-such", &problem));
  CHECK(strstr(text_get(&problem), "unknown property 'no-such'"));
  CHECK(strstr(text_get(&problem), "valid-deref"));
  for (int i = 0; i < PROPERTY_COUNT; i++)
    CHECK_INT(prog_property_by_name(prog_property_name((PropertyKind)i)), i);
  text_done(&problem);
  mem_done(&mem);
}

/* Damaged copies of a good file: never a crash, never a silent failure. */
TEST(frontend_property_damaged_text) {
  static const char good[] =
      "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";
  static const char letters[] = "()!,G F\nC-_x\t";
  Rng rng = {3};
  for (int round = 0; round < 20000; round++) {
    char text[sizeof good];
    memcpy(text, good, sizeof good);
    for (uint32_t i = 1 + rng_below(&rng, 3); i > 0; i--)
      text[rng_below(&rng, sizeof good - 1)] =
          letters[rng_below(&rng, sizeof letters - 1)];
    Case c;
    read_case(&c, text);
    CHECK((c.status == FE_PROPERTY_OK) == (c.problem.n == 0));
    done(&c);
  }
}
