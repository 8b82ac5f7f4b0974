#include "tools/search_answer.h"

#include "text/tokens.h"
#include "tools/query.h"

/* For the lines below the results. */
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

static Json *decimal(Arena *arena, double value)
{
    Json *json = json_u64(arena, 0);
    json->text = str_format(arena, "%.3f", value);
    return json;
}

static Json *option_value(const SearchAnswer *answer, const char *type, uint32_t file,
                          uint32_t entry, double relevance)
{
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    const CatalogFile *row = catalog_row(catalog, file);
    Json *option = json_object(arena);
    uint64_t lines =
        entry ? row->entries[entry].end_line - row->entries[entry].start_line + 1 : row->lines;
    Str name = entry ? catalog_qualified_name(catalog, arena, row->first + entry) : (Str){0};
    json_set(option, STR("type"), json_str(arena, str_from(type)));
    json_set(
        option, STR("path"),
        json_str(arena, entry ? str_format(arena, "%.*s::%.*s", STR_ARG(row->path), STR_ARG(name))
                              : row->path));
    json_set(option, STR("estimated_tokens"),
             json_u64(arena, tokens_of_bytes(lines * row->size / MAX(row->lines, 1u))));
    json_set(option, STR("relevance"), decimal(arena, relevance));
    return option;
}

static Json *option_of(const SearchAnswer *answer, const SearchPlace *place)
{
    const RankedPart *best = &place->ranked->parts[0];
    uint32_t entry = answer->level == LEVEL_METHOD ? 0 : best->score > 0 ? best->entry : 0;
    if (answer->level == LEVEL_CLASS && place->entry && !entry)
        entry = place->entry;
    return option_value(answer, entry ? "method" : "file", place->file, entry, place->score);
}

static Str written(Arena *arena, const Json *value)
{
    Buf out = buf_open(arena, 0);
    json_write(&out, value, 0);
    return buf_str(&out);
}

void search_describe(const SearchAnswer *answer, SearchPlace *place)
{
    Arena *arena = answer->call->arena;
    const Catalog *catalog = answer->session->catalog;
    Buf head = buf_open(arena, 0);
    if (place->entry)
        query_put_line(&head, *answer->call->scratch, catalog, symbol_of(catalog, place));
    else
        view_put_address(&head, catalog->files.ptr[place->file].path);
    place->head = buf_str(&head);
    place->value = written(arena, query_value(arena, catalog, symbol_of(catalog, place)));
    place->option = written(arena, option_of(answer, place));
}

/* ---- JSON ---- */

static Json *percent(Arena *arena, double share)
{
    return json_str(arena, str_format(arena, "%d%%", (int)(100 * share + 0.5)));
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
        json_set(value, names[i], decimal(arena, file->evidence[i]));
    json_set(value, STR("role"), decimal(arena, file->role));
    return value;
}

/* Of JSON that search_describe wrote. */
static Json *described(Arena *arena, Str text)
{
    Json *value;
    Err ignored;
    return json_parse(arena, text, &value, &ignored) ? value : json_object(arena);
}

static Json *place_value(const SearchAnswer *answer, size_t number, Str text)
{
    Arena *arena = answer->call->arena;
    const SearchPlace *place = &answer->found->places[number];
    Json *value = described(arena, place->value);
    json_set(value, STR("score"), decimal(arena, place->score));
    json_set(value, STR("level"), json_str(arena, level_name(answer)));
    json_set(value, STR("lines"),
             json_str(arena, str_format(arena, "%u-%u", place->first, place->last)));
    json_set(value, STR("text"), json_str(arena, text));
    json_set(value, STR("why"), json_str(arena, place->why));
    if (answer->explain)
        json_set(value, STR("evidence"), evidence_value(arena, place->ranked));
    return value;
}

static Str explanation(Arena *arena, const SearchAnswer *answer)
{
    const Intent *intent = &answer->intent;
    if (!answer->chosen)
        return str_format(arena, "level %s as asked", level_text(answer));
    if (!intent->phrase.len)
        return str_format(arena, "no word says what it is after: level %s", level_text(answer));
    return str_format(arena, "'%.*s' speaks for %.*s: level %s", STR_ARG(intent->phrase),
                      STR_ARG(intent_name(intent->kind)), level_text(answer));
}

static Json *options_value(const SearchAnswer *answer, size_t shown)
{
    Json *list = json_array(answer->call->arena);
    for (size_t i = 0; i < shown; i++)
        json_add(list, described(answer->call->arena, answer->found->places[i].option));
    return list;
}

static Json *progressive_value(const SearchAnswer *answer, size_t shown, uint64_t bytes)
{
    Arena *arena = answer->call->arena;
    Json *value = json_object(arena), *intent = json_object(arena);
    uint64_t full = 0;
    for (size_t i = 0; i < shown; i++)
        full += answer->found->places[i].full;
    double saved = full > bytes ? 1 - (double)bytes / (double)full : 0;
    json_set(value, STR("level_used"), json_str(arena, level_name(answer)));
    json_set(value, STR("token_estimate"), json_u64(arena, tokens_of_bytes(bytes)));
    json_set(value, STR("token_reduction"), percent(arena, saved));
    json_set(value, STR("expansion_options"), options_value(answer, shown));
    json_set(value, STR("cache_hit"), json_bool(arena, answer->kept));
    json_set(intent, STR("type"), json_str(arena, intent_name(answer->intent.kind)));
    json_set(intent, STR("confidence"), decimal(arena, answer->intent.confidence));
    json_set(value, STR("query_intent"), intent);
    json_set(value, STR("explanation"), json_str(arena, explanation(arena, answer)));
    return value;
}

/* So many places, the last with so many bytes of its text. */
static void put_value(Buf *out, const SearchAnswer *answer, size_t shown, size_t last_bytes)
{
    ToolCall *call = answer->call;
    Arena *arena = call->arena;
    const SearchFound *found = answer->found;
    Json *value = query_frame(arena, answer->session, STR("search")), *list = json_array(arena);
    uint64_t bytes = 0;
    json_set(value, STR("query"), json_str(arena, answer->wanted->text));
    json_set(value, STR("total"), json_u64(arena, found->total));
    json_set(value, STR("searchable"),
             percent(arena, found->wanted ? (double)found->known / found->wanted : 1));
    for (size_t i = 0; i < shown; i++) {
        Str text = found->places[i].text;
        if (i + 1 == shown && last_bytes < text.len)
            text = view_cut_end(arena, text, last_bytes);
        bytes += text.len;
        json_add(list, place_value(answer, i, text));
    }
    json_set(value, STR("results"), list);
    if (shown < found->count)
        json_set(value, STR("left_out"), json_u64(arena, found->count - shown));
    if (answer->level < LEVEL_FULL)
        json_set(value, STR("progressive"), progressive_value(answer, shown, bytes));
    view_put_value(out, *call->scratch, call->format, value);
}

/* Fewer places until the budget holds them; the only one is cut. An answer that was given before
   is cut as it was then: `false` is longer than `true`. */
void search_put_values(Buf *out, const SearchAnswer *answer)
{
    size_t shown = answer->found->count, last = SIZE_MAX;
    SearchAnswer fresh = *answer;
    fresh.kept = false;
    for (;;) {
        out->len = 0;
        put_value(out, &fresh, shown, last);
        size_t over = out->len > answer->budget ? out->len - (size_t)answer->budget : 0;
        if (!over || !shown)
            break;
        size_t text = shown == 1 ? MIN(answer->found->places[0].text.len, last) : 0;
        if (shown > 1)
            shown = MAX(MIN(shown - 1, (size_t)(shown * answer->budget / out->len)), 1);
        else if (text > over + over / 4)
            last = text - over - over / 4;
        else
            shown = 0;
    }
    if (answer->kept) {
        out->len = 0;
        put_value(out, answer, shown, last);
    }
}

/* ---- text ---- */

static void put_head(Buf *out, const SearchPlace *place)
{
    buf_put(out, place->head);
    buf_printf(out, "  (%.*s)\n", STR_ARG(place->why));
}

static void put_place_text(Buf *out, const SearchAnswer *answer, const SearchPlace *place)
{
    put_head(out, place);
    Str text = place->text, line;
    bool lines = answer->level >= LEVEL_METHOD;
    while (str_take_line(&text, &line)) {
        buf_put(out, lines ? (Str){0} : STR("  "));
        buf_put_text(out, line);
        buf_put_byte(out, '\n');
    }
    if (lines)
        buf_put_byte(out, '\n');
}

static void put_foot(Buf *out, const SearchAnswer *answer, size_t left_out)
{
    ToolCall *call = answer->call;
    const SearchFound *found = answer->found;
    if (left_out)
        buf_printf(out, "[%zu more did not fit: --budget, or -n]\n", left_out);
    if (found->known < found->wanted)
        buf_printf(out, "[searched %u of %u files: the others are not indexed yet]\n", found->known,
                   found->wanted);
    if (!found->count && found->total)
        buf_put(out, STR("(nothing passes the filters)\n"));
    else if (!found->count)
        buf_put(out, STR("(no file has any of these words)\n"));
    else if (answer->chosen)
        buf_printf(out, "[%.*s; --level file, class, method, full]\n",
                   STR_ARG(explanation(call->arena, answer)));
}

void search_put_text(Buf *out, const SearchAnswer *answer)
{
    size_t left_out = 0;
    size_t room = (size_t)answer->budget > FOOT_BYTES ? (size_t)answer->budget - FOOT_BYTES : 0;
    for (size_t i = 0; i < answer->found->count; i++) {
        const SearchPlace *place = &answer->found->places[i];
        size_t before = out->len;
        put_place_text(out, answer, place);
        if (out->len <= room)
            continue;
        out->len = before;
        put_head(out, place);
        if (out->len > room) {
            out->len = before;
            left_out++;
        }
    }
    put_foot(out, answer, left_out);
}
