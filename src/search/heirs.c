/* The files that the index of terms does not rule out are searched for the word; each of its lines
   is judged by the words on it, and by whether it lies in a macro. */
#include "search/heirs.h"

#include "index/catalog/symbol.h"
#include "lang/lexical/code_tokens.h"
#include "lang/name_sites.h"
#include "lang/registry.h"
#include "search/text.h"

#include <string.h>

/* Lines of one file that are judged; a file with more has its way among them. */
#define FILE_LINES_MAX 500
/* Bytes of files whose lines are judged for one answer: some tenths of a second. */
#define JUDGED_BYTES_MAX (8 * MB)

typedef struct Looking {
    const MentionSearch *search;
    Catalog *catalog;
    Arena *arena;
    Heirs *heirs;
    const Language *language; /* of the type */
    uint32_t symbol;
    SymbolPlace own;
    Str word;
    EdgeVec into; /* edges that end in the type */
    const Pattern *pattern;
} Looking;

static const LangFacts *facts_of(const CatalogFile *file)
{
    return lang_facts(file->language);
}

/* The end of the first of the words in the text at or after `from`, as a whole word; STR_NONE if
   the text has none. Marks need no bounds. */
static size_t word_end(const char *words, Str text, size_t from)
{
    Str rest = str_from(words ? words : ""), word;
    size_t first = STR_NONE;
    while (str_take_until(&rest, ' ', &word))
        for (size_t at = from; word.len && at < text.len; at++) {
            size_t found = str_find(str_from_offset(text, at), word);
            if (found == STR_NONE)
                break;
            at += found;
            size_t end = at + word.len;
            bool open = !byte_is_word(word.ptr[0]) || !at || !byte_is_word(text.ptr[at - 1]);
            bool shut = end == text.len || !byte_is_word(text.ptr[end]) ||
                        !byte_is_word(word.ptr[word.len - 1]);
            if (open && shut) {
                first = MIN(first, end);
                break;
            }
        }
    return first;
}

static bool has_word_of(const char *words, Str text)
{
    return word_end(words, text, 0) != STR_NONE;
}

static void put(Looking *looking, HeirWay way, uint32_t file, uint64_t line)
{
    Heirs *heirs = looking->heirs;
    if (heirs->of[way].len == HEIR_PLACES_MAX)
        heirs->more[way] = true;
    else
        *VEC_PUSH(looking->arena, &heirs->of[way]) = (HeirPlace){file, (uint32_t)line};
}

/* ---- edges ---- */

static bool is_base_line(const Looking *looking, uint32_t file, uint64_t line)
{
    for (size_t i = 0; i < looking->into.len; i++) {
        const Edge *edge = &looking->into.ptr[i];
        if (edge->kind == REFERENCE_BASE && edge->line == line &&
            catalog_place(looking->catalog, edge->caller).file == file)
            return true;
    }
    return false;
}

/* Whether the line is in the head of the entry. */
static bool is_in_head(const CatalogFile *file, uint32_t index, uint32_t line)
{
    const Entry *entry = &file->entries[index];
    bool has_members = index + 1 < file->count && file->entries[index + 1].parent == index;
    return line == entry->start_line || (line > entry->start_line && line <= entry->end_line &&
                                         has_members && line < file->entries[index + 1].start_line);
}

static void take_edges(Looking *looking, uint32_t symbol)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    uint64_t *set = NEW(&work, uint64_t, looking->catalog->symbol_count / 64 + 1);
    set[symbol / 64] |= UINT64_C(1) << symbol % 64;
    catalog_edges_into(looking->catalog, looking->arena, set, &looking->into);
}

/* Whether the line names a type in the head of another type. */
static bool is_head_line(const Looking *looking, uint32_t id, uint64_t line)
{
    const CatalogFile *file = catalog_row(looking->catalog, id);
    for (size_t i = 0; i < looking->into.len; i++) {
        const Edge *edge = &looking->into.ptr[i];
        SymbolPlace place = catalog_place(looking->catalog, edge->caller);
        if (edge->kind == REFERENCE_TYPE && edge->caller != edge->callee && place.file == id &&
            place.index && edge->line == line &&
            symbol_is_type((SymbolKind)file->entries[place.index].kind) &&
            is_in_head(file, place.index, edge->line))
            return true;
    }
    return false;
}

/* Whether an edge of any kind knows what the line mentions. */
static bool has_edge(const Looking *looking, uint32_t id, uint64_t line)
{
    for (size_t i = 0; i < looking->into.len; i++)
        if (looking->into.ptr[i].line == line &&
            catalog_place(looking->catalog, looking->into.ptr[i].caller).file == id)
            return true;
    return false;
}

/* ---- lines ---- */

static bool is_in_macro(const CatalogFile *file, uint64_t line)
{
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_MACRO && file->entries[i].start_line <= line &&
            line <= file->entries[i].end_line)
            return true;
    return false;
}

/* Without the path of a name at its end: `new p.` is `new `. */
static Str without_path(Str before)
{
    size_t end = before.len;
    while (end && (byte_is_word(before.ptr[end - 1]) || byte_in(before.ptr[end - 1], ".:\\")))
        end--;
    return str_slice(before, 0, end);
}

/* `new Rule() {`, `new p.Rule() {`: the name between the mark and a body. */
static bool is_anonymous(const char *mark, Str before, Str after)
{
    size_t close = str_starts(after, STR("(")) ? str_find_byte(after, ')') : STR_NONE;
    Str body = str_trim(str_from_offset(after, close == STR_NONE ? 0 : close + 1));
    before = without_path(before);
    size_t end = word_end(mark, before, 0), next = end;
    while ((next = word_end(mark, before, next)) != STR_NONE)
        end = next;
    return end != STR_NONE && !str_trim(str_from_offset(before, end)).len &&
           str_starts(body, STR("{"));
}

/* How many brackets that open in the text are not closed in it. */
static int open_brackets(Str text)
{
    int depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += text.ptr[i] == '(';
        depth = text.ptr[i] == ')' && depth ? depth - 1 : depth;
    }
    return depth;
}

/* `type("B", (Base,), {})`, `Base.register(B)`. */
static bool is_in_call(const char *calls, Str before, Str after)
{
    for (size_t end = 0; (end = word_end(calls, before, end)) != STR_NONE;)
        if (open_brackets(str_from_offset(before, end)) > 0)
            return true;
    size_t called = str_starts(after, STR(".")) ? word_end(calls, after, 1) : STR_NONE;
    return called != STR_NONE && str_find_byte(str_slice(after, 0, called), '(') == STR_NONE;
}

/* `class Both(mix(Base)):`, a call within the brackets of a head. */
static bool is_in_head_call(const char *heads, Str before, Str after)
{
    (void)after;
    size_t end = word_end(heads, before, 0);
    return end != STR_NONE && open_brackets(str_from_offset(before, end)) > 1;
}

/* Whether one of the line's matches is in such a place. */
static bool is_any(const Looking *looking, const TextLine *line, const char *words,
                   bool (*is)(const char *words, Str before, Str after))
{
    for (size_t end = line->match_start; words;) {
        size_t at = str_find(str_from_offset(line->text, end), looking->word);
        if (at == STR_NONE)
            return false;
        Str before = str_slice(line->text, 0, end + at);
        end += at + looking->word.len;
        if (is(words, before, str_from_offset(line->text, end)))
            return true;
    }
    return false;
}

/* `All<Base>`. */
static bool is_argument(const char *words, Str before, Str after)
{
    (void)words;
    return str_find_byte(before, '<') != STR_NONE && str_find_byte(after, '>') != STR_NONE;
}

/* `Name = Base`, `Name = space::Base;`: a class may have the other name as its base. */
static bool is_alias(const char *words, Str before, Str after)
{
    (void)words;
    before = str_trim(without_path(before));
    after = str_trim(after);
    return (!after.len || str_equal(after, STR(";"))) && before.len > 1 &&
           str_ends(before, STR("=")) && !byte_in(before.ptr[before.len - 2], "=!<>+-*/|&:");
}

/* `Mixed = wrap(Base)`, `BASES = (Base,)`: a class may have what that makes as its base. By
   convention names of classes and constants begin with a capital. */
static bool is_made_of(const char *words, Str before, Str after)
{
    (void)words, (void)after;
    size_t equals = str_find(before, STR(" = "));
    if (equals == STR_NONE || open_brackets(str_from_offset(before, equals)) < 1)
        return false;
    size_t start = equals;
    while (start && byte_is_word(before.ptr[start - 1]))
        start--;
    return start < equals && before.ptr[start] >= 'A' && before.ptr[start] <= 'Z';
}

/* `implements Partial<Shape>`. */
static bool is_wrapped(const char *words, Str before, Str after)
{
    size_t end = word_end(words, before, 0);
    return end != STR_NONE && str_starts(str_from_offset(before, end), STR("<")) && after.len;
}

/* `Base` of `Base::Inner` is not the base. */
static bool is_qualifier(Str after)
{
    return str_starts(after, STR("::")) || str_starts(after, STR(".")) ||
           str_starts(after, STR("\\"));
}

/* The same on a line after the first. */
static bool is_open_head(const char *words, Str before, Str after)
{
    (void)words;
    return str_find_byte(before, '{') == STR_NONE && !is_qualifier(after);
}

/* Whether the match is before the body: `class C : global::N.Foo {`. */
static bool is_before_body(const char *name, Str before, Str after)
{
    return str_find_byte(before, '{') == STR_NONE && word_end(name, before, 0) != STR_NONE &&
           !is_qualifier(after);
}

/* `struct B IMPLEMENTS(Base)`: by convention a macro has no small letters. */
static bool is_in_macro_call(const char *words, Str before, Str after)
{
    size_t end = word_end(words, before, 0), open = str_find_last_byte(before, '(');
    (void)after;
    if (end == STR_NONE || open == STR_NONE || open < end || !open_brackets(before))
        return false;
    size_t at = open;
    while (at && byte_is_word(before.ptr[at - 1]) &&
           !(before.ptr[at - 1] >= 'a' && before.ptr[at - 1] <= 'z'))
        at--;
    return at < open && (!at || !byte_is_word(before.ptr[at - 1]));
}

/* Whether the word is in the head of another type, after its name, and no edge knows why. */
static bool is_unknown_base(const Looking *looking, uint32_t id, const TextLine *line)
{
    const CatalogFile *file = catalog_row(looking->catalog, id);
    Arena work = *looking->arena;
    bool known = has_edge(looking, id, line->line);
    for (uint32_t i = 1; i < file->count && file->entries[i].start_line <= line->line; i++) {
        if (!symbol_is_type((SymbolKind)file->entries[i].kind) ||
            (looking->own.file == id && looking->own.index == i) ||
            file->entries[i].kind == SYMBOL_IMPL || !is_in_head(file, i, (uint32_t)line->line))
            continue;
        const char *name =
            line->line == file->entries[i].start_line
                ? str_terminate(&work, catalog_name(looking->catalog, file->entries[i].name))
                : "";
        bool wraps = is_any(looking, line, facts_of(file)->heirs.wraps, is_wrapped);
        if ((!known || wraps) && is_any(looking, line, name, *name ? is_before_body : is_open_head))
            return true;
    }
    return false;
}

/* Whether a block with the name of the type starts there: it is known as its implementation. */
static bool is_block_line(const Looking *looking, const CatalogFile *file, uint64_t line)
{
    uint32_t name = catalog_entry(looking->catalog, looking->symbol)->name;
    for (uint32_t i = 1; facts_of(file)->impls_have_its_name && i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_IMPL && file->entries[i].name == name &&
            file->entries[i].start_line == line)
            return true;
    return false;
}

static void judge(Looking *looking, uint32_t id, const TextLine *line)
{
    const CatalogFile *file = catalog_row(looking->catalog, id);
    const LangHeirs *heirs = &facts_of(file)->heirs;
    if (is_base_line(looking, id, line->line) || is_block_line(looking, file, line->line))
        return;
    if ((has_word_of(heirs->macros, line->text) && is_in_macro(file, line->line)) ||
        is_any(looking, line, heirs->macros, is_in_macro_call))
        put(looking, HEIR_MACRO, id, line->line);
    else if (has_word_of(heirs->words, line->text) ||
             is_any(looking, line, heirs->calls, is_in_call) ||
             is_any(looking, line, heirs->heads, is_in_head_call))
        put(looking, HEIR_CALL, id, line->line);
    else if (is_any(looking, line, heirs->anonymous, is_anonymous))
        put(looking, HEIR_ANONYMOUS, id, line->line);
    else if (heirs->by_arguments && is_any(looking, line, "", is_argument) &&
             is_head_line(looking, id, line->line))
        put(looking, HEIR_ARGUMENT, id, line->line);
    else if (is_unknown_base(looking, id, line))
        put(looking, HEIR_BASE, id, line->line);
    else if (heirs->calls && is_any(looking, line, "", is_made_of))
        put(looking, HEIR_CALL, id, line->line);
    else if (is_any(looking, line, "", is_alias))
        put(looking, HEIR_ALIAS, id, line->line);
}

static bool is_comment(const TokenVec *tokens, uint64_t offset)
{
    for (size_t i = 0; i < tokens->len && tokens->ptr[i].start <= offset; i++)
        if (tokens->ptr[i].kind == TOKEN_COMMENT && offset < tokens->ptr[i].end)
            return true;
    return false;
}

static bool judge_file(Looking *looking, uint32_t id, const TextFile *text)
{
    Arena found SCOPED(arena_close) = {0}, work SCOPED(arena_close) = {0};
    TextPage page = {.limit = FILE_LINES_MAX};
    TextSearch search = {looking->search->tree, looking->pattern, looking->search->cancel, false};
    TextLines lines;
    TokenVec tokens = {0};
    arena_open(&found, 0);
    arena_open(&work, 0);
    if (!text_lines(&found, &work, &search, text, &page, &lines))
        return false;
    code_tokens_read(&found, looking->catalog->files.ptr[id].language, lines.text, &tokens);
    for (size_t i = 0; i < lines.list.len; i++)
        if (!is_comment(&tokens, lines.list.ptr[i].offset))
            judge(looking, id, &lines.list.ptr[i]);
    return true;
}

/* ---- the search ---- */

/* Languages of one family derive from each other's types. */
static bool is_related(const Language *a, const Language *b)
{
    const LangHeirs *x = &lang_facts(a)->heirs, *y = &lang_facts(b)->heirs;
    bool calls = x->calls && y->calls && !strcmp(x->calls, y->calls);
    return a == b || calls || (lang_is_c(a) && lang_is_c(b)) || (x->lambdas && y->lambdas);
}

static bool is_wanted(const CatalogFile *file, const Language *language)
{
    MentionKind kind = mention_kind_of(file);
    return file->path.len && (kind == MENTION_CODE || kind == MENTION_TEST) &&
           is_related(language, file->language);
}

typedef struct Chosen {
    TextFileVec list;
    VEC(uint32_t) ids;
} Chosen;

static void choose(Looking *looking, Chosen *chosen)
{
    const Catalog *catalog = looking->catalog;
    const bool *marked = mention_search_mark(looking->search, looking->arena, &looking->word, 1);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!is_wanted(file, looking->language) || (marked && !marked[i]))
            continue;
        bytes += file->size;
        if (bytes > NARROWED_BYTES_MAX || chosen->list.len == NARROWED_FILES_MAX) {
            looking->heirs->missed++;
            continue;
        }
        *VEC_PUSH(looking->arena, &chosen->list) =
            (TextFile){.path = file->path, .size = file->size};
        *VEC_PUSH(looking->arena, &chosen->ids) = i;
    }
}

static bool look_at_lines(Looking *looking, Err *err)
{
    Chosen chosen = {0};
    uint64_t bytes = 0;
    choose(looking, &chosen);
    TextSearch text = {looking->search->tree, looking->pattern, looking->search->cancel, false};
    if (chosen.list.len && !text_count(&text, chosen.list.ptr, chosen.list.len, err))
        return false;
    for (size_t i = 0; i < chosen.list.len; i++) {
        const TextFile *file = &chosen.list.ptr[i];
        if (!file->hits && file->state == TEXT_SEARCHED)
            continue;
        bytes += file->size;
        if (bytes > JUDGED_BYTES_MAX || !judge_file(looking, chosen.ids.ptr[i], file))
            looking->heirs->missed += file->state != TEXT_BINARY;
    }
    return true;
}

/* ---- shapes and functions ---- */

/* Whether a function may be given for its only method without a body. */
static bool is_functional(const Outline *outline, uint32_t own)
{
    size_t open = 0;
    for (size_t i = own; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (symbol->parent == own && symbol->kind == SYMBOL_METHOD &&
            !has_word_of("default static private", symbol->signature))
            open++;
    }
    return open == 1;
}

/* Whether it embeds an interface that the repository does not declare. */
static bool embeds_unknown(const Looking *looking, uint32_t symbol)
{
    EdgeVec edges = {0};
    catalog_edges_of(looking->catalog, looking->arena, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee == SYMBOL_NOWHERE)
            return true;
    return false;
}

static void look_at_kind(Looking *looking, uint32_t symbol)
{
    SymbolPlace place = catalog_place(looking->catalog, symbol);
    const CatalogFile *file = catalog_row(looking->catalog, place.file);
    const LangFacts *facts = facts_of(file);
    Outline outline;
    Err ignored = {0};
    if (facts->interfaces_match_by_shape && place.index &&
        file->entries[place.index].kind == SYMBOL_INTERFACE)
        looking->heirs->shapes = embeds_unknown(looking, symbol);
    if ((!facts->heirs.shapes && !facts->heirs.lambdas) ||
        !catalog_outline(looking->catalog, looking->arena, place.file, false, &outline, &ignored) ||
        !place.index || place.index > outline.symbols.len)
        return;
    Str signature = outline.symbols.ptr[place.index - 1].signature;
    looking->heirs->shapes = has_word_of(facts->heirs.shapes, signature);
    looking->heirs->lambdas =
        has_word_of(facts->heirs.lambdas, signature) && is_functional(&outline, place.index);
}

static const Language *language_of(const Catalog *catalog, uint32_t symbol)
{
    return catalog->files.ptr[catalog_place(catalog, symbol).file].language;
}

bool heirs_find(const MentionSearch *search, Arena *arena, uint32_t symbol, Str word, Heirs *heirs,
                Err *err)
{
    Pattern *pattern SCOPED(pattern_close) = NULL;
    Looking looking = {.search = search,
                       .catalog = (Catalog *)search->catalog,
                       .arena = arena,
                       .heirs = heirs,
                       .language = language_of(search->catalog, symbol),
                       .symbol = symbol,
                       .own = catalog_place(search->catalog, symbol),
                       .word = word};
    *heirs = (Heirs){0};
    take_edges(&looking, symbol);
    look_at_kind(&looking, symbol);
    if (!pattern_open(arena, word, (PatternOptions){.whole_word = true}, &pattern, err))
        return false;
    looking.pattern = pattern;
    return look_at_lines(&looking, err);
}
