#include "explore/search_expand.h"

#include "base/path.h"
#include "config/config.h"
#include "query/target.h"
#include "search/rank.h"
#include "text/address.h"
#include "text/lines.h"
#include "text/tokens.h"
#include "view/file_map.h"

/* Bytes of the line that follows a part of a file: how many lines are left. */
#define REST_BYTES 56

/* A step: `entry` 0 is the file. A map shows a declaration and its members without bodies. */
typedef struct Step {
    const char *type;
    uint32_t entry;
    bool map;
} Step;

/* The lines of a step, and whether the declaration's name leads to them. */
typedef struct StepLines {
    uint32_t first, last; /* 0: the whole file */
    bool named;
} StepLines;

/* ---- choosing ---- */

static bool is_type(const CatalogFile *file, uint32_t entry)
{
    return entry && symbol_is_type((SymbolKind)file->entries[entry].kind);
}

/* From a file to the class of its best declaration, or to that declaration. */
static Step step_from_file(const Catalog *catalog, const SearchPlace *place)
{
    const CatalogFile *file = catalog_row(catalog, place->file);
    const RankedPart *best = &place->ranked->parts[0];
    uint32_t entry = best->score > 0 ? best->entry : 0;
    uint32_t outer = search_level_entry(catalog, place->file, entry, LEVEL_CLASS);
    if (!entry)
        return (Step){"file", 0, true};
    return is_type(file, outer) ? (Step){"class", outer, true} : (Step){"method", entry, false};
}

/* From a class to its best member, or to its whole text. */
static Step step_from_class(const Catalog *catalog, const SearchPlace *place)
{
    const CatalogFile *file = catalog_row(catalog, place->file);
    const RankedPart *parts = place->ranked->parts;
    if (!place->entry)
        return (Step){"file", 0, true};
    if (!is_type(file, place->entry))
        return (Step){"method", place->entry, false};
    for (size_t i = 0; i < RANK_PARTS_MAX && parts[i].score > 0; i++)
        if (parts[i].entry && file->entries[parts[i].entry].parent == place->entry)
            return (Step){"method", parts[i].entry, false};
    return (Step){"class", place->entry, false};
}

/* From a body to the class around it, or to the file. */
static Step step_from_body(const Catalog *catalog, const SearchPlace *place)
{
    const CatalogFile *file = catalog_row(catalog, place->file);
    uint32_t outer = search_level_entry(catalog, place->file, place->entry, LEVEL_CLASS);
    bool within = outer != place->entry && is_type(file, outer);
    return within ? (Step){"class", outer, true} : (Step){"file", 0, true};
}

static Step step_of(const SearchAnswer *answer, const SearchPlace *place)
{
    const Catalog *catalog = answer->session->catalog;
    bool comment = place->entry && !rank_is_prose(catalog_row(catalog, place->file));
    switch (answer->level) {
    case LEVEL_FILE: return step_from_file(catalog, place);
    case LEVEL_CLASS: return step_from_class(catalog, place);
    case LEVEL_DOCS:
        return comment ? (Step){"method", place->entry, false} : (Step){"file", 0, true};
    default: return step_from_body(catalog, place);
    }
}

/* The lines that a reader of the name sees. Of several declarations of one name it may see another
   one. */
static StepLines lines_of(const SearchAnswer *answer, const SearchPlace *place, uint32_t entry)
{
    const Catalog *catalog = answer->session->catalog;
    const CatalogFile *file = catalog_row(catalog, place->file);
    const Entry *own = &file->entries[entry];
    StepLines lines = {entry ? own->start_line : 0, entry ? own->end_line : 0, true};
    TargetLines seen;
    Err ignored;
    if (!entry || !place->outline || !place->outline->symbols.len || catalog->elsewhere)
        return lines;
    Arena *arena = answer->request->arena;
    Str name = catalog_qualified_name(catalog, arena, file->first + entry);
    lines.named = target_find_lines(arena, place->outline, file->path, name, &seen, &ignored) &&
                  !seen.also.len && seen.first <= lines.first && lines.last <= seen.last;
    return lines.named ? (StepLines){seen.first, seen.last, true} : lines;
}

/* ---- costs ---- */

/* By the average line of the file, if its text cannot be read. */
static uint64_t guessed_bytes(const CatalogFile *file, StepLines lines)
{
    uint64_t count = lines.first ? lines.last - lines.first + 1 : file->lines;
    return count * file->size / MAX(file->lines, 1u);
}

static uint64_t map_bytes(const SearchAnswer *answer, const SearchPlace *place, StepLines lines)
{
    const Config *config = answer->request->config;
    const CatalogFile *file = catalog_row(answer->session->catalog, place->file);
    uint64_t most = answer->request->answer_bytes;
    MapOptions options = {.budget = most ? MIN(config->map_budget, most) : config->map_budget,
                          .limits = {config->map_full, config->map_compact, config->map_minimal},
                          .first = lines.first,
                          .last = lines.last};
    MapFile shown = {file->path, file->size, place->outline};
    Buf out = buf_open(answer->request->arena, 0);
    file_map_write(&out, *answer->request->scratch, &shown, &options);
    return out.len;
}

static uint64_t text_bytes(const SearchAnswer *answer, const SearchPlace *place, StepLines lines)
{
    SessionRequest *request = answer->request;
    const CatalogFile *file = catalog_row(answer->session->catalog, place->file);
    FsFile open SCOPED(fs_close) = {.fd = -1};
    Str text;
    Err gone = {0};
    if (!session_open_file(request, answer->session, request->arena, file->path, &open, &gone) ||
        !fs_read_all(request->arena, &open, &text, &gone))
        return guessed_bytes(file, lines);
    uint64_t rest = !lines.named && lines.last < file->lines ? REST_BYTES : 0;
    return lines_offset(text, (uint64_t)lines.last + 1) - lines_offset(text, lines.first) + rest;
}

static uint64_t bytes_of(const SearchAnswer *answer, const SearchPlace *place, Step step,
                         StepLines lines)
{
    const Catalog *catalog = answer->session->catalog;
    if (catalog->elsewhere || (step.map && !place->outline))
        return guessed_bytes(catalog_row(catalog, place->file), lines);
    return step.map ? map_bytes(answer, place, lines) : text_bytes(answer, place, lines);
}

/* ---- as JSON ---- */

Json *search_decimal(Arena *arena, double value)
{
    Json *json = json_u64(arena, 0);
    json->text = str_format(arena, "%.3f", value);
    return json;
}

Json *search_expansion(const SearchAnswer *answer, const SearchPlace *place)
{
    Arena *arena = answer->request->arena;
    const Catalog *catalog = answer->session->catalog;
    const CatalogFile *file = catalog_row(catalog, place->file);
    Step step = step_of(answer, place);
    Str path = file->path;
    if (answer->project.len)
        path = path_join(arena, answer->project, path);
    StepLines lines = lines_of(answer, place, step.entry);
    Buf target = buf_open(arena, 0);
    view_put_address(&target, path);
    if (step.entry && !lines.named)
        buf_printf(&target, ":%u-%u", lines.first, lines.last);
    else if (step.entry)
        buf_printf(&target, "::%.*s",
                   STR_ARG(catalog_qualified_name(catalog, arena, file->first + step.entry)));
    Json *option = json_object(arena);
    json_set(option, STR("type"), json_str(arena, str_from(step.type)));
    json_set(option, STR("path"), json_str(arena, buf_str(&target)));
    json_set(option, STR("call"),
             json_str(arena, str_format(arena, "%s %.*s", step.map ? "map" : "read",
                                        STR_ARG(buf_str(&target)))));
    json_set(option, STR("estimated_tokens"),
             json_u64(arena, tokens_of_bytes(bytes_of(answer, place, step, lines))));
    json_set(option, STR("relevance"), search_decimal(arena, place->score));
    return option;
}

static bool has_call(const Json *list, Str request)
{
    for (const Json *option = list->first; option; option = option->next)
        if (str_equal(json_get(option, STR("call"))->text, request))
            return true;
    return false;
}

void search_add_expansions(const SearchAnswer *answer, size_t shown, Json *list)
{
    for (size_t i = 0; i < shown; i++) {
        Json *option;
        Err ignored;
        if (json_parse(answer->request->arena, answer->found->places[i].option, &option,
                       &ignored) &&
            !has_call(list, json_get(option, STR("call"))->text))
            json_add(list, option);
    }
}

/* ---- as text ---- */

void search_put_expansions(Buf *out, const SearchAnswer *answer, size_t room)
{
    Json *list = json_array(answer->request->arena);
    size_t before = out->len, put = 0;
    search_add_expansions(answer, answer->found->count, list);
    buf_put(out, STR("[next: "));
    for (const Json *option = list->first; option; option = option->next) {
        size_t mark = out->len;
        buf_put(out, put ? STR("; ") : (Str){0});
        view_put_line_text(out, json_get(option, STR("call"))->text);
        buf_printf(out, " (%.*s tokens)", STR_ARG(json_get(option, STR("estimated_tokens"))->text));
        if (out->len + 2 > before + room) {
            out->len = mark;
            break;
        }
        put++;
    }
    buf_put(out, STR("]\n"));
    if (!put)
        out->len = before;
}
