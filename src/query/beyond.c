/* One search for all names at once, in the files that are not followed whole. In code that was read
   in part, the places that edges account for are subtracted file by file. */
#include "query/beyond.h"

#include "base/id_map.h"
#include "query/mention_names.h"
#include "query/mentions.h"
#include "query/unseen.h"
#include "search/mention_search.h"
#include "session/notices.h"
#include "text/address.h"

/* ---- places that are known ---- */

/* Whether a line is one of code that was read in part, in which names have edges as well. */
static bool is_partial(const CatalogFile *file)
{
    return file->state == FILE_SYNTACTIC && file->class != FILE_DATA && catalog_follows_calls(file);
}

typedef struct Sites {
    const Catalog *catalog;
    Arena *arena;
    IdMap of_file; /* places that edges account for */
} Sites;

static void add_sites(Sites *sites, uint32_t file, uint32_t count)
{
    uint32_t before = id_map_get(&sites->of_file, file);
    id_map_put(&sites->of_file, sites->arena, file, (before == ID_MAP_NONE ? 0 : before) + count);
}

static bool take_site(void *context, const Edge *edge)
{
    Sites *sites = context;
    uint32_t file = catalog_place(sites->catalog, edge->caller).file;
    if (!mention_is_followed(&sites->catalog->files.ptr[file]))
        add_sites(sites, file, MAX(edge->count, 1));
    return true;
}

static bool has_word(const MentionLineVec *lines, const Catalog *catalog, Str word)
{
    for (size_t i = 0; i < lines->len; i++)
        if (is_partial(&catalog->files.ptr[lines->ptr[i].file]) &&
            str_equal_nocase(lines->ptr[i].word, word))
            return true;
    return false;
}

/* Counts the declarations of the names by file, and the calls of those that code has which was read
   in part. */
static void count_sites(const IndexSession *session, const MentionNames *names,
                        const MentionLineVec *lines, Sites *sites)
{
    Catalog *catalog = session->catalog;
    for (size_t i = 0; i < names->symbols.len && lines->len; i++) {
        IdSpan named = catalog_named(catalog, catalog_entry(catalog, names->symbols.ptr[i])->name);
        if (has_word(lines, catalog, names->words.ptr[i]))
            catalog_edges_to(catalog, names->symbols.ptr[i], take_site, sites);
        for (size_t k = 0; k < named.len; k++)
            add_sites(sites, catalog_place(catalog, named.ptr[k]).file, 1);
    }
}

/* ---- counting ---- */

static void add_place(const SessionRequest *request, const IndexSession *session,
                      const MentionLine *line, Beyond *beyond)
{
    if (beyond->place_count == BEYOND_SHOWN)
        return;
    beyond->places[beyond->place_count++] =
        (BeyondPlace){session->catalog->files.ptr[line->file].path,
                      str_copy(request->arena, line->word), line->line};
}

static void count_lines(SessionRequest *request, const IndexSession *session,
                        const MentionNames *names, const MentionLineVec *lines, Beyond *beyond)
{
    Sites sites = {.catalog = session->catalog, .arena = request->scratch};
    count_sites(session, names, lines, &sites);
    for (size_t i = 0; i < lines->len; i++) {
        const MentionLine *line = &lines->ptr[i];
        uint32_t left = id_map_get(&sites.of_file, line->file);
        uint32_t known = left == ID_MAP_NONE ? 0 : MIN(left, line->places);
        if (line->kind == MENTION_COMMENT)
            continue;
        if (known)
            id_map_put(&sites.of_file, request->scratch, line->file, left - known);
        if (line->places == known)
            continue;
        *(is_partial(&session->catalog->files.ptr[line->file]) ? &beyond->partial
                                                               : &beyond->text) += 1;
        add_place(request, session, line, beyond);
    }
}

/* The sum where the lines are too many to be listed: of whole files. */
static void count_files(const IndexSession *session, const Mentions *all, Beyond *beyond)
{
    for (size_t i = 0; i < all->list.len; i++) {
        const MentionFile *file = &all->list.ptr[i];
        bool partial = is_partial(&session->catalog->files.ptr[file->file]);
        *(partial ? &beyond->partial : &beyond->text) += file->lines;
    }
}

/* The language of the only symbol, which may fold case; NULL: there are several, or none. */
static const Language *language_of(const IndexSession *session, const MentionNames *names)
{
    if (names->symbols.len != 1)
        return NULL;
    SymbolPlace place = catalog_place(session->catalog, names->symbols.ptr[0]);
    return session->catalog->files.ptr[place.file].language;
}

static bool search_words(MentionSearch *search, Arena *arena, const MentionNames *names,
                         const Language *language, Mentions *all)
{
    Err ignored = {0};
    const Str *words = names->words.ptr;
    return names->words.len == 1
               ? mention_search_find(search, arena, words[0], lang_folds_case(language), all,
                                     &ignored)
               : mention_search_find_any(search, arena, words, names->words.len, all, &ignored);
}

/* What a search found; `listed`: line by line. */
typedef struct Found {
    Mentions all;
    MentionLineVec lines;
    bool listed;
} Found;

static bool search(SessionRequest *request, const IndexSession *session, const MentionNames *names,
                   BeyondOptions options, Found *found)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    MentionSearch search;
    if (!mentions_open(request, session, &tree, &search))
        return false;
    search.beyond = true;
    search.no_templates = options.no_templates;
    search.only_tests = options.only_tests;
    search.frugal = options.frugal || names->words.len > 1;
    if (!search_words(&search, request->arena, names, language_of(session, names), &found->all))
        return false;
    found->listed = mention_search_lines(&search, request->arena, &found->all, &found->lines);
    return true;
}

static Beyond find_names(SessionRequest *request, const IndexSession *session, MentionNames names,
                         BeyondOptions options)
{
    Found found = {0};
    Beyond beyond = {.names = names.words.len, .unsought = names.unsought};
    if (!names.words.len)
        return beyond;
    beyond.word = names.words.len == 1 ? names.words.ptr[0] : (Str){0};
    if (!search(request, session, &names, options, &found))
        found.all.missed = (uint32_t)session->catalog->files.len;
    beyond.missed = found.all.missed;
    if (found.listed)
        count_lines(request, session, &names, &found.lines, &beyond);
    else
        count_files(session, &found.all, &beyond);
    Mentions shown = {.word = beyond.word.len      ? beyond.word
                              : beyond.place_count ? beyond.places[0].name
                                                   : names.words.ptr[0],
                      .ignore_case = found.all.ignore_case};
    beyond.call = mentions_search_call(request, &shown, (Str){0});
    return beyond;
}

Beyond beyond_find(SessionRequest *request, const IndexSession *session, const uint32_t *symbols,
                   size_t count, BeyondOptions options)
{
    return find_names(request, session, mention_names(request, session, symbols, count), options);
}

/* ---- the sentence ---- */

static bool is_whole(const Beyond *beyond)
{
    return !beyond->text && !beyond->partial && !beyond->missed && !beyond->unsought;
}

static void put_places(Buf *out, Arena scratch, const Beyond *beyond)
{
    for (size_t i = 0; i < beyond->place_count; i++) {
        Arena work = scratch;
        const BeyondPlace *place = &beyond->places[i];
        buf_put(out, i ? STR(", ") : STR(" ("));
        if (!beyond->word.len)
            buf_printf(out, "%.*s ", STR_ARG(str_slice(place->name, 0, PATH_SHOWN_BYTES)));
        buf_printf(out, "%.*s:%u", STR_ARG(address_shown(&work, place->path)), place->line);
    }
    if (beyond->place_count)
        buf_put(out, beyond->place_count < beyond->text + beyond->partial ? STR(", …)") : STR(")"));
}

static void put_lines(Buf *out, Arena scratch, const Beyond *beyond)
{
    uint64_t all = beyond->text + beyond->partial;
    buf_put(out, STR("not counted: "));
    buf_put_thousands(out, all);
    if (beyond->word.len)
        buf_printf(out, " line%s with the word ", all == 1 ? "" : "s");
    else
        buf_printf(out, " line%s with one of %zu names", all == 1 ? "" : "s", beyond->names);
    mentions_put_word(out, beyond->word);
    buf_put(out, STR(" in "));
    if (beyond->text)
        buf_put(out, STR("text that is not followed"));
    if (beyond->partial)
        buf_printf(out, "%scode that was read in part", beyond->text ? " or " : "");
    put_places(out, scratch, beyond);
}

static void put_missed(Buf *out, const Beyond *beyond)
{
    if (beyond->missed)
        buf_printf(out, "; %u file%s not searched", beyond->missed,
                   beyond->missed == 1 ? " was" : "s were");
    if (beyond->unsought)
        buf_printf(out, "; %zu name%s not looked for", beyond->unsought,
                   beyond->unsought == 1 ? " was" : "s were");
}

Str beyond_text(SessionRequest *request, const Beyond *beyond)
{
    Buf out = buf_open(request->arena, 0);
    if (is_whole(beyond))
        return (Str){0};
    if (beyond->text || beyond->partial)
        put_lines(&out, *request->scratch, beyond);
    else
        buf_put(&out, STR("text that is not followed was not searched whole"));
    put_missed(&out, beyond);
    buf_printf(&out, ": %.*s", STR_ARG(beyond->call));
    return buf_str(&out);
}

Json *beyond_value(Arena *arena, const Beyond *beyond)
{
    if (is_whole(beyond))
        return NULL;
    Json *value = json_object(arena), *places = json_array(arena);
    if (beyond->word.len)
        json_set(value, STR("word"), json_str(arena, beyond->word));
    json_set(value, STR("names"), json_u64(arena, beyond->names));
    json_set(value, STR("lines"), json_u64(arena, beyond->text + beyond->partial));
    json_set(value, STR("read_in_part"), json_u64(arena, beyond->partial));
    for (size_t i = 0; i < beyond->place_count; i++) {
        const BeyondPlace *place = &beyond->places[i];
        json_add(places, json_str(arena, str_format(arena, "%.*s:%u",
                                                    STR_ARG(address_value(arena, place->path)),
                                                    place->line)));
    }
    json_set(value, STR("places"), places);
    json_set(value, STR("files_missed"), json_u64(arena, beyond->missed));
    if (beyond->unsought)
        json_set(value, STR("names_missed"), json_u64(arena, beyond->unsought));
    json_set(value, STR("show"), json_str(arena, beyond->call));
    return value;
}

static void note(SessionRequest *request, IndexSession *session, const Beyond *beyond)
{
    session_limit(request, session, STR("not_counted"), beyond_value(request->arena, beyond));
    session_note(request, session, beyond_text(request, beyond));
    unseen_note_short(request, session, UNSEEN_SUM, UNSEEN_NOTE_BYTES);
}

void beyond_note_word(SessionRequest *request, IndexSession *session, Str word)
{
    MentionNames names = {0};
    if (word.len && session->store)
        *VEC_PUSH(request->arena, &names.words) = word;
    Beyond beyond = find_names(request, session, names, (BeyondOptions){0});
    note(request, session, &beyond);
}

void beyond_note(SessionRequest *request, IndexSession *session, const uint32_t *symbols,
                 size_t count, BeyondOptions options)
{
    Beyond beyond = beyond_find(request, session, symbols, count, options);
    note(request, session, &beyond);
    if (count == 1 && session->store && beyond.word.len)
        mentions_note_registered(request, session, symbols[0]);
}
