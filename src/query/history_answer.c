/* Answers from history facts: churn of a symbol's file, logical coupling without an edge (files
   that change together), and files that a diff may lack because they usually change with its
   files. */
#include "query/history_answer.h"

#include "text/address.h"
#include "text/date.h"

#define MOST_CHANGED 5
/* Minimum churn that is shown, in hundredths. */
#define CHURN_SHOWN 100

static void put_churn(Buf *out, uint32_t churn)
{
    buf_printf(out, "%u.%u", churn / 100, churn / 10 % 10);
}

static const FileHistory *of_file(const Catalog *catalog, uint32_t file)
{
    return history_file(history_of(catalog), catalog->files.ptr[file].path);
}

/* ---- a file ---- */

/* History facts of a function or a file; NULL for other symbols, whose history is that of the
   file. */
static const FileHistory *of_symbol(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    return place.index && !symbol_is_function(kind) ? NULL : of_file(catalog, place.file);
}

void history_put_symbol(Buf *out, const Catalog *catalog, uint32_t symbol)
{
    const FileHistory *known = of_symbol(catalog, symbol);
    if (!known)
        return;
    Str first = date_day(out->arena, known->first), last = date_day(out->arena, known->last);
    buf_put(out, STR("history: churn "));
    put_churn(out, known->churn);
    buf_printf(out, " (%u of %u commit%s in %d days), %u author%s, %s %.*s, last %.*s\n",
               known->recent, known->commits, known->commits == 1 ? "" : "s", HISTORY_DAYS,
               known->authors, known->authors == 1 ? "" : "s",
               known->older ? "older than" : "since", STR_ARG(first), STR_ARG(last));
}

static Json *churn_value(Arena *arena, uint32_t churn)
{
    Json *value = json_u64(arena, 0);
    value->text = str_format(arena, "%u.%02u", churn / 100, churn % 100);
    return value;
}

Json *history_symbol_value(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    const FileHistory *known = of_symbol(catalog, symbol);
    if (!known)
        return NULL;
    Json *value = json_object(arena);
    json_set(value, STR("churn"), churn_value(arena, known->churn));
    json_set(value, STR("commits"), json_u64(arena, known->commits));
    json_set(value, STR("recent"), json_u64(arena, known->recent));
    json_set(value, STR("authors"), json_u64(arena, known->authors));
    json_set(value, STR("first"), json_str(arena, date_day(arena, known->first)));
    json_set(value, STR("older"), json_bool(arena, known->older));
    json_set(value, STR("last"), json_str(arena, date_day(arena, known->last)));
    return value;
}

/* ---- files that change together ---- */

typedef struct Search {
    const Catalog *catalog;
    uint32_t file;
    bool found;
} Search;

static bool look_at_callee(void *context, uint32_t file, uint32_t index)
{
    Search *search = context;
    (void)index;
    search->found = search->found || file == search->file;
    return !search->found;
}

static bool leads_to(const Catalog *catalog, Arena scratch, uint32_t from, uint32_t to)
{
    Search search = {.catalog = catalog, .file = to};
    ImportLinkVec imports = {0};
    catalog_imports(catalog, &scratch, from, &imports);
    for (size_t i = 0; i < imports.len; i++)
        if (imports.ptr[i].target == to)
            return true;
    catalog_visit_callees(catalog, from, look_at_callee, &search);
    return search.found;
}

/* A file of the index that changes together with another, and whether an edge joins them. */
typedef struct Together {
    uint32_t file, together;
    bool edge;
} Together;

static size_t find_together(Arena scratch, const Catalog *catalog, uint32_t file,
                            Together found[HISTORY_PARTNERS_MAX])
{
    const History *history = history_of(catalog);
    const FileHistory *known = of_file(catalog, file);
    size_t count = 0;
    for (uint32_t i = 0; known && i < known->partner_count; i++) {
        const HistoryPartner *partner = &known->partners[i];
        uint32_t other = catalog_find_file(catalog, history->files[partner->file].path);
        if (other == FILE_NOWHERE)
            continue;
        found[count++] = (Together){other, partner->together,
                                    leads_to(catalog, scratch, file, other) ||
                                        leads_to(catalog, scratch, other, file)};
    }
    return count;
}

Json *history_together_value(Arena *arena, const Catalog *catalog, uint32_t file)
{
    Together found[HISTORY_PARTNERS_MAX];
    Json *list = json_array(arena);
    size_t count = find_together(*arena, catalog, file, found);
    for (size_t i = 0; i < count; i++) {
        Json *row = json_object(arena);
        Str path = catalog->files.ptr[found[i].file].path;
        json_set(row, STR("path"), json_str(arena, address_value(arena, path)));
        json_set(row, STR("commits"), json_u64(arena, found[i].together));
        json_set(row, STR("of"), json_u64(arena, of_file(catalog, file)->paired));
        json_set(row, STR("edge"), json_bool(arena, found[i].edge));
        json_add(list, row);
    }
    return list;
}

/* ---- what a diff may lack ---- */

#define MISSING_SHOWN 5
#define MISSING_PERCENT UINT64_C(60) /* of the commits of a changed file */
/* Fewer common commits may be chance. */
#define MISSING_COMMITS_MIN 5
/* Diffs of more files are not judged. */
#define MISSING_FILES_MAX 100

typedef struct Missing {
    uint32_t file, with, together, of;
} Missing;

static bool has_file(const IdVec *changed, uint32_t file)
{
    for (size_t i = 0; i < changed->len; i++)
        if (changed->ptr[i] == file)
            return true;
    return false;
}

/* Inserts a file, sorted by number of common commits. A file is listed once, with the changed file
   that it shares most commits with. Returns the new count. */
static size_t put_missing(Missing found[MISSING_SHOWN], size_t count, Missing missing)
{
    size_t at = count;
    for (size_t i = 0; i < count; i++)
        if (found[i].file == missing.file) {
            if (found[i].together >= missing.together)
                return count;
            at = i;
        }
    if (at == MISSING_SHOWN && found[--at].together >= missing.together)
        return count;
    count = MAX(count, at + 1);
    for (; at && found[at - 1].together < missing.together; at--)
        found[at] = found[at - 1];
    found[at] = missing;
    return count;
}

static size_t find_missing(const Catalog *catalog, const IdVec *changed,
                           Missing found[MISSING_SHOWN])
{
    const History *history = history_of(catalog);
    size_t count = 0;
    for (size_t i = 0; i < changed->len && changed->len <= MISSING_FILES_MAX; i++) {
        const FileHistory *known = of_file(catalog, changed->ptr[i]);
        for (uint32_t p = 0; known && p < known->partner_count; p++) {
            const HistoryPartner *partner = &known->partners[p];
            if (partner->together < MISSING_COMMITS_MIN ||
                partner->together * UINT64_C(100) < known->paired * MISSING_PERCENT)
                continue;
            uint32_t other = catalog_find_file(catalog, history->files[partner->file].path);
            if (other != FILE_NOWHERE && !has_file(changed, other))
                count = put_missing(
                    found, count,
                    (Missing){other, changed->ptr[i], partner->together, known->paired});
        }
    }
    return count;
}

Json *history_missing_value(Arena *arena, const Catalog *catalog, const IdVec *changed)
{
    Missing found[MISSING_SHOWN];
    Json *list = json_array(arena);
    size_t count = find_missing(catalog, changed, found);
    for (size_t i = 0; i < count; i++) {
        Json *row = json_object(arena);
        Str path = catalog->files.ptr[found[i].file].path;
        Str with = catalog->files.ptr[found[i].with].path;
        json_set(row, STR("path"), json_str(arena, address_value(arena, path)));
        json_set(row, STR("with"), json_str(arena, address_value(arena, with)));
        json_set(row, STR("commits"), json_u64(arena, found[i].together));
        json_set(row, STR("of"), json_u64(arena, found[i].of));
        json_add(list, row);
    }
    return list;
}

/* ---- the repository ---- */

static bool counts(const Catalog *catalog, const FileHistory *known)
{
    if (known->churn < CHURN_SHOWN)
        return false;
    uint32_t file = catalog_find_file(catalog, known->path);
    return file != FILE_NOWHERE && catalog->files.ptr[file].class == FILE_SOURCE;
}

/* Finds the code files with the highest churn, then by path. */
static size_t find_most_changed(const Catalog *catalog, const FileHistory *found[MOST_CHANGED])
{
    const History *history = history_of(catalog);
    size_t count = 0;
    for (uint32_t i = 0; history && i < history->file_count; i++) {
        const FileHistory *known = &history->files[i];
        bool last = count == MOST_CHANGED;
        if ((last && known->churn <= found[count - 1]->churn) || !counts(catalog, known))
            continue;
        size_t at = last ? count - 1 : count++;
        for (; at && found[at - 1]->churn < known->churn; at--)
            found[at] = found[at - 1];
        found[at] = known;
    }
    return count;
}

void history_put_most_changed(Buf *out, const Catalog *catalog)
{
    const FileHistory *found[MOST_CHANGED];
    size_t count = find_most_changed(catalog, found);
    for (size_t i = 0; i < count; i++) {
        buf_put(out, i ? STR(", ") : STR("most changed: "));
        view_put_address(out, found[i]->path);
        buf_put(out, i ? STR(" ") : STR(" (churn "));
        put_churn(out, found[i]->churn);
        buf_put(out, i ? (Str){0} : STR(")"));
    }
    if (count)
        buf_put_byte(out, '\n');
}

Json *history_most_changed_value(Arena *arena, const Catalog *catalog)
{
    const FileHistory *found[MOST_CHANGED];
    Json *list = json_array(arena);
    size_t count = find_most_changed(catalog, found);
    for (size_t i = 0; i < count; i++) {
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, address_value(arena, found[i]->path)));
        json_set(row, STR("churn"), churn_value(arena, found[i]->churn));
        json_add(list, row);
    }
    return list;
}

Str history_state(Arena *arena, Store *store)
{
    HistoryStored stored;
    History history;
    Err ignored;
    if (!history_load(store, arena, false, &stored, &ignored) || !stored.facts.len ||
        !history_unpack(arena, stored.facts, &history))
        return (Str){0};
    if (history.absent.len)
        return str_format(arena, "none, %.*s", STR_ARG(history.absent));
    Str head = str_slice(history.head, 0, 12), since = date_day(arena, history.since);
    return str_format(arena, "%u commits up to %.*s, %s %.*s", history.commits, STR_ARG(head),
                      history.whole ? "from the first on," : "since", STR_ARG(since));
}
