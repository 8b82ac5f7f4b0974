/* Body elision for Elixir. A body is the lines between a line that ends in `do` and an `end`
   alone on its line, at the indentation of the head; all of them are indented deeper.

   Strings are not recognised, so lines in a string may be elided. A wrong match of `do` and
   `end` leaves one `end` too many, which the parser reports; then the whole file is parsed.
   Documentation in `"""` is elided too. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Nested blocks; deeper ones are not elided. */
#define BLOCKS_MAX 100

typedef struct DoBlock {
    uint32_t indent; /* indentation of its head */
    uint32_t start;  /* offset after its `do`; 0: not reached yet */
    bool definition; /* a definition: attributes in it are not shown */
    bool declares;
    int open;     /* number of `do` and `fn` in it without an `end` */
    size_t spans; /* number of spans found before it */
} DoBlock;

typedef struct Blocks {
    Elision *elision;
    Str text;
    DoBlock blocks[BLOCKS_MAX];
    size_t count;
    char last;    /* the last byte read; of a word its first byte */
    uint32_t doc; /* offset after the line that opens documentation; 0: none is open */
} Blocks;

static DoBlock *top(Blocks *blocks)
{
    return blocks->count ? &blocks->blocks[blocks->count - 1] : NULL;
}

static Str first_word(const Blocks *blocks, size_t at)
{
    return str_slice(blocks->text, at, lexical_word_end(blocks->elision->lexical, at));
}

static bool begins(const Blocks *blocks, size_t at, Str what)
{
    return str_starts(str_from_offset(blocks->text, at), what);
}

/* The end of the line without trailing white space. */
static size_t code_end(const Blocks *blocks, const Line *line)
{
    size_t end = line->end;
    while (end > line->start && byte_is_space(blocks->text.ptr[end - 1]))
        end--;
    return end;
}

static bool ends_in_do(const Blocks *blocks, size_t first, size_t end)
{
    return end >= first + 4 && begins(blocks, end - 2, STR("do")) &&
           strchr(" )", blocks->text.ptr[end - 3]);
}

/* ---- declarations of a line ---- */

/* What the word at `at` does to the nesting: 1 opens, -1 closes, 0 neither. `do:` and `:do` are
   neither. */
static int opens(const Blocks *blocks, size_t at, Str word)
{
    char before = at ? blocks->text.ptr[at - 1] : '\0';
    size_t end = at + word.len;
    char behind = end < blocks->text.len ? blocks->text.ptr[end] : '\0';
    if (before == ':' || before == '.' || behind == ':')
        return 0;
    bool one = str_equal(word, STR("do")) || str_equal(word, STR("fn"));
    return one ? 1 : -str_equal(word, STR("end"));
}

/* Whether a function is bound: `NAME = fn`, on one line or several. */
static bool is_bound(const Blocks *blocks, Str word)
{
    return blocks->last == '=' && str_equal(word, STR("fn"));
}

static void read_words(Blocks *blocks, DoBlock *block, const Line *line)
{
    const uint8_t *class = blocks->elision->lexical->class;
    bool quoted = false;
    for (size_t at = line->start; at < line->end && !block->declares; at++) {
        char c = blocks->text.ptr[at], before = at ? blocks->text.ptr[at - 1] : '\0';
        quoted = quoted != (c == '"' && before != '\\' && before != '?');
        if (c == '#' && !quoted && byte_is_space(before))
            return;
        if (class[(unsigned char)c] != BYTE_WORD) {
            blocks->last = byte_is_space(c) || c == '\\' ? blocks->last : c;
            continue;
        }
        Str word = first_word(blocks, at);
        uint8_t roles = elide_roles(blocks->elision, word);
        block->declares = before == '@' ? roles & ROLE_MEMBER || !block->definition
                                        : roles & ROLE_DECLARES || str_starts(word, STR("def")) ||
                                              is_bound(blocks, word);
        block->open += quoted ? 0 : opens(blocks, at, word);
        blocks->last = c;
        at += word.len - (word.len > 0);
    }
}

/* ---- blocks ---- */

static bool goes_on(Str word)
{
    return str_equal(word, STR("else")) || str_equal(word, STR("rescue")) ||
           str_equal(word, STR("catch")) || str_equal(word, STR("after"));
}

static void pop(Blocks *blocks)
{
    DoBlock block = blocks->blocks[--blocks->count];
    if ((block.declares || block.open) && blocks->count)
        top(blocks)->declares = true;
}

static void close_blocks(Blocks *blocks, const Line *line, size_t first, size_t end)
{
    uint32_t indent = (uint32_t)(first - line->start);
    for (DoBlock *block = top(blocks); block && indent <= block->indent; block = top(blocks)) {
        Str word = first_word(blocks, first);
        bool under = indent == block->indent;
        if (under && (block->start ? goes_on(word) : blocks->text.ptr[first] == ')'))
            return;
        bool closes = under && block->start && str_equal(word, STR("end")) && end == first + 3;
        if (closes && !block->declares && !block->open &&
            line->start > block->start + GAP_BYTES_MIN) {
            blocks->elision->spans.len = block->spans;
            elide_span(blocks->elision, block->start, line->start, '\n');
        }
        pop(blocks);
        if (under)
            return;
    }
}

static bool begins_module(Str word)
{
    return str_equal(word, STR("defmodule")) || str_equal(word, STR("defimpl")) ||
           str_equal(word, STR("defprotocol"));
}

static void open_block(Blocks *blocks, const Line *line, size_t first, size_t end)
{
    DoBlock *block = top(blocks);
    Str word = first_word(blocks, first);
    bool ready = ends_in_do(blocks, first, end), definition = str_starts(word, STR("def"));
    bool within = block && block->definition, module = definition && begins_module(word);
    bool waits = block && !block->start;
    if (waits && !definition) {
        if (ready)
            block->start = (uint32_t)end;
        block->open = 0;
        block->spans = blocks->elision->spans.len;
        return;
    }
    if (waits)
        pop(blocks);
    char last = blocks->text.ptr[end - 1];
    bool head = definition && (last == ',' || last == '(' || last == ')');
    if (!word.len || (!ready && !head) || blocks->count == BLOCKS_MAX)
        return;
    blocks->blocks[blocks->count++] = (DoBlock){.indent = (uint32_t)(first - line->start),
                                                .start = ready ? (uint32_t)end : 0,
                                                .definition = (definition || within) && !module,
                                                .spans = blocks->elision->spans.len};
}

/* ---- documentation ---- */

/* Whether documentation opens here: `@doc """`, `@moduledoc ~S"""`. */
static bool opens_doc(const Blocks *blocks, size_t first, size_t end)
{
    Str word = blocks->text.ptr[first] == '@' ? first_word(blocks, first + 1) : (Str){0};
    size_t behind = first + 1 + word.len;
    return str_ends(word, STR("doc")) && end > behind + 3 &&
           begins(blocks, end - 3, STR("\"\"\"")) &&
           (end - 3 == behind + 1 || begins(blocks, behind, STR(" ~S\"")));
}

/* Handles a line within documentation; false outside documentation. */
static bool read_doc(Blocks *blocks, const Line *line, size_t first)
{
    if (!blocks->doc)
        return false;
    Str text = str_slice(blocks->text, line->start, line->end);
    if (str_find(text, STR("\"\"\"")) == STR_NONE)
        return true;
    if (begins(blocks, first, STR("\"\"\"")))
        elide_span(blocks->elision, blocks->doc, line->start, '\n');
    blocks->doc = 0;
    return true;
}

void elide_elixir(Elision *elision)
{
    Blocks *blocks = NEW(elision->scratch, Blocks, 1);
    blocks->elision = elision;
    blocks->text = elision->text;
    Line line;
    for (size_t at = 0; line_take(blocks->text, &at, &line);) {
        size_t first = skip_blanks(blocks->text, line.start, line.end),
               end = code_end(blocks, &line);
        if (first >= end || read_doc(blocks, &line, first) || blocks->text.ptr[first] == '#')
            continue;
        close_blocks(blocks, &line, first, end);
        if (blocks->count)
            read_words(blocks, top(blocks), &line);
        if (opens_doc(blocks, first, end))
            blocks->doc = (uint32_t)line.end;
        open_block(blocks, &line, first, end);
    }
}
