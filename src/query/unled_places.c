/* The lines that have the word are listed. Each edge to a symbol of the name takes one place off
   its line, and further ones off the lines of its caller. Of the places that remain, a call counts,
   a function that is passed, and a string that is the name alone. */
#include "query/unled_places.h"

#include "index/catalog/classify.h"
#include "index/resolve/resolve.h"
#include "index/resolve/rules.h"
#include "lang/lexical/code_tokens.h"
#include "lang/name_sites.h"
#include "lang/registry.h"
#include "text/address.h"

/* A line with the word. */
typedef struct UnledLine {
    uint32_t line, places;
    uint32_t taken; /* places that edges account for */
    uint32_t seen;  /* places that may mean the symbol, so far */
} UnledLine;

/* The places of one file. */
typedef struct UnledFile {
    uint32_t id;
    const CatalogFile *row;
    UnledLine *lines;
    size_t line_count;
    Outline outline;
    VEC(const Reference *) named; /* its references and bindings of the name */
    Str text;
    TokenVec tokens;
} UnledFile;

typedef struct UnledPlaces {
    SessionRequest *request;
    const IndexSession *session;
    const Catalog *catalog;
    uint32_t symbol;
    const IdVec *joined;
    const Language *language;
    Str word;
    uint64_t count;
    MentionLine shown[MENTIONS_SHOWN];
} UnledPlaces;

/* ---- places with edges ---- */

static bool is_asked(const UnledPlaces *places, uint32_t symbol)
{
    for (size_t i = 0; places->joined && i < places->joined->len; i++)
        if (places->joined->ptr[i] == symbol)
            return true;
    return symbol == places->symbol;
}

/* Whether text writes the name with the word: `f` of `a.f`, `ext:os:path.f`. */
static bool has_word(const UnledPlaces *places, Str name)
{
    Str word = places->word;
    size_t start = name.len - MIN(name.len, word.len);
    if (str_equal(mentions_word(places->language, name), word))
        return true;
    return str_ends(name, word) && start && !byte_is_word(name.ptr[start - 1]);
}

static bool is_of_name(const UnledPlaces *places, const Edge *edge)
{
    uint32_t name = edge->callee == SYMBOL_NOWHERE
                        ? edge->external
                        : catalog_entry(places->catalog, edge->callee)->name;
    return has_word(places, catalog_name(places->catalog, name));
}

/* Takes places off the lines from `first` to `last`. */
static void take_places(UnledFile *file, uint32_t first, uint32_t last, uint32_t count)
{
    for (size_t i = 0; i < file->line_count && count; i++) {
        UnledLine *line = &file->lines[i];
        if (line->line < first || line->line > last)
            continue;
        uint32_t taken = MIN(line->places - line->taken, count);
        line->taken += taken;
        count -= taken;
    }
}

/* Whether the caller has an edge to what is asked for: then its other candidates are the same
   places. */
static bool leads_here(const UnledPlaces *places, const EdgeVec *edges, uint32_t caller)
{
    for (size_t i = 0; i < edges->len; i++)
        if (edges->ptr[i].caller == caller && is_asked(places, edges->ptr[i].callee))
            return true;
    return false;
}

static void take_edges(const UnledPlaces *places, UnledFile *file)
{
    EdgeVec edges = {0};
    catalog_edges(places->catalog, places->request->arena, file->id, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        bool sure = edge->confidence != EDGE_AMBIGUOUS;
        if (edge->kind == REFERENCE_TYPE || edge->kind == REFERENCE_BASE)
            continue; // the word there is no call
        if (!is_of_name(places, edge) || (!sure && !leads_here(places, &edges, edge->caller)))
            continue;
        const Entry *caller = &file->row->entries[edge->caller - file->row->first];
        bool within = caller->start_line <= edge->line && edge->line <= caller->end_line;
        take_places(file, edge->line, edge->line, 1);
        if (edge->count > 1) // of a merged declaration, another part may have them
            take_places(file, within ? caller->start_line : edge->line,
                        within ? caller->end_line : UINT32_MAX, edge->count - 1);
    }
}

/* ---- what the others are ---- */

/* Whether the name is declared or imported there. */
static bool is_declared(const Outline *outline, uint32_t start)
{
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (outline->symbols.ptr[i].name_start == start)
            return true;
    for (size_t i = 0; i < outline->imports.len; i++)
        if (outline->imports.ptr[i].start <= start && start < outline->imports.ptr[i].end)
            return true;
    return false;
}

/* Whether a function around the place binds the name: index + 1 of the innermost symbol. */
static bool is_bound(const UnledFile *file, uint32_t around)
{
    for (size_t i = 0; around && i < file->named.len; i++) {
        const Reference *bind = file->named.ptr[i];
        uint32_t at = bind->kind == REFERENCE_BIND && bind->symbol ? around : 0;
        while (at && at != bind->symbol)
            at = file->row->entries[at].parent;
        if (at)
            return true;
    }
    return false;
}

/* The reference that is written there, or NULL. */
static const Reference *reference_at(const UnledFile *file, uint32_t start)
{
    for (size_t i = 0; i < file->named.len; i++) {
        const Reference *reference = file->named.ptr[i];
        bool binds = reference->kind == REFERENCE_BIND || reference->kind == REFERENCE_WRITE;
        if (!binds && reference->start == start)
            return reference;
    }
    return NULL;
}

/* Whether the language lets a call of the symbol be written so. `mark`: the byte before the name.
   A function of C has no receiver, one of Rust only a path, and in Go a method needs one. */
static bool may_be_written(const UnledPlaces *places, const UnledFile *file, char mark)
{
    const Rules *rules = rules_of(file->row->language);
    const Entry *entry = catalog_entry(places->catalog, places->symbol);
    bool path = str_equal(lang_scope_separator(file->row->language), STR("::"));
    bool method = entry->kind == SYMBOL_METHOD;
    if (!byte_in(mark, ".>:"))
        return !method || rules->bare_names_may_be_members;
    return method || (mark == '.' ? !path : mark == ':' || entry->parent);
}

static bool may_mean(const UnledPlaces *places, const UnledFile *file, const Token *token)
{
    Str text = file->text;
    bool called = token->end < text.len && text.ptr[token->end] == '(';
    char mark = token->start ? text.ptr[token->start - 1] : '\0';
    bool receiver = byte_in(mark, ".>:");
    const Reference *reference = reference_at(file, token->start);
    uint32_t around =
        reference ? reference->symbol : name_site_symbol(&file->outline, token->start);
    bool call = called || (reference && reference->kind == REFERENCE_CALL);
    bool passed = reference && reference->kind == REFERENCE_USE && !receiver;
    if (is_declared(&file->outline, token->start) || (!receiver && is_bound(file, around)))
        return false;
    return (call || passed) && may_be_written(places, file, mark);
}

/* A string that is the word and nothing else, where a value may be called by its name. Those of
   tests are titles. */
static bool is_name_in_string(const UnledPlaces *places, const UnledFile *file, const Token *token)
{
    Str text = str_slice(file->text, token->start, token->end);
    return token->kind == TOKEN_STRING && text.len == places->word.len + 2 &&
           str_equal(str_slice(text, 1, text.len - 1), places->word) &&
           !resolve_is_strict(file->row->language) && file->row->class != FILE_TEST;
}

static void judge_token(UnledPlaces *places, UnledFile *file, const Token *token, UnledLine *line)
{
    bool word = token->kind == TOKEN_WORD &&
                str_equal(str_slice(file->text, token->start, token->end), places->word);
    bool means = word ? may_mean(places, file, token) : is_name_in_string(places, file, token);
    if (!means || ++line->seen <= line->taken)
        return;
    if (places->count < MENTIONS_SHOWN)
        places->shown[places->count] = (MentionLine){.file = file->id, .line = line->line};
    places->count++;
}

/* Whether more places are left than the file declares symbols of the name. */
static bool has_left(const UnledPlaces *places, const UnledFile *file)
{
    uint32_t left = 0, declared = 0;
    for (size_t i = 0; i < file->line_count; i++)
        left += file->lines[i].places - file->lines[i].taken;
    for (uint32_t i = 1; i < file->row->count && declared < left; i++)
        declared += has_word(places, catalog_name(places->catalog, file->row->entries[i].name));
    return left > declared;
}

static bool read_file(const UnledPlaces *places, UnledFile *file)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    Arena *arena = places->request->arena;
    if (!session_open_file(places->request, places->session, arena, file->row->path, &open,
                           &ignored) ||
        open.size > INDEX_FILE_BYTES_MAX || !fs_read_all(arena, &open, &file->text, &ignored) ||
        !catalog_outline(places->catalog, arena, file->id, true, &file->outline, &ignored) ||
        !file->outline.symbols.len) // damaged: the next question about it says so
        return false;
    code_tokens_read(arena, file->row->language, file->text, &file->tokens);
    for (size_t i = 0; i < file->outline.references.len; i++)
        if (str_equal(file->outline.references.ptr[i].name, places->word))
            *VEC_PUSH(arena, &file->named) = &file->outline.references.ptr[i];
    return true;
}

/* Judges the tokens of the listed lines, which are in order. */
static void judge_tokens(UnledPlaces *places, UnledFile *file)
{
    uint32_t line = 1, counted = 0;
    size_t next = 0;
    for (size_t i = 0; i < file->tokens.len && next < file->line_count; i++) {
        const Token *token = &file->tokens.ptr[i];
        for (; counted < token->start; counted++)
            line += file->text.ptr[counted] == '\n';
        while (next < file->line_count && file->lines[next].line < line)
            next++;
        if (next < file->line_count && file->lines[next].line == line)
            judge_token(places, file, token, &file->lines[next]);
    }
}

static void judge_file(UnledPlaces *places, UnledFile *file)
{
    file->row = catalog_row(places->catalog, file->id);
    if (!mention_is_followed(file->row) || !rules_are_kin(file->row->language, places->language))
        return;
    take_edges(places, file);
    if (has_left(places, file) && read_file(places, file))
        judge_tokens(places, file);
}

/* The lines of one file, from the first of them; comments are left out. Returns the next file's. */
static size_t take_file(UnledPlaces *places, const MentionLineVec *all, size_t first)
{
    size_t end = first;
    UnledFile file = {.id = all->ptr[first].file};
    while (end < all->len && all->ptr[end].file == file.id)
        end++;
    file.lines = NEW(places->request->arena, UnledLine, end - first);
    for (size_t i = first; i < end; i++)
        if (all->ptr[i].kind != MENTION_COMMENT)
            file.lines[file.line_count++] =
                (UnledLine){.line = all->ptr[i].line, .places = all->ptr[i].places};
    judge_file(places, &file);
    return end;
}

/* ---- the sentence ---- */

static Str sentence(const UnledPlaces *places, const Mentions *all)
{
    SessionRequest *request = places->request;
    Buf out = buf_open(request->arena, 0);
    Str call = mentions_search_call(request, all, (Str){0});
    if (all->missed)
        return str_format(request->arena,
                          "further places in the code of %u files were not looked for: %.*s",
                          all->missed, STR_ARG(call));
    if (!places->count)
        return (Str){0};
    SymbolKind kind = (SymbolKind)catalog_entry(places->catalog, places->symbol)->kind;
    buf_printf(&out, "%llu other place%s in code may %s it and %s not followed (",
               (unsigned long long)places->count, places->count == 1 ? "" : "s",
               symbol_is_callable(kind) ? "call" : "use", places->count == 1 ? "is" : "are");
    for (size_t i = 0; i < places->count && i < MENTIONS_SHOWN; i++) {
        Str path = places->catalog->files.ptr[places->shown[i].file].path;
        buf_printf(&out, "%s%.*s:%u", i ? ", " : "", STR_ARG(address_shown(request->arena, path)),
                   places->shown[i].line);
    }
    buf_printf(&out, "%s): %.*s", places->count > MENTIONS_SHOWN ? ", …" : "", STR_ARG(call));
    return buf_str(&out);
}

Str unled_places_text(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                      const IdVec *joined)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    Mentions all = {0};
    MentionLineVec lines = {0};
    Err ignored = {0};
    const Catalog *catalog = session->catalog;
    UnledPlaces places = {.request = request,
                          .session = session,
                          .catalog = catalog,
                          .symbol = symbol,
                          .joined = joined,
                          .language =
                              catalog_row(catalog, catalog_place(catalog, symbol).file)->language,
                          .word = mentions_symbol_word(session, symbol)};
    if (!places.word.len || !session->store || !mentions_open(request, session, &tree, &search))
        return (Str){0};
    search.only_code = true;
    if (!mention_search_find(&search, request->arena, places.word, lang_folds_case(places.language),
                             &all, &ignored))
        return (Str){0};
    if (!all.missed && !mention_search_lines(&search, request->arena, &all, &lines))
        all.missed = (uint32_t)all.list.len;
    for (size_t i = 0; i < lines.len;)
        i = take_file(&places, &lines, i);
    return sentence(&places, &all);
}
