/* Answers of a search. Each place is first described on its own, as text or as a JSON value. Then
   as many as fit the budget are combined. Places that do not fit as a whole are shown by their
   heads, and the rest is counted. */
#include "explore/search_answer.h"

#include "base/path.h"
#include "explore/search_context.h"
#include "explore/search_expand.h"
#include "query/query.h"
#include "text/address.h"
#include "text/tokens.h"

/* The least of a text that is worth more than further places. */
#define TEXT_BYTES_MIN 1200
/* Bytes reserved for the lines below the results. */
#define FOOT_BYTES 400

static const char *level_text(const SearchAnswer *answer)
{
    return answer->level == LEVEL_DOCS ? "docs" : search_levels[answer->level];
}

static Str level_name(const SearchAnswer *answer)
{
    return str_from(level_text(answer));
}

/* ---- places ---- */

static uint32_t symbol_of(const Catalog *catalog, const SearchPlace *place)
{
    return catalog_row(catalog, place->file)->first + place->entry;
}

/* The file's path in the form accepted by this client's calls. */
static Str path_of(const SearchAnswer *answer, uint32_t file)
{
    Str path = answer->session->catalog->files.ptr[file].path;
    return answer->project.len ? path_join(answer->request->arena, answer->project, path) : path;
}

static Str written(Arena *arena, const Json *value)
{
    Buf out = buf_open(arena, 0);
    json_write(&out, value, 0);
    return buf_str(&out);
}

/* Writes a place in another repository, with a path from the root to it. */
static void put_far_place(Buf *head, const SearchAnswer *answer, const SearchPlace *place)
{
    const Catalog *catalog = answer->session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol_of(catalog, place));
    view_put_address(head, path_of(answer, place->file));
    if (!place->entry)
        return;
    buf_printf(head, ":%u-%u  %.*s ", entry->start_line, entry->end_line,
               STR_ARG(symbol_kind_name((SymbolKind)entry->kind)));
    view_put_line_text(
        head, catalog_qualified_name(catalog, answer->request->arena, symbol_of(catalog, place)));
}

static Str head_of(const SearchAnswer *answer, const SearchPlace *place)
{
    Buf head = buf_open(answer->request->arena, 0);
    const Catalog *catalog = answer->session->catalog;
    if (answer->project.len)
        put_far_place(&head, answer, place);
    else if (place->entry)
        query_put_line(&head, *answer->request->scratch, catalog, symbol_of(catalog, place));
    else
        view_put_address(&head, catalog->files.ptr[place->file].path);
    return buf_str(&head);
}

void search_describe(const SearchAnswer *answer, SearchPlace *place)
{
    Arena *arena = answer->request->arena;
    const Catalog *catalog = answer->session->catalog;
    Json *value = query_value(arena, catalog, symbol_of(catalog, place));
    if (answer->project.len) {
        Str path = path_of(answer, place->file);
        json_set(value, STR("path"), json_str(arena, address_value(arena, path)));
        json_set(value, STR("project"), json_str(arena, path_base(answer->project)));
    }
    if (answer->around && place->entry && answer->level != LEVEL_FILE)
        search_set_neighbours(arena, catalog, place, answer->around, value);
    if (answer->level == LEVEL_FILE) {
        json_set(value, STR("summary"),
                 json_str(arena, place->summary.len ? place->summary : place->symbols));
        json_set(value, STR("summary_from"),
                 json_str(arena, place->summary.len ? STR("file") : STR("symbols")));
    }
    place->head = head_of(answer, place);
    place->value = written(arena, value);
    place->option = written(arena, search_expansion(answer, place));
}

/* ---- JSON ---- */

static Json *percent(Arena *arena, double share)
{
    return json_str(arena, str_format(arena, "%d%%", (int)(100 * share + 0.5)));
}

/* What a declaration got for itself; its score is the weighted sum times `worth`. */
static Json *declaration_value(Arena *arena, const RankedDeclaration *declaration)
{
    static const Str names[] = {
#define X(id, name, weight) STR_INIT(#name),
        DECLARATION_EVIDENCE(X)
#undef X
    };
    Json *value = json_object(arena);
    for (size_t i = 0; i < DECLARATION_EVIDENCE_COUNT; i++)
        json_set(value, names[i], search_decimal(arena, declaration->evidence[i]));
    json_set(value, STR("worth"), search_decimal(arena, declaration->worth));
    return value;
}

static Json *evidence_value(Arena *arena, const RankedFile *file)
{
    static const Str names[] = {
#define X(id, name, weight) STR_INIT(#name),
        RANK_EVIDENCE(X)
#undef X
    };
    Json *value = json_object(arena);
    for (size_t i = 0; i < RANK_EVIDENCE_COUNT; i++)
        json_set(value, names[i], search_decimal(arena, file->evidence[i]));
    json_set(value, STR("role"), search_decimal(arena, file->role));
    return value;
}

/* Parses JSON written by search_describe. */
static Json *described(Arena *arena, Str text)
{
    Json *value;
    Err ignored;
    return json_parse(arena, text, &value, &ignored) ? value : json_object(arena);
}

static Json *place_value(const SearchAnswer *answer, size_t number, Str text, bool brief)
{
    Arena *arena = answer->request->arena;
    const SearchPlace *place = &answer->found->places[number];
    Json *value = described(arena, place->value);
    json_set(value, STR("score"), search_decimal(arena, place->score));
    json_set(value, STR("level"), json_str(arena, level_name(answer)));
    json_set(value, STR("lines"),
             json_str(arena, str_format(arena, "%u-%u", place->first, place->last)));
    json_set(value, STR("text"), json_str(arena, text));
    if (brief)
        json_set(value, STR("in_pieces"), json_bool(arena, true));
    json_set(value, STR("why"), json_str(arena, place->why));
    if (answer->explain && place->declaration)
        json_set(value, STR("declaration"), declaration_value(arena, place->declaration));
    if (answer->explain)
        json_set(value, STR("evidence"), evidence_value(arena, place->ranked));
    return value;
}

static Str explanation(Arena *arena, const SearchAnswer *answer)
{
    const Intent *intent = &answer->intent;
    if (!answer->chosen)
        return str_format(arena, "level %s as %s", level_text(answer),
                          answer->configured ? "configured" : "asked");
    if (!intent->phrase.len)
        return str_format(arena, "no word says what it is after: level %s", level_text(answer));
    Str feedback = {0};
    if (intent->score)
        feedback = str_format(arena, ", feedback (%+d) speaks %s it", intent->score,
                              intent->score > 0 ? "for" : "against");
    return str_format(arena, "'%.*s' speaks for %.*s%.*s: level %s", STR_ARG(intent->phrase),
                      STR_ARG(intent_name(intent->kind)), STR_ARG(feedback), level_text(answer));
}

/* The child of that name, appended if it is missing. */
static Json *child_of(Arena *arena, Json *list, const char *key, Str name)
{
    for (Json *child = list->first; child; child = child->next)
        if (str_equal(json_get(child, str_from(key))->text, name))
            return child;
    Json *child = json_object(arena);
    json_set(child, str_from(key), json_str(arena, name));
    json_set(child, STR("children"), json_array(arena));
    json_add(list, child);
    return child;
}

static Json *children_of(Json *node)
{
    return node->first->next; // in the form of child_of
}

/* The offset that splits a qualified name into the enclosing declaration and its own name; 0:
   none. */
static size_t outer_length(Str name)
{
    for (size_t i = name.len - MIN(name.len, 1u); i-- > 1;)
        if ((name.ptr[i] == '.' || name.ptr[i] == ':') && name.ptr[i + 1] != ' ')
            return i;
    return 0;
}

/* The places as a tree of files, the declarations in them, and their members. */
static Json *hierarchy_value(const SearchAnswer *answer, size_t shown)
{
    static const char *const facts[] = {"kind", "start", "end"};
    Arena *arena = answer->request->arena;
    Json *tree = json_array(arena);
    for (size_t i = 0; i < shown; i++) {
        Json *place = described(arena, answer->found->places[i].value);
        Json *node = child_of(arena, tree, "path", json_get(place, STR("path"))->text);
        Str name = json_get(place, STR("name"))->text;
        if (str_equal(json_get(place, STR("kind"))->text, STR("file")))
            continue;
        size_t outer = outer_length(name);
        if (outer) {
            Str around = str_slice(name, 0, outer - (name.ptr[outer - 1] == ':'));
            node = child_of(arena, children_of(node), "name", around);
            name = str_from_offset(name, outer + 1);
        }
        node = child_of(arena, children_of(node), "name", name);
        for (size_t fact = 0; fact < COUNT(facts); fact++) {
            const Json *value = json_get(place, str_from(facts[fact]));
            Json *copy = value ? json_str(arena, value->text) : NULL;
            if (copy && !json_get(node, str_from(facts[fact]))) {
                copy->type = value->type;
                json_set(node, str_from(facts[fact]), copy);
            }
        }
    }
    return tree;
}

/* `5 places in 3 of 87 files that match; first src/app.py::Router.match: has route, path` */
static Str summary_text(const SearchAnswer *answer, const Json *tree, size_t shown)
{
    Arena *arena = answer->request->arena;
    if (!shown)
        return STR("no place passes the filters, or fits the budget");
    const SearchPlace *first = &answer->found->places[0];
    const Json *own = json_get(described(arena, first->value), STR("summary"));
    return str_format(arena, "%zu place%s in %zu of %s%u files that match; first %.*s: %.*s", shown,
                      shown == 1 ? "" : "s", tree->count, answer->found->more ? "at least " : "",
                      answer->found->total, STR_ARG(first->head),
                      STR_ARG(own ? own->text : first->why));
}

static Json *progressive_value(const SearchAnswer *answer, size_t shown, uint64_t bytes)
{
    Arena *arena = answer->request->arena;
    Json *value = json_object(arena), *intent = json_object(arena);
    uint64_t full = 0;
    for (size_t i = 0; i < shown; i++)
        full += answer->found->places[i].full;
    double saved = full > bytes ? 1 - (double)bytes / (double)full : 0;
    json_set(value, STR("level_used"), json_str(arena, level_name(answer)));
    json_set(value, STR("token_estimate"), json_u64(arena, tokens_of_bytes(bytes)));
    json_set(value, STR("token_reduction"), percent(arena, saved));
    if (answer->options) {
        Json *list = json_array(arena);
        search_add_expansions(answer, shown, list);
        json_set(value, STR("expansion_options"), list);
    }
    json_set(value, STR("cache_hit"), json_bool(arena, answer->kept));
    json_set(intent, STR("type"), json_str(arena, intent_name(answer->intent.kind)));
    json_set(intent, STR("confidence"), search_decimal(arena, answer->intent.confidence));
    json_set(value, STR("query_intent"), intent);
    json_set(value, STR("explanation"), json_str(arena, explanation(arena, answer)));
    return value;
}

static Json *files_value(Arena *arena, const SearchFileVec *files, size_t shown)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < shown; i++) {
        const SearchFile *file = &files->ptr[i];
        Json *value = json_object(arena);
        json_set(value, STR("path"), json_str(arena, address_value(arena, file->path)));
        json_set(value, STR("relation"),
                 json_str(arena, file->imported ? STR("imported_by") : STR("imports")));
        json_set(value, STR("of"), json_str(arena, address_value(arena, file->of)));
        json_add(list, value);
    }
    return list;
}

/* The shown part of the answer. */
typedef struct Shown {
    size_t places;
    size_t texts;      /* places with their text; the others are named */
    size_t last_bytes; /* bytes of the last text */
    bool brief;        /* large bodies are in pieces */
    size_t files;
    bool projects;
} Shown;

static bool is_brief(const SearchAnswer *answer, Shown shown, size_t number)
{
    return shown.brief && answer->found->places[number].brief.len;
}

/* The text of a place as it is shown. */
static Str shown_text(const SearchAnswer *answer, Shown shown, size_t number)
{
    const SearchPlace *place = &answer->found->places[number];
    if (number >= shown.texts)
        return (Str){0};
    Str text = is_brief(answer, shown, number) ? place->brief : place->text;
    bool cut = number + 1 == shown.texts && shown.last_bytes < text.len;
    return cut ? view_cut_end(answer->request->arena, text, shown.last_bytes) : text;
}

static void put_value(Buf *out, const SearchAnswer *answer, Shown shown)
{
    SessionRequest *request = answer->request;
    Arena *arena = request->arena;
    const SearchFound *found = answer->found;
    Json *value = query_frame(arena, answer->session, STR("search")), *list = json_array(arena);
    uint64_t bytes = 0;
    json_set(value, STR("query"), query_echo(arena, answer->wanted->text, answer->budget));
    json_set(value, STR("total"), json_u64(arena, found->total));
    if (found->more)
        json_set(value, STR("total_at_least"), json_bool(arena, true));
    json_set(value, STR("searchable"),
             percent(arena, found->wanted ? (double)found->known / found->wanted : 1));
    if (found->to_embed)
        json_set(value, STR("embedded"), percent(arena, (double)found->embedded / found->to_embed));
    if (found->note.len)
        json_set(value, STR("embedder"), json_str(arena, found->note));
    for (size_t i = 0; i < shown.places; i++) {
        Str text = shown_text(answer, shown, i);
        bytes += text.len;
        json_add(list, place_value(answer, i, text, text.len && is_brief(answer, shown, i)));
    }
    json_set(value, STR("results"), list);
    if (shown.texts < shown.places)
        json_set(value, STR("without_text"), json_u64(arena, shown.places - shown.texts));
    if (shown.places < found->count)
        json_set(value, STR("left_out"), json_u64(arena, found->count - shown.places));
    if (answer->dependencies)
        json_set(value, STR("dependencies"), files_value(arena, &found->files, shown.files));
    if (answer->progressive) {
        Json *tree = hierarchy_value(answer, shown.places);
        json_set(value, STR("summary"), json_str(arena, summary_text(answer, tree, shown.places)));
        json_set(value, STR("hierarchy"), tree);
        json_set(value, STR("progressive"), progressive_value(answer, shown.places, bytes));
    }
    if (answer->projects && shown.projects)
        json_set(value, STR("projects"), answer->projects);
    view_put_value(out, *request->scratch, request->format, value);
}

/* Reduces the shown part: first files, then large bodies, the number of texts, the last text, and
   places; finally the list of projects. */
static Shown fewer(const SearchAnswer *answer, Shown shown, size_t len)
{
    size_t over = len - (size_t)answer->budget;
    size_t text = shown.texts ? shown_text(answer, shown, shown.texts - 1).len : 0;
    size_t cut = over + over / 4;
    size_t least = shown.places > 1 ? TEXT_BYTES_MIN : 0;
    if (shown.files)
        shown.files /= 2;
    else if (!shown.brief)
        shown.brief = true;
    else if (shown.texts > 1)
        shown.texts = MAX(MIN(shown.texts - 1, (size_t)(shown.texts * answer->budget / len)), 1);
    else if (text > cut + least)
        shown.last_bytes = text - cut;
    else if (shown.places > 1)
        shown.places = MAX(MIN(shown.places - 1, (size_t)(shown.places * answer->budget / len)), 1);
    else if (shown.places)
        shown.places = shown.texts = 0;
    else
        shown.projects = false;
    return shown;
}

/* A cached answer is cut exactly as it was when fresh, although `true` is shorter than `false`. */
void search_put_values(Buf *out, const SearchAnswer *answer)
{
    Shown shown = {.places = answer->found->count,
                   .texts = answer->found->count,
                   .last_bytes = SIZE_MAX,
                   .files = answer->found->files.len,
                   .projects = answer->projects != NULL};
    SearchAnswer fresh = *answer;
    fresh.kept = false;
    for (;;) {
        out->len = 0;
        put_value(out, &fresh, shown);
        if (out->len <= answer->budget || !(shown.places + shown.files + shown.projects))
            break;
        shown = fewer(answer, shown, out->len);
    }
    if (answer->kept) {
        out->len = 0;
        put_value(out, answer, shown);
    }
}

/* ---- text ---- */

static void put_head(Buf *out, const SearchPlace *place)
{
    buf_put(out, place->head);
    buf_printf(out, "  (%.*s)\n", STR_ARG(place->why));
}

static void put_place_text(Buf *out, const SearchAnswer *answer, const SearchPlace *place, Str text)
{
    put_head(out, place);
    Str line;
    bool lines = answer->level >= LEVEL_METHOD;
    while (str_take_line(&text, &line)) {
        buf_put(out, lines ? (Str){0} : STR("  "));
        buf_put_text(out, line);
        buf_put_byte(out, '\n');
    }
    if (lines)
        buf_put_byte(out, '\n');
}

static size_t put_files(Buf *out, const SearchFileVec *files, size_t room)
{
    for (size_t i = 0; i < files->len; i++) {
        const SearchFile *file = &files->ptr[i];
        size_t before = out->len;
        buf_put(out, i ? (Str){0} : STR("files beside these:\n"));
        view_put_address(out, file->path);
        buf_put(out, file->imported ? STR("  imported by ") : STR("  imports "));
        view_put_address(out, file->of);
        buf_put_byte(out, '\n');
        if (out->len > room) {
            out->len = before;
            return files->len - i;
        }
    }
    return 0;
}

static void put_foot(Buf *out, const SearchAnswer *answer, size_t left_out)
{
    SessionRequest *request = answer->request;
    const SearchFound *found = answer->found;
    if (left_out)
        buf_printf(out, "[%zu more did not fit: --budget, or -n]\n", left_out);
    if (answer->note.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(answer->note));
    if (found->known < found->wanted)
        buf_printf(out, "[searched %u of %u files: the others are not indexed yet]\n", found->known,
                   found->wanted);
    if (found->embedded < found->to_embed)
        buf_printf(out, "[embedded %u of %u files: fovea embed%s]\n", found->embedded,
                   found->to_embed,
                   answer->wanted->near ? ", then fovea publish, in the repositories" : "");
    if (found->note.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(found->note));
    if (!found->count && found->total)
        buf_put(out, STR("(nothing passes the filters)\n"));
    else if (!found->count)
        search_put_nothing(out, request, answer->wanted->text, answer->path);
    else if (answer->chosen)
        buf_printf(out, "[%.*s; --level file, class, method, full]\n",
                   STR_ARG(explanation(request->arena, answer)));
}

/* Writes a place in the longest form that fits: a large body in full only if it leaves half of the
   room to others. False if not even its head fits. */
static bool put_fitting(Buf *out, const SearchAnswer *answer, const SearchPlace *place, size_t room)
{
    size_t before = out->len;
    size_t most = place->brief.len ? before + (room - before) / 2 : room;
    put_place_text(out, answer, place, place->text);
    if (out->len > most && place->brief.len) {
        out->len = before;
        put_place_text(out, answer, place, place->brief);
    }
    if (out->len > room) {
        out->len = before;
        put_head(out, place);
    }
    if (out->len <= room)
        return true;
    out->len = before;
    return false;
}

void search_put_text(Buf *out, const SearchAnswer *answer)
{
    size_t left_out = 0;
    size_t room = (size_t)answer->budget > FOOT_BYTES ? (size_t)answer->budget - FOOT_BYTES : 0;
    for (size_t i = 0; i < answer->found->count; i++)
        left_out += !put_fitting(out, answer, &answer->found->places[i], room);
    left_out += put_files(out, &answer->found->files, room);
    put_foot(out, answer, left_out);
    if (answer->progressive && answer->options && out->len < answer->budget)
        search_put_expansions(out, answer, (size_t)answer->budget - out->len);
}
