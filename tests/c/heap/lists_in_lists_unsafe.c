// property: valid-memsafety
// expect: false
// says: false\(valid-memtrack\)
// guards: ... unless what the innermost own is forgotten
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long size);
extern void free(void *p);
typedef struct Word {
  struct Word *next;
  char *text;
} Word;
typedef struct Line {
  Word *words;
  struct Line *next;
} Line;
typedef struct Page {
  struct Page *next;
  Line *lines;
} Page;
typedef struct Book {
  Page *pages;
  struct Book *next;
} Book;

static void put_word(Word **at) {
  Word *word = malloc(sizeof *word);
  word->text = malloc(8);
  word->next = *at;
  *at = word;
}

static void put_line(Line **at) {
  Line *line = malloc(sizeof *line);
  line->words = 0;
  do put_word(&line->words);
  while (__VERIFIER_nondet_int());
  line->next = *at;
  *at = line;
}

static void put_page(Page **at) {
  Page *page = malloc(sizeof *page);
  page->lines = 0;
  do put_line(&page->lines);
  while (__VERIFIER_nondet_int());
  page->next = *at;
  *at = page;
}

static void put_book(Book **at) {
  Book *book = malloc(sizeof *book);
  book->pages = 0;
  do put_page(&book->pages);
  while (__VERIFIER_nondet_int());
  book->next = *at;
  *at = book;
}

int main(void) {
  Book *books = 0;
  do put_book(&books);
  while (__VERIFIER_nondet_int());
  for (Book *book = books, *b; book; b = book->next, free(book), book = b)
    for (Page *page = book->pages, *p; page; p = page->next, free(page), page = p)
      for (Line *line = page->lines, *l; line; l = line->next, free(line), line = l)
        for (Word *word = line->words, *w; word; word = w) {
          w = word->next;
          free(word);
        }
  return 0;
}
