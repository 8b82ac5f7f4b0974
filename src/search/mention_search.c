/* A small tree is read whole, on all cores. In a larger one the inverted index of terms rules out
   most files: a text that has the word has its term, too. Files without terms (generated, vendored,
   data, larger than the index reads) are read in any case. */
#include "search/mention_search.h"

#include "index/catalog/classify.h"
#include "index/terms/term_index.h"
#include "lang/lexical/code_tokens.h"
#include "lang/registry.h"
#include "search/text.h"
#include "text/terms.h"

#include <stdlib.h>

/* Limits of a search without an index: some 50 ms on two cores. Above them the index of terms is
   used. */
#define DIRECT_BYTES_MAX (96 * MB)
#define DIRECT_FILES_MAX 6000
/* Lines that are listed, and bytes of files that are read for that. */
#define LINES_MAX 2000
#define LINES_BYTES_MAX (8 * MB)

static const char *const template_ends[] = {
    ".html", ".htm",   ".xhtml",  ".jinja",    ".jinja2", ".j2",     ".erb",       ".haml",
    ".slim", ".ejs",   ".hbs",    ".mustache", ".njk",    ".vue",    ".svelte",    ".astro",
    ".jsp",  ".jspx",  ".jspf",   ".twig",     ".phtml",  ".tpl",    ".tmpl",      ".gotmpl",
    ".pug",  ".jade",  ".liquid", ".cshtml",   ".razor",  ".vbhtml", ".ftl",       ".ftlh",
    ".vm",   ".mako",  ".heex",   ".eex",      ".leex",   ".templ",  ".blade.php", ".handlebars",
    ".xaml", ".axaml", ".qml",    ".fxml",     ".ui"};

/* Whether it is a page template of the tree itself. */
static bool mention_is_template(const CatalogFile *file)
{
    bool prose = file->class == FILE_DOC && !lang_facts(file->language)->is_plain_text;
    for (size_t i = 0; i < COUNT(template_ends) && !prose && file->class != FILE_VENDORED; i++)
        if (str_ends(file->path, str_from(template_ends[i])))
            return true;
    return false;
}

MentionKind mention_kind_of(const CatalogFile *file)
{
    bool plain = lang_facts(file->language)->is_plain_text;
    if (file->class == FILE_DOC)
        return plain ? MENTION_TEXT : MENTION_PROSE;
    if (file->class == FILE_TEST)
        return MENTION_TEST;
    bool indexed = file->class == FILE_SOURCE || file->class == FILE_GENERATED;
    return indexed && file->state == FILE_SYNTACTIC && catalog_follows_calls(file) ? MENTION_CODE
                                                                                   : MENTION_TEXT;
}

bool mention_is_followed(const CatalogFile *file)
{
    bool indexed =
        file->class == FILE_SOURCE || file->class == FILE_GENERATED || file->class == FILE_TEST;
    return indexed && file->state == FILE_SYNTACTIC && !file->degraded &&
           catalog_follows_calls(file);
}

/* ---- which files are read ---- */

typedef struct Chosen {
    TextFileVec list;
    VEC(uint32_t) ids;
} Chosen;

/* The rarest term that every text with the word has: the joined one, or the longest word. */
typedef struct WordTerm {
    uint32_t term;
    size_t len; /* 0: none */
} WordTerm;

static void note_term(void *context, uint32_t term, Str word, bool joined)
{
    WordTerm *best = context;
    (void)joined;
    if (word.len >= best->len)
        *best = (WordTerm){term, word.len};
}

/* Whether the index has the terms of the whole file. */
static bool is_covered(const TermIndex *index, const CatalogFile *file, uint32_t id)
{
    return index->file_words && index->file_words[id] && file->size <= TERM_TEXT_BYTES_MAX;
}

static bool is_ascii(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if ((unsigned char)word.ptr[i] >= 0x80)
            return false;
    return true;
}

/* Marks the files with the word's term; false if the index does not know, since it has the terms of
   a file's bytes, whatever their encoding. */
static bool mark_word(TermIndex *index, Arena *arena, Str word, bool *marked)
{
    WordTerm term = {0};
    Err ignored = {0};
    terms_visit(word, note_term, &term);
    if (!term.len || !is_ascii(word) || term_set_has(terms_common(arena), term.term))
        return false;
    for (size_t s = 0; s < index->segments.len; s++) {
        TermPostingVec found = {0};
        if (!term_index_find(index, arena, s, term.term, &found, &ignored))
            return false;
        for (size_t i = 0; i < found.len; i++)
            marked[found.ptr[i].file] = true;
    }
    return true;
}

bool *mention_search_mark(const MentionSearch *search, Arena *arena, const Str *words, size_t count)
{
    const Catalog *catalog = search->catalog;
    TermIndex index;
    Err ignored = {0};
    if (!search->store || !term_index_open(search->store, catalog, arena, &index, &ignored))
        return NULL;
    bool *marked = NEW(arena, bool, catalog->files.len + 1);
    for (uint32_t i = 0; i < catalog->files.len; i++)
        marked[i] = !is_covered(&index, &catalog->files.ptr[i], i);
    for (size_t i = 0; i < count; i++)
        if (!mark_word(&index, arena, words[i], marked))
            return NULL;
    return marked;
}

/* Files with NUL bytes that may be text in UTF-16; more or larger ones are pictures and the like.
 */
#define WIDE_FILES_MAX 500
#define WIDE_BYTES_MAX MB

static bool is_text(const CatalogFile *file)
{
    return file->path.len && file->class != FILE_BINARY;
}

static bool may_be_wide(const CatalogFile *file)
{
    return file->path.len && file->class == FILE_BINARY && file->size <= WIDE_BYTES_MAX;
}

/* Whether the files to read without an index are few and small. */
static bool is_small(const Catalog *catalog)
{
    uint64_t bytes = 0;
    size_t files = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        bytes += is_text(file) ? file->size : 0;
        files += is_text(file);
    }
    return bytes <= DIRECT_BYTES_MAX && files <= DIRECT_FILES_MAX;
}

static bool is_wanted(const MentionSearch *search, const CatalogFile *file)
{
    if ((search->no_templates && mention_is_template(file)) ||
        (search->only_tests && file->class != FILE_TEST) ||
        (search->without && map_find(search->without, file->path)))
        return false;
    MentionKind kind = mention_kind_of(file);
    if (search->only_code)
        return kind == MENTION_CODE || kind == MENTION_TEST;
    return !search->beyond || (kind != MENTION_PROSE && !mention_is_followed(file));
}

/* Whether all code is so little that it is read without an index. */
static bool is_little(const MentionSearch *search)
{
    uint64_t bytes = 0;
    size_t files = 0;
    for (size_t i = 0; i < search->catalog->files.len && files <= CODE_FILES_MAX; i++) {
        const CatalogFile *file = &search->catalog->files.ptr[i];
        bool code = is_text(file) && is_wanted(search, file);
        bytes += code ? file->size : 0;
        files += code;
    }
    return files <= CODE_FILES_MAX && bytes <= CODE_BYTES_MAX;
}

/* Code comes first where not everything can be read. */
static unsigned order_of(const CatalogFile *file)
{
    static const unsigned orders[MENTION_KIND_COUNT] = {
        [MENTION_TEST] = 1, [MENTION_TEXT] = 2, [MENTION_PROSE] = 3};
    return file->size > INDEX_FILE_BYTES_MAX ? MENTION_KIND_COUNT : orders[mention_kind_of(file)];
}

/* Counts the chosen files as missed. */
static void drop_all(Chosen *chosen, uint64_t bytes, Mentions *mentions)
{
    mentions->missed += (uint32_t)chosen->list.len;
    mentions->missed_bytes += bytes;
    chosen->list.len = chosen->ids.len = 0;
}

/* Adds files that are text in UTF-16, if the search finds them to be text. */
static void choose_wide(const MentionSearch *search, Arena *arena, Chosen *chosen)
{
    size_t count = 0;
    for (uint32_t i = 0; i < search->catalog->files.len && count < WIDE_FILES_MAX; i++) {
        const CatalogFile *file = &search->catalog->files.ptr[i];
        if (!may_be_wide(file) || !is_wanted(search, file))
            continue;
        count++;
        *VEC_PUSH(arena, &chosen->list) = (TextFile){.path = file->path, .size = file->size};
        *VEC_PUSH(arena, &chosen->ids) = i;
    }
}

static void choose(const MentionSearch *search, Arena *arena, const bool *marked, Chosen *chosen,
                   Mentions *mentions)
{
    const Catalog *catalog = search->catalog;
    uint64_t bytes = 0;
    for (unsigned order = 0; order <= MENTION_KIND_COUNT; order++)
        for (uint32_t i = 0; i < catalog->files.len; i++) {
            const CatalogFile *file = &catalog->files.ptr[i];
            if (!is_text(file) || order_of(file) != order || !is_wanted(search, file))
                continue;
            mentions->tests += mention_kind_of(file) == MENTION_TEST;
            mentions->templates += mention_is_template(file);
            if (marked && !marked[i]) {
                mentions->searched++;
                continue;
            }
            if (chosen->list.len >= NARROWED_FILES_MAX || bytes + file->size > NARROWED_BYTES_MAX) {
                mentions->missed++;
                mentions->missed_bytes += file->size;
                continue;
            }
            bytes += file->size;
            *VEC_PUSH(arena, &chosen->list) = (TextFile){.path = file->path, .size = file->size};
            *VEC_PUSH(arena, &chosen->ids) = i;
        }
    size_t files_max = search->only_code ? CODE_FILES_MAX : FRUGAL_FILES_MAX;
    uint64_t bytes_max = search->only_code ? CODE_BYTES_MAX : FRUGAL_BYTES_MAX;
    bool limited = search->frugal || search->only_code;
    if (limited && (chosen->list.len > files_max || bytes > bytes_max))
        drop_all(chosen, bytes, mentions);
    else if (!limited)
        choose_wide(search, arena, chosen);
}

/* ---- counting ---- */

static int by_kind(const void *a, const void *b)
{
    const MentionFile *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->file > y->file) - (x->file < y->file);
}

static void take_counts(const Catalog *catalog, Arena *arena, const Chosen *chosen,
                        Mentions *mentions)
{
    for (size_t i = 0; i < chosen->list.len; i++) {
        const TextFile *text = &chosen->list.ptr[i];
        const CatalogFile *file = &catalog->files.ptr[chosen->ids.ptr[i]];
        bool read = text->state == TEXT_SEARCHED;
        mentions->searched += read;
        mentions->guessed += read && text->coding == CODING_WINDOWS_1252;
        if (!read && text->state != TEXT_BINARY && file->class != FILE_BINARY) {
            mentions->missed++;
            mentions->missed_bytes += file->size;
        }
        if (!text->hits)
            continue;
        *VEC_PUSH(arena, &mentions->list) = (MentionFile){.file = chosen->ids.ptr[i],
                                                          .kind = mention_kind_of(file),
                                                          .template = mention_is_template(file),
                                                          .lines = text->hits,
                                                          .places = text->hits + text->further};
    }
    if (mentions->list.len)
        qsort(mentions->list.ptr, mentions->list.len, sizeof *mentions->list.ptr, by_kind);
}

static bool open_pattern(Arena *arena, const Mentions *mentions, Pattern **pattern, Err *err)
{
    bool any = mentions->any.len > 0;
    PatternOptions options = {
        .whole_word = true, .regex = any, .ignore_case = mentions->ignore_case};
    return pattern_open(arena, any ? mentions->any : mentions->word, options, pattern, err);
}

static bool find(const MentionSearch *search, Arena *arena, const Str *words, size_t count,
                 Mentions *mentions, Err *err)
{
    Pattern *pattern SCOPED(pattern_close) = NULL;
    Chosen chosen = {0};
    if (!open_pattern(arena, mentions, &pattern, err))
        return false;
    bool narrowed = search->beyond || search->only_code;
    bool whole = search->frugal || (search->only_code && is_little(search)) ||
                 (!narrowed && is_small(search->catalog));
    bool *marked = whole ? NULL : mention_search_mark(search, arena, words, count);
    choose(search, arena, marked, &chosen, mentions);
    TextSearch text = {search->tree, pattern, search->cancel, .matches = true};
    if (chosen.list.len && !text_count(&text, chosen.list.ptr, chosen.list.len, err))
        return false;
    take_counts(search->catalog, arena, &chosen, mentions);
    return true;
}

bool mention_search_find(const MentionSearch *search, Arena *arena, Str word, bool ignore_case,
                         Mentions *mentions, Err *err)
{
    *mentions = (Mentions){.word = word, .ignore_case = ignore_case};
    return find(search, arena, &word, 1, mentions, err);
}

/* Words with a common prefix share it in the expression: where a text differs from the prefix, no
   word is tried. */
#define SHARED_BYTES 3

static int by_bytes(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

static void put_quoted(Buf *out, Str text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool plain = byte_is_word(text.ptr[i]) || (unsigned char)text.ptr[i] >= 0x80;
        buf_put(out, plain ? (Str){0} : STR("\\"));
        buf_put_byte(out, text.ptr[i]);
    }
}

/* An expression that matches each of the words as it is. */
static Str alternatives(Arena *arena, const Str *words, size_t count)
{
    Buf out = buf_open(arena, 0);
    Str *sorted = NEW(arena, Str, count + 1);
    memcpy(sorted, words, count * sizeof *words);
    qsort(sorted, count, sizeof *sorted, by_bytes);
    for (size_t i = 0, end; i < count; i = end) {
        Str shared = str_slice(sorted[i], 0, MIN(sorted[i].len, (size_t)SHARED_BYTES));
        for (end = i + 1; end < count && str_starts(sorted[end], shared);)
            end++;
        buf_put(&out, i ? STR("|") : STR("(?:"));
        put_quoted(&out, shared);
        for (size_t k = i; k < end; k++) {
            buf_put(&out, k == i ? STR("(?:") : STR("|"));
            put_quoted(&out, str_from_offset(sorted[k], shared.len));
        }
        buf_put_byte(&out, ')');
    }
    buf_put_byte(&out, ')');
    return buf_str(&out);
}

bool mention_search_find_any(const MentionSearch *search, Arena *arena, const Str *words,
                             size_t count, Mentions *mentions, Err *err)
{
    if (count == 1)
        return mention_search_find(search, arena, words[0], false, mentions, err);
    *mentions = (Mentions){.any = alternatives(arena, words, count)};
    return find(search, arena, words, count, mentions, err);
}

/* ---- lines ---- */

static bool is_in_comment(const TokenVec *tokens, uint64_t offset)
{
    size_t low = 0, high = tokens->len;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (tokens->ptr[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < tokens->len && tokens->ptr[low].kind == TOKEN_COMMENT &&
           tokens->ptr[low].start <= offset;
}

static void list_lines(const MentionSearch *search, Arena *arena, const TextSearch *text,
                       const MentionFile *from, MentionLineVec *lines)
{
    const CatalogFile *file = &search->catalog->files.ptr[from->file];
    Arena found SCOPED(arena_close) = {0}, work SCOPED(arena_close) = {0};
    TextFile one = {.path = file->path, .size = file->size};
    TextPage page = {.limit = LINES_MAX};
    TextLines hits;
    TokenVec tokens = {0};
    arena_open(&found, 0);
    arena_open(&work, 0);
    if (!text_lines(&found, &work, text, &one, &page, &hits))
        return;
    bool code = from->kind == MENTION_CODE || from->kind == MENTION_TEST;
    if (code && hits.text.len)
        code_tokens_read(&found, file->language, hits.text, &tokens);
    for (size_t i = 0; i < hits.list.len; i++) {
        const TextLine *hit = &hits.list.ptr[i];
        bool comment = is_in_comment(&tokens, hit->offset);
        Str word = str_slice(hit->text, hit->match_start, hit->match_end);
        *VEC_PUSH(arena, lines) =
            (MentionLine){from->file, (uint32_t)MIN(hit->line, UINT32_MAX), hit->matches,
                          comment ? MENTION_COMMENT : from->kind, str_copy(arena, word)};
    }
}

bool mention_search_lines(const MentionSearch *search, Arena *arena, const Mentions *mentions,
                          MentionLineVec *lines)
{
    Pattern *pattern SCOPED(pattern_close) = NULL;
    Err ignored = {0};
    uint64_t bytes = 0, count = 0;
    for (size_t i = 0; i < mentions->list.len; i++) {
        bytes += search->catalog->files.ptr[mentions->list.ptr[i].file].size;
        count += mentions->list.ptr[i].lines;
    }
    if (count > LINES_MAX || bytes > LINES_BYTES_MAX ||
        !open_pattern(arena, mentions, &pattern, &ignored))
        return false;
    TextSearch text = {search->tree, pattern, search->cancel, .matches = true};
    for (size_t i = 0; i < mentions->list.len; i++)
        list_lines(search, arena, &text, &mentions->list.ptr[i], lines);
    return true;
}
