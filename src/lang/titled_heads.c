/* Methods with titles as names, which grammars do not know: `def "adds two"() {` of Spock. Lines
   are read; braces outside of texts say where a method ends. */
#include "base/buf.h"
#include "lang/titled_blocks.h"
#include "text/lines.h"

/* Methods of one file. */
#define HEADS_MAX 20000

typedef struct Heads {
    Arena *arena;
    Str text;
    const BlockWordsVec *words;
    TitledBlocks *blocks;
    uint32_t line; /* number of the current line */
} Heads;

static Str take_word(Str text, size_t *at)
{
    while (*at < text.len && byte_in(text.ptr[*at], " \t"))
        ++*at;
    size_t start = *at;
    while (*at < text.len && byte_is_word(text.ptr[*at]))
        ++*at;
    return str_slice(text, start, *at);
}

/* Offset after the brace that closes the first one from `at` on. */
static size_t after_braces(Str text, size_t at)
{
    size_t depth = 0;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (byte_in(c, "\"'")) {
            size_t end;
            Str quoted = titled_blocks_quoted(text, at, &end);
            at = quoted.len ? end - 1 : at;
        }
        depth += c == '{';
        if (c == '}' && depth && !--depth)
            return at + 1;
    }
    return text.len;
}

/* Whether a line of the body is one of the labels: `expect:`. */
static bool has_label(const Heads *heads, Str body)
{
    for (Str line; str_take_line(&body, &line);) {
        line = str_trim(line);
        size_t colon = str_find_byte(line, ':');
        if (colon != STR_NONE &&
            titled_blocks_has(heads->words, BLOCK_LABELS, str_slice(line, 0, colon)))
            return true;
    }
    return false;
}

static void add(Heads *heads, size_t start, size_t end, size_t body, TitledBlock block)
{
    block.start = (uint32_t)start;
    block.end = (uint32_t)end;
    block.body = (uint32_t)body;
    block.first_line = heads->line;
    block.last_line = heads->line + (uint32_t)lines_count_feeds(str_slice(heads->text, start, end));
    if (heads->blocks->list.len < HEADS_MAX)
        *VEC_PUSH(heads->arena, &heads->blocks->list) = block;
}

/* Takes a method or a value whose head is at the offset; returns the offset after it. */
static size_t take_head(Heads *heads, size_t start, size_t line_end)
{
    Str text = heads->text;
    size_t at = start, end;
    while (titled_blocks_has(heads->words, BLOCK_HEADS, take_word(text, &at)))
        start = at;
    Str title = titled_blocks_quoted(text, start, &end), name = title;
    if (!title.len) {
        at = start;
        name = take_word(text, &at);
        end = at;
    }
    while (end < text.len && byte_in(text.ptr[end], " \t"))
        end++;
    if (!name.len || end >= text.len || !byte_in(text.ptr[end], "(="))
        return line_end;
    if (text.ptr[end] == '=') {
        add(heads, start, line_end, end, (TitledBlock){.kind = BLOCK_NAMED, .title = name});
        return line_end;
    }
    size_t close = after_braces(text, end);
    TitledKind kind = titled_blocks_has(heads->words, BLOCK_SETUP, name)           ? BLOCK_SETUP
                      : title.len || has_label(heads, str_slice(text, end, close)) ? BLOCK_CASE
                                                                                   : BLOCK_NAMED;
    add(heads, start, close, end,
        (TitledBlock){.kind = kind, .title = name, .literal = title.len > 0, .word = name});
    return close;
}

void titled_heads_read(Arena *arena, Str text, const BlockWordsVec *words, TitledBlocks *blocks)
{
    Heads heads = {.arena = arena, .text = text, .words = words, .blocks = blocks, .line = 1};
    for (size_t at = 0; at < text.len;) {
        Str rest = str_from_offset(text, at);
        size_t line_end = at + MIN(str_find_byte(rest, '\n'), rest.len), word_end = at;
        bool head = titled_blocks_has(words, BLOCK_HEADS, take_word(text, &word_end));
        size_t end = head ? take_head(&heads, at, line_end) : line_end;
        heads.line += (uint32_t)lines_count_feeds(str_slice(text, at, MIN(end + 1, text.len)));
        at = end + 1;
    }
}
