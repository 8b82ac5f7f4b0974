/* Levels of detail of a search result: a declaration with its neighbours, the class around it
   without bodies, or a summary of the file. If the text must be shorter, the comment and the
   signature are kept. */
#include "explore/search_level.h"

#include "config/config.h"
#include "explore/pieces.h"
#include "lang/file_summary.h"
#include "query/query.h"
#include "relations/symbol_answer.h"
#include "text/lines.h"
#include "text/tokens.h"
#include "view/format.h"

/* Size of a chunk of level full, as made by `fovea chunk`. */
#define FULL_BYTES (CHUNK_TOKENS_DEFAULT * TOKEN_BYTES)
/* Maximum bytes of a section or a comment. */
#define DOCS_BYTES 1600
/* Maximum number of members shown of a class or a file. */
#define MEMBERS_MAX 60
#define SIGNATURE_BYTES 160
/* Maximum bytes of a file's summary: with its declarations it has max_summary_length. */
#define SUMMARY_BYTES 200
/* Names in place of a summary: as many as fit a line. */
#define MAIN_NAMES_MAX 4
/* Imports among which one is looked for again. */
#define IMPORTS_COMPARED 64

/* ---- the shown text ---- */

static const Entry *entry_of(const Catalog *catalog, uint32_t file, uint32_t entry)
{
    return &catalog_row(catalog, file)->entries[entry];
}

uint32_t search_level_entry(const Catalog *catalog, uint32_t file, uint32_t entry,
                            SearchLevel level)
{
    if (level == LEVEL_FILE)
        return 0;
    if (level != LEVEL_CLASS || !entry)
        return entry;
    uint32_t parent = entry_of(catalog, file, entry)->parent;
    bool member = parent && symbol_is_type((SymbolKind)entry_of(catalog, file, parent)->kind);
    return member ? parent : entry;
}

/* Estimated bytes of some lines, by the file's average. */
static uint64_t bytes_of_lines(const CatalogFile *file, uint64_t lines)
{
    return lines * file->size / MAX(file->lines, 1u);
}

/* ---- declarations ---- */

static void put_signature(Buf *out, const Symbol *symbol, unsigned depth)
{
    Str text = symbol->signature.len ? symbol->signature : symbol->name;
    buf_put_repeat(out, STR("  "), depth);
    view_put_line_text(out, view_cut_end(out->arena, text, SIGNATURE_BYTES));
    buf_put_byte(out, ' ');
    view_put_range(out, symbol->start_line, symbol->end_line);
    buf_put_byte(out, '\n');
}

static void put_doc(Buf *out, const Symbol *symbol, unsigned depth)
{
    Str doc = symbol_doc(symbol);
    if (!doc.len)
        return;
    buf_put_repeat(out, STR("  "), depth);
    buf_put(out, STR("| "));
    view_put_line_text(out, doc);
    buf_put_byte(out, '\n');
}

/* Whether the symbol is private by its modifiers, or by a naming convention. */
static bool is_private(const Symbol *symbol)
{
    Str name = symbol->name;
    bool special = str_starts(name, STR("__")) && str_ends(name, STR("__"));
    return symbol->modifiers & MODIFIER(PRIVATE) || str_starts(name, STR("#")) ||
           (str_starts(name, STR("_")) && !special);
}

static void put_head(Buf *out, const Symbol *symbol, unsigned depth, const SearchShow *show)
{
    Symbol shown = *symbol;
    if (!show->signatures)
        shown.signature = (Str){0};
    if (show->docs)
        put_doc(out, symbol, depth);
    put_signature(out, &shown, depth);
}

/* Writes the head of a declaration and of its members, without bodies. */
static void put_class(Buf *out, const Outline *outline, uint32_t entry, const SearchShow *show)
{
    const Symbol *symbol = &outline->symbols.ptr[entry - 1];
    size_t shown = 0;
    put_head(out, symbol, 0, show);
    if (!symbol_is_type(symbol->kind) && symbol->kind != SYMBOL_NAMESPACE &&
        symbol->kind != SYMBOL_MODULE)
        return;
    for (uint32_t i = entry; i < symbol->next; i++) {
        const Symbol *member = &outline->symbols.ptr[i];
        if (member->parent != entry || (show->no_private && is_private(member)))
            continue;
        if (++shown > MEMBERS_MAX)
            continue;
        put_head(out, member, 1, show);
    }
    if (shown > MEMBERS_MAX)
        buf_printf(out, "  [%zu more members]\n", shown - MEMBERS_MAX);
}

/* ---- a file ---- */

/* Reads the start of the file; empty if it can no longer be read, or is in another repository. */
static Str head_text(SessionRequest *request, const IndexSession *session, const CatalogFile *file)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    char *bytes = arena_bytes(request->arena, SUMMARY_HEAD_BYTES);
    size_t got = 0;
    Err gone;
    if (session->catalog->elsewhere ||
        !session_open_file(request, session, request->arena, file->path, &open, &gone) ||
        !fs_read_at(&open, 0, bytes, SUMMARY_HEAD_BYTES, &got, &gone))
        return (Str){0};
    return (Str){bytes, got};
}

static bool is_main(const Symbol *symbol)
{
    return symbol_is_callable(symbol->kind) || symbol->kind == SYMBOL_TYPE ||
           symbol->kind == SYMBOL_SECTION || symbol_is_type(symbol->kind);
}

/* Writes `Class.method[12-40]`, or counts it if there is no room. */
static void put_name(Buf *list, const Outline *outline, uint32_t index, size_t room,
                     size_t *left_out)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    size_t before = list->len;
    if (before)
        buf_put(list, STR(", "));
    if (symbol->parent) {
        view_put_line_text(list, outline->symbols.ptr[symbol->parent - 1].name);
        buf_put_byte(list, '.');
    }
    view_put_line_text(list, symbol->name);
    view_put_range(list, symbol->start_line, symbol->end_line);
    if (list->overflow || list->len > room) {
        list->len = before;
        ++*left_out;
    }
}

/* Whether the symbol before it is the same declaration, as in `typedef struct list {…} list`. */
static bool is_repeated(const Outline *outline, size_t index)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    for (size_t i = index; i-- && outline->symbols.ptr[i].start_line == symbol->start_line;)
        if (str_equal(outline->symbols.ptr[i].name, symbol->name))
            return true;
    return false;
}

/* Writes the parts that match the question, then the other top-level declarations in source
   order. */
static void put_main(Buf *out, const Outline *outline, const RankedPart *parts, size_t room)
{
    Buf list = buf_open(out->arena, 0);
    size_t left_out = 0;
    bool *shown = NEW(out->arena, bool, outline->symbols.len + 1);
    for (size_t i = 0; i < RANK_PARTS_MAX && parts[i].score > 0; i++)
        if (parts[i].entry && parts[i].entry <= outline->symbols.len) {
            put_name(&list, outline, parts[i].entry - 1, room / 2, &left_out);
            shown[parts[i].entry - 1] = true;
        }
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (!outline->symbols.ptr[i].depth && !shown[i] && is_main(&outline->symbols.ptr[i]) &&
            !is_repeated(outline, i))
            put_name(&list, outline, (uint32_t)i, room / 2, &left_out);
    buf_put(out, buf_str(&list));
    if (left_out)
        buf_printf(out, "%s[%zu more]", list.len ? " " : "", left_out);
    if (list.len || left_out)
        buf_put_byte(out, '\n');
}

/* Whether an import before it names the same, as the parts of one module are imported in turn. */
static bool is_imported_before(const Outline *outline, size_t index)
{
    for (size_t i = index - MIN(index, (size_t)IMPORTS_COMPARED); i < index; i++)
        if (str_equal(outline->imports.ptr[i].name, outline->imports.ptr[index].name))
            return true;
    return false;
}

static void put_imports(Buf *out, const Outline *outline, size_t room)
{
    Buf list = buf_open(out->arena, 0);
    size_t left_out = 0;
    for (size_t i = 0; i < outline->imports.len; i++) {
        Str name = outline->imports.ptr[i].name;
        if (!name.len || is_imported_before(outline, i))
            continue;
        if (list.len + name.len > room / 4) {
            left_out++;
            continue;
        }
        buf_put(&list, list.len ? STR(", ") : STR("imports "));
        view_put_line_text(&list, name);
    }
    buf_put(out, buf_str(&list));
    if (left_out && list.len)
        buf_printf(out, " [%zu more]", left_out);
    if (list.len)
        buf_put_byte(out, '\n');
}

static bool is_said(const Str *said, size_t count, Str name)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(said[i], name))
            return true;
    return false;
}

/* Which declarations name a file, in this order: main ones at the top, those in namespaces, values
   at the top. */
enum {
    NAMES_TOP,
    NAMES_WITHIN,
    NAMES_VALUES,
    NAMES_KINDS
};

static bool names_file(const Symbol *symbol, int kind)
{
    bool space = symbol->kind == SYMBOL_NAMESPACE || symbol->kind == SYMBOL_MODULE;
    if (kind == NAMES_WITHIN)
        return is_main(symbol);
    return !symbol->depth && symbol->name.len && !space &&
           (kind == NAMES_VALUES || is_main(symbol));
}

/* The first main declarations, for a file without a description of itself, each name once: `struct
   Config` and `impl Config` are one. */
static Str main_names(Arena *arena, const Outline *outline)
{
    Buf names = buf_open(arena, 0);
    Str said[MAIN_NAMES_MAX];
    size_t shown = 0;
    for (int kind = 0; kind < NAMES_KINDS && !shown; kind++)
        for (size_t i = 0; i < outline->symbols.len && shown < MAIN_NAMES_MAX; i++) {
            const Symbol *symbol = &outline->symbols.ptr[i];
            if (!names_file(symbol, kind) || is_said(said, shown, symbol->name))
                continue;
            said[shown] = symbol->name;
            buf_put(&names, shown++ ? STR(", ") : (Str){0});
            view_put_line_text(&names, symbol->name);
        }
    return buf_str(&names);
}

static void put_summary(Buf *out, const SearchPlace *place)
{
    if (!place->summary.len)
        return;
    view_put_line_text(out, view_cut_end(out->arena, place->summary, SUMMARY_BYTES));
    buf_put_byte(out, '\n');
}

/* The summary in the file's own words, then its declarations; without a summary they are marked as
   the basis of the answer. */
static void file_text(SessionRequest *request, const IndexSession *session, const Outline *outline,
                      SearchPlace *place)
{
    const CatalogFile *file = catalog_row(session->catalog, place->file);
    const SearchShow *show = &request->config->search.show;
    const RankedPart *parts = place->ranked->parts;
    Buf out = buf_open(request->arena, 0);
    size_t room = (size_t)show->file_bytes;
    if (show->summaries)
        place->summary = file_summary(request->arena, file->language, outline,
                                      head_text(request, session, file));
    if (!place->summary.len)
        place->symbols = main_names(request->arena, outline);
    put_summary(&out, place);
    if (show->summaries && show->structure && !place->summary.len && outline->symbols.len)
        buf_put(&out, STR("(from its symbols) "));
    if (show->structure) {
        put_main(&out, outline, parts, room);
        put_imports(&out, outline, room);
    }
    place->text = view_cut_end(request->arena, buf_str(&out), room);
}

/* ---- lines ---- */

/* Widens a place to its outermost declaration and the declarations after it, as far as they fit
   `bytes`. */
static void widen(const CatalogFile *file, uint32_t entry, uint64_t bytes, uint32_t *first,
                  uint32_t *last)
{
    const Entry *entries = file->entries;
    uint32_t top = entry;
    while (entries[top].parent)
        top = entries[top].parent;
    bool whole = bytes_of_lines(file, entries[top].end_line - entries[top].start_line + 1) <= bytes;
    const Entry *shown = &entries[whole ? top : entry];
    *first = shown->start_line;
    *last = shown->end_line;
    for (uint32_t i = top + 1; i < file->count && whole; i++) {
        if (entries[i].parent)
            continue;
        if (bytes_of_lines(file, entries[i].end_line - *first + 1) > bytes)
            break;
        *last = MAX(*last, entries[i].end_line);
    }
}

static void choose_lines(const CatalogFile *file, SearchLevel level, SearchPlace *place)
{
    const Entry *entry = &file->entries[place->entry];
    place->first = place->entry ? entry->start_line : 1;
    place->last = place->entry ? entry->end_line : MAX(file->lines, 1u);
    uint32_t first = place->first, last = place->last;
    if (place->entry)
        widen(file, place->entry, FULL_BYTES, &first, &last);
    place->full = MIN(bytes_of_lines(file, last - first + 1), (uint64_t)FULL_BYTES);
    if (place->entry && place->around > 1)
        widen(file, place->entry, place->around * FULL_BYTES, &first, &last);
    if (level == LEVEL_FULL && place->around) {
        place->first = first;
        place->last = last;
    }
}

/* Prepares the shorter form of a large body. */
static void shorten_to_pieces(Arena *arena, const CatalogFile *file, Str text, SearchPlace *place)
{
    const Entry *entry = &file->entries[place->entry];
    uint32_t end = MIN(entry->end_line, file->lines);
    size_t bytes = lines_offset(text, (uint64_t)end + 1) - lines_offset(text, entry->start_line);
    if (!place->entry || !pieces_suit(entry->start_line, end, bytes))
        return;
    Buf out = buf_open(arena, 0);
    pieces_put(&out, text,
               &(PiecesOf){.first = entry->start_line,
                           .last = end,
                           .named = entry->start_line,
                           .lines = place->declaration ? place->declaration->lines : NULL,
                           .around = PIECES_AROUND});
    place->brief = buf_str(&out);
}

static bool take_lines(SessionRequest *request, const IndexSession *session, SearchLevel level,
                       SearchPlace *place, Err *err)
{
    const CatalogFile *file = catalog_row(session->catalog, place->file);
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Str text;
    Err gone = {0};
    if (!session_open_file(request, session, request->arena, file->path, &open, &gone) ||
        !fs_read_all(request->arena, &open, &text, &gone))
        return gone.code != ERR_INTERRUPTED || err_interrupted(err);
    uint32_t around =
        level == LEVEL_METHOD && place->around ? (uint32_t)request->config->search.show.lines : 0;
    uint32_t comment =
        level == LEVEL_DOCS ? (uint32_t)symbol_comment_lines(text, place->first) : around;
    place->first -= MIN(comment, place->first - 1);
    place->last = MIN(place->last + around, file->lines);
    Str lines = str_slice(text, lines_offset(text, place->first),
                          lines_offset(text, (uint64_t)place->last + 1));
    if (level == LEVEL_METHOD)
        shorten_to_pieces(request->arena, file, text, place);
    if (!place->entry || level == LEVEL_DOCS)
        lines = view_cut_end(request->arena, lines, level == LEVEL_DOCS ? DOCS_BYTES : FULL_BYTES);
    place->text = lines;
    return true;
}

/* Prepends the head of the enclosing class to a body. */
static Str with_header(Arena *arena, const Outline *outline, const Entry *entries,
                       const SearchPlace *place, Str body)
{
    uint32_t parent = place->entry ? entries[place->entry].parent : 0;
    if (!parent || parent > outline->symbols.len || entries[parent].start_line >= place->first)
        return body;
    Buf out = buf_open(arena, 0);
    put_signature(&out, &outline->symbols.ptr[parent - 1], 0);
    buf_put(&out, body);
    return buf_str(&out);
}

/* Shortens a place to the declaration's comment and signature. place->text must begin with the
   comment. */
static bool shorten_to_comment(Arena *arena, const Outline *outline, SearchPlace *place)
{
    const Symbol *symbol = &outline->symbols.ptr[place->entry - 1];
    size_t above = symbol->start_line > place->first ? symbol->start_line - place->first : 0;
    Str text = str_slice(place->text, 0, lines_offset(place->text, above + 1));
    Str body = str_from_offset(place->text, text.len);
    static const Str quotes[] = {STR_INIT("\"\"\""), STR_INIT("'''")};
    Buf out = buf_open(arena, 0);
    buf_put(&out, text);
    put_signature(&out, symbol, 0);
    for (size_t i = 0; i < COUNT(quotes) && !text.len; i++) {
        size_t start = str_find(body, quotes[i]);
        size_t end = start == STR_NONE
                         ? STR_NONE
                         : str_find(str_from_offset(body, start + quotes[i].len), quotes[i]);
        if (end != STR_NONE) {
            buf_put(&out, str_slice(body, start, start + end + 2 * quotes[i].len));
            buf_put_byte(&out, '\n');
            break;
        }
    }
    place->text = view_cut_end(arena, buf_str(&out), DOCS_BYTES);
    return true;
}

bool search_outline(SessionRequest *request, const IndexSession *session, uint32_t id,
                    Outline *outline, Err *err)
{
    const CatalogFile *file = catalog_row(session->catalog, id);
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Str text;
    Err gone = {0};
    if (!catalog_outline(session->catalog, request->arena, id, false, outline, err))
        return false;
    if (outline->symbols.len || file->count < 2 || session->catalog->elsewhere ||
        !session_open_file(request, session, request->arena, file->path, &open, &gone) ||
        !fs_read_all(request->arena, &open, &text, &gone))
        return true;
    OutlineOptions options = {.time_ms = (int)request->config->parse_ms,
                              .want_docs = true,
                              .no_ctags = true,
                              .cancel = request->cancel};
    lang_outline(request->arena, *request->scratch, file->language, text, &options, outline);
    return true;
}

bool search_level_fill(SessionRequest *request, const IndexSession *session, SearchLevel level,
                       SearchPlace *place, Err *err)
{
    const Catalog *catalog = session->catalog;
    const CatalogFile *file = catalog_row(catalog, place->file);
    Outline *own = NEW(request->arena, Outline, 1), outline;
    choose_lines(file, level, place);
    if (!search_outline(request, session, place->file, own, err))
        return false;
    place->outline = own;
    outline = *own;
    const SearchShow *show = &request->config->search.show;
    bool known = place->entry && place->entry <= outline.symbols.len;
    /* Repositories elsewhere have only declarations. */
    bool heads =
        level == LEVEL_CLASS || (level == LEVEL_METHOD && !show->bodies) || catalog->elsewhere;
    if (level == LEVEL_FILE || (heads && !known)) {
        file_text(request, session, &outline, place);
        return true;
    }
    if (heads) {
        Buf out = buf_open(request->arena, 0);
        put_class(&out, &outline, place->entry, show);
        place->text = buf_str(&out);
        return true;
    }
    if (level == LEVEL_DOCS) {
        bool prose = rank_is_prose(file);
        return take_lines(request, session, level, place, err) &&
               (prose || !known || shorten_to_comment(request->arena, &outline, place));
    }
    if (!take_lines(request, session, level, place, err))
        return false;
    if (level == LEVEL_METHOD && known)
        place->text = with_header(request->arena, &outline, file->entries, place, place->text);
    if (level == LEVEL_METHOD && known && place->brief.len)
        place->brief = with_header(request->arena, &outline, file->entries, place, place->brief);
    return true;
}
