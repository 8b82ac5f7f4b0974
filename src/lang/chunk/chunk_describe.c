/* Descriptions of chunks. Type, name and context come from the declarations that start in the
   chunk. A chunk that continues a split declaration is named as a part of it, unless nested
   declarations that start in the chunk make up most of it. */
#include "lang/chunk/chunk.h"

#include "base/buf.h"
#include "lang/walk/declare.h"
#include "text/width.h"

/* Columns of one declaration's name; a heading can be a whole paragraph. */
#define CHUNK_NAME_COLUMNS 100
/* Declarations named in a chunk's header. */
#define CHUNK_NAMES_MAX 3

/* Bytes at the beginning of a line from which the context is made. */
#define FIRST_LINE_BYTES (4 * CHUNK_CONTEXT_CHARS + 16)

typedef struct Describer {
    Arena *arena;
    const ChunkPlan *plan;
    size_t index;
    uint32_t start, end; /* range of the chunk, without white space at its beginning */
} Describer;

static const Symbol *symbol_at(const Describer *describer, size_t index)
{
    return &describer->plan->outline->symbols.ptr[index];
}

/* First symbol that starts at or after offset. */
static size_t first_symbol(const Describer *describer, uint32_t offset)
{
    size_t low = 0, high = describer->plan->outline->symbols.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbol_at(describer, middle)->start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static size_t after_subtree(const Describer *describer, size_t index)
{
    return MAX(symbol_at(describer, index)->next, index + 1);
}

/* Whether a chunk may be named after the symbol. */
static bool gives_name(const Symbol *symbol)
{
    return symbol->kind != SYMBOL_CODE_BLOCK;
}

/* Index + 1 of the innermost symbol that began before the chunk and continues in it, or 0. */
static size_t continued_symbol(const Describer *describer)
{
    size_t index = first_symbol(describer, describer->start);
    for (size_t climbed = 0; index && climbed <= TREE_DEPTH_MAX; climbed++) {
        const Symbol *symbol = symbol_at(describer, index - 1);
        if (symbol->end > describer->start && gives_name(symbol))
            return index;
        index = symbol->parent < index ? symbol->parent : 0;
    }
    return 0;
}

/* ---- parts ---- */

/* Index of the chunk that holds the byte at offset. */
static size_t chunk_at(const ChunkPlan *plan, uint32_t offset)
{
    size_t low = 0, high = plan->marks.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (plan->marks.ptr[middle].start <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static Str put_part(const Describer *describer, Str name, uint32_t start, uint32_t end)
{
    size_t first = chunk_at(describer->plan, start);
    size_t last = chunk_at(describer->plan, end > start ? end - 1 : end);
    if (first == last)
        return name;
    return str_format(describer->arena, "%.*s (part %zu/%zu)", STR_ARG(name),
                      describer->index - first + 1, last - first + 1);
}

static Str full_name(const Describer *describer, size_t index)
{
    const Outline *outline = describer->plan->outline;
    Str name = symbol_qualified_name(describer->arena, outline, index);
    name = width_cut_middle(describer->arena, name, CHUNK_NAME_COLUMNS);
    return name.len ? name : symbol_kind_name(symbol_at(describer, index)->kind);
}

static Str symbol_name(const Describer *describer, size_t index)
{
    const Symbol *symbol = symbol_at(describer, index);
    return put_part(describer, full_name(describer, index), symbol->start, symbol->end);
}

/* The name after the name of `before`: `.logout` after `AuthService.login`. */
static Str next_name(const Describer *describer, size_t before, size_t index)
{
    const Symbol *last = symbol_at(describer, before), *symbol = symbol_at(describer, index);
    Str name = full_name(describer, index), scope = {0};
    Str separator = lang_scope_separator(describer->plan->outline->language);
    if (last->parent == symbol->parent && str_equal(symbol_owner(last), symbol_owner(symbol)) &&
        name.len > symbol->name.len + separator.len && str_ends(name, symbol->name))
        scope = str_slice(name, 0, name.len - symbol->name.len - separator.len);
    return put_part(describer, str_from_offset(name, scope.len), symbol->start, symbol->end);
}

/* ---- context ---- */

/* One line of at most CHUNK_CONTEXT_CHARS characters, cut between words. */
static Str context_of(Arena *arena, Str text)
{
    Str line = str_fold_space(arena, text);
    return str_count_chars(line) <= CHUNK_CONTEXT_CHARS
               ? line
               : width_cut_at(arena, line, str_char_offset(line, CHUNK_CONTEXT_CHARS - 1));
}

/* The beginning of the line at `start`. */
static Str first_line(const Describer *describer, uint32_t start)
{
    Str rest = str_slice(describer->plan->text, start, start + FIRST_LINE_BYTES), line = {0};
    str_take_line(&rest, &line);
    return line;
}

/* Whether the text begins with two bytes that are not of words, as comments and docstrings do.
   `#include` and `"use strict"` do not; `#!/bin/sh` and `//go:build x` are excluded. */
static bool begins_with_marks(Str text)
{
    bool two = text.len > 1 && !byte_is_word(text.ptr[0]) && !byte_is_word(text.ptr[1]);
    Str line = str_slice(text, 0, str_find_byte(text, '\n'));
    return two && (unsigned char)text.ptr[0] < 0x80 && !str_starts(text, STR("#!")) &&
           !declare_is_directive(line);
}

/* The first sentence of the comment that the chunk begins with, else its first line. */
static Str first_words(const Describer *describer)
{
    Str rest = str_from_offset(describer->plan->text, describer->start), doc = {0};
    rest = str_slice(rest, 0, describer->end - describer->start);
    bool prefixed = rest.len > 3 && byte_in(rest.ptr[0], "rRuU") &&
                    (str_equal(str_slice(rest, 1, 4), STR("\"\"\"")) ||
                     str_equal(str_slice(rest, 1, 4), STR("'''")));
    rest = str_from_offset(rest, prefixed);
    if (begins_with_marks(rest))
        doc = declare_doc(describer->arena, rest);
    return doc.len ? doc : first_line(describer, describer->start);
}

static Str symbol_context(const Describer *describer, const Symbol *symbol)
{
    bool says_more = symbol->signature.len && !str_equal(symbol->signature, symbol->name);
    Str text = says_more ? symbol->signature : first_line(describer, symbol->start);
    Str doc = symbol_doc(symbol);
    return context_of(describer->arena, doc.len ? doc : text);
}

/* ---- the cases ---- */

static void describe_part(const Describer *describer, size_t index, Chunk *chunk)
{
    const Symbol *symbol = symbol_at(describer, index);
    chunk->type = symbol_kind_name(symbol->kind);
    chunk->name = symbol_name(describer, index);
    chunk->context = symbol_context(describer, symbol);
}

typedef struct Names {
    Buf joined;
    size_t count; /* including those not shown */
    size_t last;  /* the latest symbol */
} Names;

static void add_name(const Describer *describer, Names *names, size_t index)
{
    if (names->count++ < CHUNK_NAMES_MAX) {
        bool first = names->count == 1;
        buf_put(&names->joined, first ? STR("") : STR(", "));
        buf_put(&names->joined,
                first ? symbol_name(describer, index) : next_name(describer, names->last, index));
    }
    names->last = index;
}

/* Whether the name is the same as the last one, as of a struct and its typedef, or of overloads. */
static bool is_repeated(const Describer *describer, const Names *names, size_t index)
{
    return names->count &&
           str_equal(full_name(describer, names->last), full_name(describer, index));
}

/* The first CHUNK_NAMES_MAX names. If there are more, also the last one, if its symbol continues in
   the next chunk. */
static Str join_names(const Describer *describer, size_t first)
{
    Names names = {.joined = buf_open(describer->arena, 0)};
    size_t end = describer->plan->outline->symbols.len;
    for (size_t i = first; i < end && symbol_at(describer, i)->start < describer->end;
         i = after_subtree(describer, i))
        if (gives_name(symbol_at(describer, i)) && !is_repeated(describer, &names, i))
            add_name(describer, &names, i);
    if (names.count <= CHUNK_NAMES_MAX)
        return buf_str(&names.joined);
    buf_put(&names.joined, STR(", …"));
    if (symbol_at(describer, names.last)->end > describer->end) {
        buf_put(&names.joined, STR(", "));
        buf_put(&names.joined, symbol_name(describer, names.last));
    }
    return buf_str(&names.joined);
}

static void describe_symbols(const Describer *describer, size_t index, Chunk *chunk)
{
    const Symbol *first = symbol_at(describer, index);
    chunk->type = symbol_kind_name(first->kind);
    chunk->name = join_names(describer, index);
    chunk->context = symbol_context(describer, first);
}

/* Describes a chunk with only the comment of a declaration; false if it is something else. */
static bool describe_comment(const Describer *describer, size_t index, Chunk *chunk)
{
    const Symbol *symbol = symbol_at(describer, index);
    if (symbol->start < describer->end || symbol->lead > describer->start || !gives_name(symbol))
        return false;
    chunk->type = STR("comment");
    chunk->name = full_name(describer, index);
    chunk->context = symbol_context(describer, symbol);
    return true;
}

static bool holds_imports(const Describer *describer)
{
    const ImportVec *imports = &describer->plan->outline->imports;
    size_t low = 0, high = imports->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (imports->ptr[middle].start < describer->start)
            low = middle + 1;
        else
            high = middle;
    }
    return low < imports->len && imports->ptr[low].start < describer->end;
}

static void describe_text(const Describer *describer, Str file_name, Chunk *chunk)
{
    const Outline *outline = describer->plan->outline;
    bool is_code = outline->engine == ENGINE_GRAMMAR || outline->engine == ENGINE_PATTERNS;
    chunk->type = holds_imports(describer) ? STR("imports") : is_code ? STR("code") : STR("text");
    chunk->name = put_part(describer, file_name, 0, (uint32_t)describer->plan->text.len);
    Str words = is_code ? first_words(describer) : first_line(describer, describer->start);
    chunk->context = context_of(describer->arena, words);
}

/* First symbol from `index` on that starts in the chunk and may name it, or the number of symbols.
 *covered gets the number of bytes of all such symbols. */
static size_t named_symbols(const Describer *describer, size_t index, uint32_t *covered)
{
    size_t first = describer->plan->outline->symbols.len, count = first;
    *covered = 0;
    for (; index < count; index = after_subtree(describer, index)) {
        const Symbol *symbol = symbol_at(describer, index);
        if (symbol->start >= describer->end)
            break;
        if (!gives_name(symbol))
            continue;
        first = MIN(first, index);
        uint32_t from = MAX(MIN(symbol->lead, symbol->start), describer->start);
        *covered += MIN(MAX(symbol->end, from), describer->end) - from;
    }
    return first;
}

static uint32_t mark_start(const ChunkPlan *plan, size_t index)
{
    return index < plan->marks.len ? plan->marks.ptr[index].start : (uint32_t)plan->text.len;
}

static uint32_t skip_blanks(Str text, uint32_t start, uint32_t end)
{
    uint32_t at = start;
    while (at < end && byte_is_space(text.ptr[at]))
        at++;
    return at < end ? at : start;
}

/* Line of the chunk's last byte. */
static uint32_t last_line(const ChunkPlan *plan, const Chunk *chunk, size_t index)
{
    Str text = plan->text;
    if (index + 1 < plan->marks.len)
        return plan->marks.ptr[index + 1].line - (text.ptr[chunk->end - 1] == '\n');
    uint32_t line = chunk->start_line;
    for (size_t at = chunk->start; at + 1 < text.len; line++) {
        const char *feed = memchr(text.ptr + at, '\n', text.len - 1 - at);
        if (!feed)
            break;
        at = (size_t)(feed + 1 - text.ptr);
    }
    return line;
}

Chunk chunk_describe(Arena *arena, const ChunkPlan *plan, size_t index, Str file_name)
{
    assert(index < plan->marks.len);
    ChunkMark mark = plan->marks.ptr[index];
    Chunk chunk = {
        .start = mark.start, .end = mark_start(plan, index + 1), .start_line = mark.line};
    chunk.end_line = last_line(plan, &chunk, index);
    Describer describer = {.arena = arena, .plan = plan, .index = index, .end = chunk.end};
    describer.start = skip_blanks(plan->text, chunk.start, chunk.end);
    size_t continued = continued_symbol(&describer), count = plan->outline->symbols.len;
    size_t next = first_symbol(&describer, describer.start);
    uint32_t covered = 0;
    size_t named = named_symbols(&describer, next, &covered);
    bool mostly_named = named < count && covered >= (describer.end - describer.start) / 2;
    if (named == count && next < count && describe_comment(&describer, next, &chunk))
        return chunk;
    if (continued && !mostly_named)
        describe_part(&describer, continued - 1, &chunk);
    else if (named < count)
        describe_symbols(&describer, named, &chunk);
    else
        describe_text(&describer, file_name, &chunk);
    return chunk;
}
