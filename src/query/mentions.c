/* One search of the tree answers every question about a word, and is kept for the answer. Lines
   that declare a symbol of the name are subtracted one by one where the lines can be listed, else
   by their number. */
#include "query/mentions.h"

#include "base/path.h"
#include "base/shell.h"
#include "lang/lexical/lexical.h"
#include "lang/registry.h"
#include "query/mention_names.h"
#include "query/mentions_registered.h"
#include "query/mentions_spelled.h"
#include "query/unseen.h"
#include "search/disguised.h"
#include "session/notices.h"
#include "text/address.h"
#include "view/format.h"

/* The end of a declaration is at most so far from its decorator; else the line is another's. */
#define REGISTERED_LINES_MAX 5000
/* Uses whose lines are read for strings next to the name. A registered name has a few. */
#define FEW_LINES_MAX 10

/* The words of an answer that were searched. */
struct MentionMemo {
    Mentions mentions;
    struct MentionMemo *next;
};

/* ---- the word ---- */

static Str strip_marks(Str name)
{
    while (name.len && !byte_is_word(name.ptr[0]))
        name = str_from_offset(name, 1);
    while (name.len && !byte_is_word(name.ptr[name.len - 1]))
        name.len--;
    return name;
}

Str mentions_word(const Language *language, Str name)
{
    static const Str marks = STR_INIT(".:/\\#( \t\"'`[]<>,");
    bool dots = language && language->lexical.traits & LEXICAL_DOTS;
    size_t colon = str_find_byte(name, ':');
    if (str_ends(name, STR(":")) && colon) // the parts of a selector
        return strip_marks(str_slice(name, 0, colon));
    name = strip_marks(name);
    size_t start = name.len;
    while (start && ((dots && name.ptr[start - 1] == '.') ||
                     str_find_byte(marks, name.ptr[start - 1]) == STR_NONE))
        start--;
    return strip_marks(str_from_offset(name, start));
}

/* ---- the search ---- */

bool mentions_open(SessionRequest *request, const IndexSession *session, FsTree *tree,
                   MentionSearch *search)
{
    FsPolicy policy = request->policy;
    Err ignored = {0};
    *search = (MentionSearch){.catalog = session->catalog,
                              .store = session->store,
                              .tree = tree,
                              .cancel = request->cancel};
    return fs_tree_open(request->arena, &policy, session->repo.root, tree, &ignored);
}

/* All files count as missed. */
static void miss_all(const Catalog *catalog, Mentions *mentions)
{
    mentions->searched = 0;
    mentions->missed = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        mentions->missed += catalog->files.ptr[i].path.len > 0;
}

const Mentions *mentions_of(SessionRequest *request, IndexSession *session,
                            const Language *language, Str word)
{
    bool folds = lang_folds_case(language);
    for (struct MentionMemo *memo = session->mentions; memo; memo = memo->next)
        if (str_equal(memo->mentions.word, word) && memo->mentions.ignore_case == folds)
            return &memo->mentions;
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    Err ignored = {0};
    struct MentionMemo *memo = NEW(request->arena, struct MentionMemo, 1);
    memo->mentions = (Mentions){.word = word, .ignore_case = folds};
    if (!word.len || !mentions_open(request, session, &tree, &search) ||
        !mention_search_find(&search, request->arena, word, folds, &memo->mentions, &ignored))
        miss_all(session->catalog, &memo->mentions);
    memo->next = session->mentions;
    session->mentions = memo;
    return &memo->mentions;
}

static const CatalogFile *file_of(const IndexSession *session, uint32_t symbol)
{
    return &session->catalog->files.ptr[catalog_place(session->catalog, symbol).file];
}

Str mentions_symbol_word(const IndexSession *session, uint32_t symbol)
{
    const Catalog *catalog = session->catalog;
    return mentions_word(file_of(session, symbol)->language,
                         catalog_name(catalog, catalog_entry(catalog, symbol)->name));
}

const Mentions *mentions_of_symbol(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    return mentions_of(request, session, file_of(session, symbol)->language,
                       mentions_symbol_word(session, symbol));
}

Str mentions_search_call(SessionRequest *request, const Mentions *all, Str directory)
{
    Str quoted = shell_quote(request->arena, all->word);
    Str quoted_place = directory.len ? str_join(request->arena, STR(" "),
                                                shell_quote_path(request->arena, directory))
                                     : (Str){0};
    return session_hint(request, str_format(request->arena, "fovea grep %.*s%.*s%s --whole-word",
                                            STR_ARG(quoted), STR_ARG(quoted_place),
                                            all->ignore_case ? " --case-insensitive" : ""));
}

/* ---- what is left ---- */

/* Takes one line of code within the declaration off the list, if the file has one. */
static bool take_line(MentionLineVec *lines, uint32_t file, const Entry *entry)
{
    for (size_t i = 0; i < lines->len; i++) {
        MentionLine *line = &lines->ptr[i];
        if (line->file != file || line->kind == MENTION_COMMENT || !line->places ||
            line->line < entry->start_line || line->line > entry->end_line)
            continue;
        line->places--;
        return true;
    }
    return false;
}

/* Subtracts the declarations of the name. Each takes one place. */
static void subtract_declared(const Catalog *catalog, uint32_t symbol, bool own_only,
                              MentionLineVec *lines, uint64_t *counts)
{
    IdSpan named = catalog_named((Catalog *)catalog, catalog_entry(catalog, symbol)->name);
    for (size_t i = 0; i < named.len; i++) {
        SymbolPlace place = catalog_place(catalog, named.ptr[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        MentionKind kind = mention_kind_of(file);
        if (own_only && named.ptr[i] != symbol)
            continue;
        if (place.index && lines)
            take_line(lines, place.file, &file->entries[place.index]);
        else if (place.index && counts[kind])
            counts[kind]--;
    }
}

/* Known sites are places, of which a line may have several. */
static void count_lines(const MentionLineVec *lines, bool in_places, MentionRest *rest)
{
    memset(rest->counts, 0, sizeof rest->counts);
    rest->in_places = in_places;
    for (size_t i = 0; i < lines->len; i++)
        rest->counts[lines->ptr[i].kind] +=
            in_places ? lines->ptr[i].places : lines->ptr[i].places > 0;
}

static void count_files(const Mentions *all, MentionRest *rest)
{
    rest->in_places = true;
    for (size_t i = 0; i < all->list.len; i++)
        rest->counts[all->list.ptr[i].kind] += all->list.ptr[i].places;
}

static uint64_t take_from(uint64_t *count, uint64_t sites)
{
    uint64_t taken = MIN(*count, sites);
    *count -= taken;
    return sites - taken;
}

static void keep_first(Arena *arena, const MentionLineVec *lines, MentionRest *rest)
{
    size_t kept[MENTION_KIND_COUNT] = {0};
    for (size_t i = 0; i < lines->len; i++) {
        const MentionLine *line = &lines->ptr[i];
        if (line->places && rest->counts[line->kind] && kept[line->kind]++ < MENTIONS_SHOWN)
            *VEC_PUSH(arena, &rest->lines) = *line;
    }
}

static void sum_up(MentionRest *rest, const MentionKnown *known)
{
    if (known->no_tests)
        rest->counts[MENTION_TEST] = 0;
    if (known->any)
        rest->counts[MENTION_TEXT] = rest->counts[MENTION_PROSE] = 0;
    for (size_t kind = 0; kind < MENTION_KIND_COUNT; kind++)
        rest->total += rest->counts[kind];
}

/* `symbol`: whose declarations are subtracted, or SYMBOL_NOWHERE. */
static MentionRest rest_of(SessionRequest *request, IndexSession *session, const Mentions *all,
                           uint32_t symbol, const MentionKnown *known)
{
    MentionRest rest = {.all = all,
                        .declared = symbol != SYMBOL_NOWHERE,
                        .call = mentions_search_call(request, all, (Str){0})};
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    MentionLineVec lines = {0};
    bool listed = all->list.len && mentions_open(request, session, &tree, &search) &&
                  mention_search_lines(&search, request->arena, all, &lines);
    if (!listed)
        count_files(all, &rest);
    if (symbol != SYMBOL_NOWHERE)
        subtract_declared(session->catalog, symbol, known->own_only, listed ? &lines : NULL,
                          rest.counts);
    if (listed)
        count_lines(&lines, known->sites > 0, &rest);
    uint64_t sites = take_from(&rest.counts[MENTION_CODE], known->sites);
    take_from(&rest.counts[MENTION_TEST], sites);
    sum_up(&rest, known);
    if (listed && !known->sites)
        keep_first(request->arena, &lines, &rest);
    return rest;
}

static MentionRest find_rest(SessionRequest *request, IndexSession *session, uint32_t symbol,
                             const MentionKnown *known)
{
    const Mentions *all = mentions_of_symbol(request, session, symbol);
    MentionRest rest = rest_of(request, session, all, symbol, known);
    if (rest.total || known->any || all->missed)
        return rest;
    StrVec spellings = {0};
    mentions_spellings(request->arena, session->catalog, symbol, all->word, &spellings);
    for (size_t i = 0; i < spellings.len; i++) {
        const Mentions *other =
            mentions_of(request, session, file_of(session, symbol)->language, spellings.ptr[i]);
        MentionRest found = rest_of(request, session, other, SYMBOL_NOWHERE, known);
        found.spelled = spellings.ptr[i];
        if (found.total)
            return found;
    }
    return rest;
}

/* The lines with a name under which the symbol is registered, without the registration itself;
   or NULL. */
static const MentionRest *rest_of_registered(SessionRequest *request, IndexSession *session,
                                             Str name, uint32_t file, uint32_t line)
{
    MentionRest *rest = NEW(request->arena, MentionRest, 1);
    const Mentions *all = mentions_of(request, session, NULL, name);
    *rest = rest_of(request, session, all, SYMBOL_NOWHERE, &(MentionKnown){0});
    for (size_t i = 0; i < rest->lines.len; i++) {
        MentionLine *at = &rest->lines.ptr[i];
        if (at->file != file || at->line > line || at->line + REGISTERED_LINES_MAX < line)
            continue;
        rest->counts[at->kind]--;
        rest->total--;
        memmove(at, at + 1, (--rest->lines.len - i) * sizeof *at);
        break;
    }
    return rest->total ? rest : NULL;
}

/* What templates and other text call it, if that is not its own name. `lines` have its name, and
   maybe register it. */
static void add_registered(SessionRequest *request, IndexSession *session, uint32_t symbol,
                           const MentionLineVec *lines, MentionRest *rest)
{
    SymbolPlace place = catalog_place(session->catalog, symbol);
    StrVec names = {0};
    registered_names(request, session, symbol, &names);
    uint32_t line = catalog_entry(session->catalog, symbol)->end_line;
    for (size_t i = 0; i < names.len && !rest->also; i++)
        rest->also = rest_of_registered(request, session, names.ptr[i], place.file, line);
    for (size_t i = 0; i < lines->len && !rest->also; i++) {
        const MentionLine *at = &lines->ptr[i];
        StrVec here = {0};
        if (at->kind == MENTION_CODE)
            registered_names_on(request, session, at->file, at->line, rest->all->word, &here);
        for (size_t k = 0; k < here.len && !rest->also; k++)
            rest->also = rest_of_registered(request, session, here.ptr[k], at->file, at->line);
    }
}

/* Where code may build the name. A search that fails is counted as a miss of all. */
static void look_for_built(SessionRequest *request, IndexSession *session, const Language *language,
                           MentionRest *rest)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    Err ignored = {0};
    if (!mentions_open(request, session, &tree, &search) ||
        !built_find(&search, request->arena, language, rest->all->word, &rest->built, &ignored))
        rest->built = (Built){.more = true};
}

/* Where code writes the name otherwise than letter by letter. */
static void look_for_disguised(SessionRequest *request, IndexSession *session,
                               const Language *language, MentionRest *rest)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    if (mentions_open(request, session, &tree, &search))
        disguised_find(&search, request->arena, language, rest->all->word, &rest->disguised);
    else
        rest->disguised.more = true;
}

MentionRest mentions_rest(SessionRequest *request, IndexSession *session, uint32_t symbol,
                          const MentionKnown *known)
{
    MentionRest rest = find_rest(request, session, symbol, known);
    if (!rest.spelled.len)
        look_for_built(request, session, file_of(session, symbol)->language, &rest);
    look_for_disguised(request, session, file_of(session, symbol)->language, &rest);
    add_registered(request, session, symbol, &rest.lines, &rest);
    if (!rest.total && !known->any && !known->sites)
        unseen_note_short(request, session, UNSEEN_TEXT, UNSEEN_NOTE_BYTES);
    return rest;
}

MentionRest mentions_rest_of(SessionRequest *request, IndexSession *session, const Mentions *all)
{
    MentionRest rest = rest_of(request, session, all, SYMBOL_NOWHERE, &(MentionKnown){0});
    look_for_built(request, session, NULL, &rest);
    return rest;
}

/* ---- the sentence ---- */

static const char *const kind_words[MENTION_KIND_COUNT] = {
    [MENTION_CODE] = "code",        [MENTION_TEST] = "tests",
    [MENTION_COMMENT] = "comments", [MENTION_TEXT] = "text that is not followed",
    [MENTION_PROSE] = "prose",
};

void mentions_put_word(Buf *out, Str word)
{
    view_put_line_text(out, str_slice(word, 0, PATH_SHOWN_BYTES));
}

static void put_places(Buf *out, Arena scratch, const IndexSession *session,
                       const MentionRest *rest, MentionKind kind)
{
    size_t shown = 0;
    for (size_t i = 0; i < rest->lines.len; i++) {
        const MentionLine *line = &rest->lines.ptr[i];
        if (line->kind != kind)
            continue;
        Arena work = scratch;
        Str path = address_shown(&work, session->catalog->files.ptr[line->file].path);
        buf_printf(out, "%s%.*s:%u", shown++ ? ", " : " (", STR_ARG(path), line->line);
    }
    if (shown)
        buf_put(out, shown < rest->counts[kind] ? STR(", …)") : STR(")"));
}

static void put_missed(Buf *out, const MentionRest *rest)
{
    const Mentions *all = rest->all;
    if (all->guessed)
        buf_printf(out, "; %u file%s not UTF-8 and read as Windows-1252", all->guessed,
                   all->guessed == 1 ? " is" : "s are");
    if (!all->missed)
        return;
    buf_put(out, STR("; "));
    buf_put_thousands(out, all->missed);
    buf_printf(out, " file%s", all->missed == 1 ? "" : "s");
    if (all->missed_bytes) {
        buf_put(out, STR(" ("));
        buf_put_size(out, all->missed_bytes);
        buf_put_byte(out, ')');
    }
    buf_printf(out, " %s not searched", all->missed == 1 ? "was" : "were");
}

static void put_nothing(Buf *out, const MentionRest *rest)
{
    const Mentions *all = rest->all;
    buf_put(out, rest->declared ? STR("no other line of ") : STR("no line of "));
    buf_put(out, STR("the "));
    buf_put_thousands(out, all->searched);
    buf_printf(out, " text file%s has the word ", all->searched == 1 ? "" : "s");
    mentions_put_word(out, all->word);
}

static void put_lines(Buf *out, Arena scratch, const IndexSession *session, const MentionRest *rest,
                      const MentionKnown *known)
{
    bool one = rest->total == 1, comma = false;
    buf_put_thousands(out, rest->total);
    buf_printf(out, "%s %s%s ha%s the word ", rest->declared ? " other" : "",
               rest->in_places ? "place" : "line", one ? "" : "s", one ? "s" : "ve");
    mentions_put_word(out, rest->all->word);
    buf_put(out, STR(", "));
    for (size_t kind = 0; kind < MENTION_KIND_COUNT; kind++) {
        uint64_t count = rest->counts[kind];
        if (!count)
            continue;
        buf_put(out, comma ? STR(", ") : (Str){0});
        comma = true;
        if (count < rest->total)
            buf_printf(out, "%llu ", (unsigned long long)count);
        buf_printf(out, "in %s", kind_words[kind]);
        if (kind == MENTION_CODE && known->through)
            buf_put(out, STR(", maybe calls through values"));
        put_places(out, scratch, session, rest, (MentionKind)kind);
    }
}

static void put_built(Buf *out, Arena scratch, const IndexSession *session, const Built *built,
                      const char *lead)
{
    for (size_t i = 0; i < built->list.len; i++) {
        Arena work = scratch;
        Str path = address_shown(&work, session->catalog->files.ptr[built->list.ptr[i].file].path);
        buf_printf(out, "%s%.*s:%u", i ? ", " : lead, STR_ARG(path), built->list.ptr[i].line);
    }
    if (built->list.len && built->more)
        buf_put(out, STR(", …"));
}

Str mentions_built_text(SessionRequest *request, const IndexSession *session,
                        const MentionRest *rest)
{
    const Built *built = &rest->built, *other = &rest->disguised;
    Buf out = buf_open(request->arena, 0);
    put_built(&out, *request->scratch, session, built,
              built->list.len && built->list.ptr[0].pasted
                  ? "a macro may paste its name together at "
                  : "its name may be built at ");
    if (!built->list.len && built->more)
        buf_put(&out, STR("code that may build the name was not looked for"));
    buf_put(&out, out.len && (other->list.len || other->more) ? STR("; ") : (Str){0});
    put_built(&out, *request->scratch, session, other,
              "not followed: its name is spelled otherwise at ");
    if (!other->list.len && other->more)
        buf_put(&out, STR("other spellings of the name, such as escapes, were not looked for"));
    return buf_str(&out);
}

Str mentions_sentence(SessionRequest *request, const IndexSession *session, const MentionRest *rest,
                      const MentionKnown *known)
{
    Buf out = buf_open(request->arena, 0);
    if (!rest->all->searched)
        buf_printf(&out, "other lines with the word %.*s were not looked for",
                   STR_ARG(str_slice(rest->all->word, 0, PATH_SHOWN_BYTES)));
    else if (rest->total)
        put_lines(&out, *request->scratch, session, rest, known);
    else
        put_nothing(&out, rest);
    if (rest->all->searched)
        put_missed(&out, rest);
    Str built = mentions_built_text(request, session, rest);
    if (built.len)
        buf_printf(&out, "; %.*s", STR_ARG(built));
    if (rest->total || rest->all->missed)
        buf_printf(&out, ": %.*s", STR_ARG(rest->call));
    Str registered = mentions_registered_text(request, session, rest);
    if (registered.len)
        buf_printf(&out, "; %.*s", STR_ARG(registered));
    return buf_str(&out);
}

Str mentions_registered_text(SessionRequest *request, const IndexSession *session,
                             const MentionRest *rest)
{
    if (!rest->also)
        return (Str){0};
    return str_format(request->arena, "registered by another name: %.*s",
                      STR_ARG(mentions_sentence(request, session, rest->also, &(MentionKnown){0})));
}

static Json *built_value(Arena *arena, const IndexSession *session, const Built *built)
{
    Json *places = json_array(arena);
    for (size_t i = 0; i < built->list.len; i++) {
        Str path = session->catalog->files.ptr[built->list.ptr[i].file].path;
        json_add(places,
                 json_str(arena, str_format(arena, "%.*s:%u", STR_ARG(address_value(arena, path)),
                                            built->list.ptr[i].line)));
    }
    return places;
}

Json *mentions_value(Arena *arena, const IndexSession *session, const MentionRest *rest)
{
    static const Str keys[MENTION_KIND_COUNT] = {
        [MENTION_CODE] = STR_INIT("code"),        [MENTION_TEST] = STR_INIT("tests"),
        [MENTION_COMMENT] = STR_INIT("comments"), [MENTION_TEXT] = STR_INIT("text"),
        [MENTION_PROSE] = STR_INIT("prose"),
    };
    Json *value = json_object(arena), *places = json_array(arena);
    json_set(value, STR("word"), json_str(arena, rest->all->word));
    json_set(value, STR("files_searched"), json_u64(arena, rest->all->searched));
    json_set(value, STR("files_missed"), json_u64(arena, rest->all->missed));
    json_set(value, STR("lines"), json_u64(arena, rest->total));
    for (size_t kind = 0; kind < MENTION_KIND_COUNT; kind++)
        json_set(value, keys[kind], json_u64(arena, rest->counts[kind]));
    for (size_t i = 0; i < rest->lines.len; i++) {
        Str path = session->catalog->files.ptr[rest->lines.ptr[i].file].path;
        json_add(places,
                 json_str(arena, str_format(arena, "%.*s:%u", STR_ARG(address_value(arena, path)),
                                            rest->lines.ptr[i].line)));
    }
    json_set(value, STR("places"), places);
    if (rest->built.list.len)
        json_set(value, STR("built"), built_value(arena, session, &rest->built));
    if (rest->disguised.list.len)
        json_set(value, STR("disguised"), built_value(arena, session, &rest->disguised));
    if (rest->also)
        json_set(value, STR("registered"), mentions_value(arena, session, rest->also));
    if (rest->total || rest->all->missed)
        json_set(value, STR("show"), json_str(arena, rest->call));
    return value;
}

/* ---- beyond a sum ---- */

typedef struct Uses {
    const Catalog *catalog;
    Arena *arena;
    MentionLineVec lines;
} Uses;

static bool take_use(void *context, const Edge *edge)
{
    Uses *uses = context;
    uint32_t file = catalog_place(uses->catalog, edge->caller).file;
    if (edge->kind == REFERENCE_USE)
        *VEC_PUSH(uses->arena, &uses->lines) =
            (MentionLine){.file = file, .line = edge->line, .kind = MENTION_CODE};
    return uses->lines.len < FEW_LINES_MAX;
}

void mentions_note_registered(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    MentionRest rest = {.all = &(Mentions){.word = mentions_symbol_word(session, symbol)}};
    Uses uses = {.catalog = session->catalog, .arena = request->arena};
    catalog_edges_to(session->catalog, symbol, take_use, &uses);
    add_registered(request, session, symbol, &uses.lines, &rest);
    Str text = mentions_registered_text(request, session, &rest);
    if (text.len)
        session_note(request, session, session_hint(request, text));
}

/* ---- tests and templates ---- */

/* The directory that contains all these files; empty: the root. */
static Str common_directory(const Catalog *catalog, const Mentions *all, bool templates)
{
    Str common = {0};
    bool any = false;
    for (size_t i = 0; i < all->list.len; i++) {
        const MentionFile *from = &all->list.ptr[i];
        Str directory = path_directory(catalog->files.ptr[from->file].path);
        size_t len = 0, slash = 0;
        if (templates ? !from->template : from->kind != MENTION_TEST)
            continue;
        if (!any)
            common = directory;
        any = true;
        while (len < MIN(common.len, directory.len) && common.ptr[len] == directory.ptr[len]) {
            slash = common.ptr[len] == '/' ? len : slash;
            len++;
        }
        bool whole = (len == common.len || common.ptr[len] == '/') &&
                     (len == directory.len || directory.ptr[len] == '/');
        common = str_slice(common, 0, whole ? len : slash);
    }
    return str_equal(common, STR(".")) ? (Str){0} : common;
}

static MentionsIn mentions_in(SessionRequest *request, IndexSession *session, const Mentions *all,
                              bool templates)
{
    const Catalog *catalog = session->catalog;
    MentionsIn in = {.there = templates ? all->templates : all->tests, .missed = all->missed};
    for (size_t i = 0; i < all->list.len; i++) {
        const MentionFile *from = &all->list.ptr[i];
        if (templates ? !from->template : from->kind != MENTION_TEST)
            continue;
        in.files++;
        in.hits += from->lines;
        if (in.paths.len < MENTIONS_PATHS)
            *VEC_PUSH(request->arena, &in.paths) = catalog->files.ptr[from->file].path;
    }
    in.call = mentions_search_call(request, all,
                                   in.hits ? common_directory(catalog, all, templates) : (Str){0});
    return in;
}

MentionsIn mentions_in_tests(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    return mentions_in(request, session, mentions_of_symbol(request, session, symbol), false);
}

MentionsIn mentions_any_in_tests(SessionRequest *request, IndexSession *session,
                                 const IdVec *symbols)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    Mentions all = {0};
    Err ignored = {0};
    MentionNames names = mention_names(request, session, symbols->ptr, symbols->len);
    if (!names.words.len)
        return (MentionsIn){0};
    bool open = mentions_open(request, session, &tree, &search);
    search.only_tests = true;
    if (!open || !mention_search_find_any(&search, request->arena, names.words.ptr, names.words.len,
                                          &all, &ignored))
        miss_all(session->catalog, &all);
    all.missed += names.unsought > 0;
    all.word = names.words.ptr[0];
    return mentions_in(request, session, &all, false);
}

MentionsIn mentions_of_word_in_tests(SessionRequest *request, IndexSession *session, Str word)
{
    return mentions_in(request, session, mentions_of(request, session, NULL, word), false);
}

MentionsIn mentions_in_templates(SessionRequest *request, IndexSession *session, uint32_t symbol)
{
    return mentions_in(request, session, mentions_of_symbol(request, session, symbol), true);
}
