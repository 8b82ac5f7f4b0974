/* The answer of `fovea explore` as text and as a value. */
#include "explore/explore.h"

#include "base/shell.h"
#include "query/query.h"
#include "text/address.h"

/* Bytes of the words that are found, and of those that are not. */
#define WORDS_BYTES 160
/* Pieces of one file at most this many lines apart are joined. */
#define GAP_LINES 2

static const Entry *entry_of(const ExploreAnswer *answer, const PackBody *body)
{
    return &catalog_row(answer->session->catalog, body->file)->entries[body->entry];
}

/* ---- text ---- */

/* Whether a body goes on with the declaration of the one before it. */
static bool goes_on(const PackBodyVec *bodies, size_t i)
{
    return i && bodies->ptr[i].further && bodies->ptr[i].file == bodies->ptr[i - 1].file &&
           bodies->ptr[i].entry == bodies->ptr[i - 1].entry;
}

static void put_piece_head(Buf *out, const ExploreAnswer *answer, size_t from, size_t to)
{
    const PackBodyVec *bodies = &answer->pack->bodies;
    const Catalog *catalog = answer->session->catalog;
    view_put_address(out, catalog->files.ptr[bodies->ptr[from].file].path);
    buf_printf(out, ":%u-%u  ", bodies->ptr[from].first, bodies->ptr[to - 1].last);
    for (size_t i = from; i < to; i++) {
        Arena scratch = *answer->request->scratch;
        const PackBody *body = &bodies->ptr[i];
        Str name = catalog_qualified_name(catalog, &scratch,
                                          explore_symbol(answer, body->file, body->entry));
        if (i > from && goes_on(bodies, i))
            continue;
        buf_put(out, i > from ? STR(", ") : (Str){0});
        view_put_line_text(out, name);
        if (to > from + 1 && !goes_on(bodies, to - 1))
            buf_printf(out, " %u-%u", entry_of(answer, body)->start_line, body->last);
        buf_printf(out, " (%.*s)", STR_ARG(body->why));
    }
    buf_put_byte(out, '\n');
}

static void put_lines(Buf *out, Str text)
{
    buf_put_text(out, text);
    if (text.len && text.ptr[text.len - 1] != '\n')
        buf_put_byte(out, '\n');
}

/* Says what is left out after a body that is cut. */
static void put_cut(Buf *out, const PackBodyVec *bodies, size_t i)
{
    const PackBody *body = &bodies->ptr[i];
    if (i + 1 < bodies->len && goes_on(bodies, i + 1))
        buf_printf(out, "… %u lines, to %u\n", bodies->ptr[i + 1].first - 1 - body->shown,
                   bodies->ptr[i + 1].first - 1);
    else
        buf_printf(out, "… %u more lines, to %u\n", body->last - body->shown, body->last);
}

/* Whether a body is joined with the one before it: pieces of a declaration are, and adjacent
   declarations of one file, except after a cut one. Those of repositories elsewhere are not. */
static bool is_joined(const ExploreAnswer *answer, size_t i)
{
    const PackBodyVec *bodies = &answer->pack->bodies;
    const PackBody *before = &bodies->ptr[i - 1], *body = &bodies->ptr[i];
    return !answer->org &&
           (goes_on(bodies, i) || (body->file == before->file && !before->shown && !body->further &&
                                   body->first <= before->last + GAP_LINES));
}

static void put_bodies(Buf *out, const ExploreAnswer *answer)
{
    const PackBodyVec *bodies = &answer->pack->bodies;
    for (size_t from = 0, to; from < bodies->len; from = to) {
        for (to = from + 1; to < bodies->len && is_joined(answer, to); to++)
            continue;
        put_piece_head(out, answer, from, to);
        for (size_t i = from; i < to; i++) {
            if (i > from && !goes_on(bodies, i) &&
                bodies->ptr[i].first > bodies->ptr[i - 1].last + 1)
                buf_put_byte(out, '\n');
            put_lines(out, bodies->ptr[i].text);
            if (bodies->ptr[i].shown)
                put_cut(out, bodies, i);
        }
        buf_put_byte(out, '\n');
    }
}

static void put_heads(Buf *out, const ExploreAnswer *answer)
{
    const PackLineVec *heads = &answer->pack->heads;
    const Catalog *catalog = answer->session->catalog;
    if (heads->len)
        buf_put(out, STR("what it uses:\n"));
    for (size_t i = 0; i < heads->len; i++) {
        const PackLine *head = &heads->ptr[i];
        const CatalogFile *file = catalog_row(catalog, head->file);
        view_put_address(out, file->path);
        buf_printf(out, ":%u  ", file->entries[head->entry].start_line);
        view_put_line_text(out, head->signature);
        buf_printf(out, "  (%.*s)\n", STR_ARG(head->why));
    }
}

static void put_files(Buf *out, const ExploreAnswer *answer)
{
    const PackFileVec *files = &answer->pack->files;
    if (files->len)
        buf_put(out, STR("also in the best files, with their lines:\n"));
    for (size_t i = 0; i < files->len; i++) {
        view_put_address(out, catalog_row(answer->session->catalog, files->ptr[i].file)->path);
        buf_printf(out, "  %.*s\n", STR_ARG(files->ptr[i].names));
    }
}

static void put_names(Buf *out, const ExploreAnswer *answer)
{
    const PackLineVec *names = &answer->pack->names;
    if (names->len)
        buf_put(out, STR("also near:\n"));
    for (size_t i = 0; i < names->len; i++) {
        const PackLine *line = &names->ptr[i];
        query_put_line(out, *answer->request->scratch, answer->session->catalog,
                       explore_symbol(answer, line->file, line->entry));
        buf_printf(out, "  (%.*s)\n", STR_ARG(line->why));
    }
}

static const PackBody *best_body(const PackBodyVec *bodies)
{
    const PackBody *best = &bodies->ptr[0];
    for (size_t i = 1; i < bodies->len; i++)
        if (bodies->ptr[i].score > best->score)
            best = &bodies->ptr[i];
    return best;
}

static Str next_of_org(const ExploreAnswer *answer)
{
    Arena *arena = answer->request->arena;
    const PackBodyVec *bodies = &answer->pack->bodies;
    Str quoted = answer->org->asked;
    if (answer->terse)
        return STR("a larger --budget shows more");
    if (!bodies->len)
        return session_hint(
            answer->request,
            str_format(arena, "fovea find NAME%.*s searches by name", STR_ARG(quoted)));
    const PackBody *best = best_body(bodies);
    Str path = catalog_row(answer->session->catalog, best->file)->path;
    Str place = str_format(arena, "%.*s:%u", STR_ARG(path), best->first);
    return session_hint(answer->request,
                        str_format(arena, "fovea callers %.*s%.*s goes on from any place here",
                                   STR_ARG(shell_quote_path(arena, place)), STR_ARG(quoted)));
}

/* The calls that show more. */
static Str next_call(const ExploreAnswer *answer)
{
    Arena *arena = answer->request->arena;
    const Catalog *catalog = answer->session->catalog;
    const PackBodyVec *bodies = &answer->pack->bodies;
    if (answer->org)
        return next_of_org(answer);
    if (!bodies->len)
        return session_hint(answer->request, STR("fovea overview shows what there is"));
    const PackBody *best = best_body(bodies);
    Str name =
        catalog_qualified_name(catalog, arena, explore_symbol(answer, best->file, best->entry));
    return session_hint(answer->request,
                        str_format(arena,
                                   "fovea callers %.*s shows who calls it; read PATH:FROM-TO",
                                   STR_ARG(shell_quote(arena, name))));
}

/* Lists the words that the index has, or those that it lacks; returns their number. A database has
   only a part of the index, so it does not say what it lacks. */
static size_t list_words(Buf *out, const ExploreAnswer *answer, bool found)
{
    size_t count = 0;
    for (size_t i = 0; i < answer->words.len; i++) {
        const SearchWord *word = &answer->words.ptr[i];
        if (word->found != found || (!found && answer->org))
            continue;
        buf_put(out, count++ ? STR(", ") : (Str){0});
        view_put_line_text(out, word->word);
        if (word->typed.len) {
            buf_put(out, STR(" for "));
            view_put_line_text(out, word->typed);
        }
    }
    return count;
}

static bool may_add_words(const ExploreAnswer *answer)
{
    return !answer->pack->clear && !answer->also.len && !answer->terse;
}

/* `[looked for popularity, key; in no indexed file: bumped; …]` */
static void put_words(Buf *out, const ExploreAnswer *answer)
{
    Arena *arena = answer->request->arena;
    Buf known = buf_open(arena, 0), lacking = buf_open(arena, 0);
    if (answer->budget < EXPLORE_WORDS_BUDGET)
        return;
    size_t count = list_words(&known, answer, true) + list_words(&lacking, answer, false);
    if (!count)
        return;
    buf_put(out, STR("[looked for "));
    buf_put(out, view_cut_end(arena, buf_str(known.len ? &known : &lacking), WORDS_BYTES));
    if (known.len && lacking.len) {
        buf_put(out, STR("; in no indexed file: "));
        buf_put(out, view_cut_end(arena, buf_str(&lacking), WORDS_BYTES));
    } else if (lacking.len) {
        buf_put(out, STR(": in no indexed file"));
    }
    if (may_add_words(answer)) {
        buf_put(out, STR("; "));
        buf_put(out, session_hint(answer->request,
                                  STR("fovea explore --also 'WORD …' adds 5 to 10 words that the "
                                      "code may have")));
    }
    buf_put(out, STR("]\n"));
}

static void put_text(Buf *out, const ExploreAnswer *answer)
{
    const Pack *pack = answer->pack;
    put_bodies(out, answer);
    put_heads(out, answer);
    put_files(out, answer);
    put_names(out, answer);
    if (!answer->candidates)
        search_put_nothing(out, answer->request, answer->question, (Str){0});
    put_words(out, answer);
    buf_put_byte(out, '[');
    if (pack->seen)
        buf_printf(out, "%zu left out that you have seen; ", pack->seen);
    if (pack->left_out && pack->clear)
        buf_printf(out, "%zu more %s much less well; ", pack->left_out,
                   pack->left_out == 1 ? "matches" : "match");
    else if (pack->left_out)
        buf_printf(out, "%zu more place%s with a larger --budget; ", pack->left_out,
                   pack->left_out == 1 ? "" : "s");
    view_put_line_text(out, next_call(answer));
    buf_put(out, STR("]\n"));
}

/* ---- JSON ---- */

static Json *symbol_value(const ExploreAnswer *answer, uint32_t file, uint32_t entry)
{
    Arena *arena = answer->request->arena;
    Json *value = query_value(arena, answer->session->catalog, explore_symbol(answer, file, entry));
    if (answer->org)
        json_set(value, STR("repository"),
                 json_str(arena, answer->org->calls.tree.repository[file]));
    return value;
}

static Json *line_value(const ExploreAnswer *answer, const PackLine *line)
{
    Arena *arena = answer->request->arena;
    Json *value = symbol_value(answer, line->file, line->entry);
    if (line->signature.len)
        json_set(value, STR("signature"), json_str(arena, line->signature));
    json_set(value, STR("why"), json_str(arena, line->why));
    return value;
}

static Json *lines_value(const ExploreAnswer *answer, const PackLineVec *lines)
{
    Json *list = json_array(answer->request->arena);
    for (size_t i = 0; i < lines->len; i++)
        json_add(list, line_value(answer, &lines->ptr[i]));
    return list;
}

static Json *body_value(const ExploreAnswer *answer, const PackBody *body)
{
    Arena *arena = answer->request->arena;
    Json *value = symbol_value(answer, body->file, body->entry);
    if (answer->org) {
        explore_org_value(answer->org, value, explore_symbol(answer, body->file, body->entry),
                          body->bare);
    } else {
        json_set(value, STR("first"), json_u64(arena, body->first));
        json_set(value, STR("source"), json_str(arena, body->text));
        if (body->shown)
            json_set(value, STR("shown_to"), json_u64(arena, body->shown));
    }
    json_set(value, STR("why"), json_str(arena, body->why));
    return value;
}

static Json *bodies_value(const ExploreAnswer *answer)
{
    Json *list = json_array(answer->request->arena);
    for (size_t i = 0; i < answer->pack->bodies.len; i++)
        json_add(list, body_value(answer, &answer->pack->bodies.ptr[i]));
    return list;
}

static Json *words_value(const ExploreAnswer *answer, bool found)
{
    Arena *arena = answer->request->arena;
    Json *list = json_array(arena);
    for (size_t i = 0; i < answer->words.len; i++)
        if (answer->words.ptr[i].found == found)
            json_add(list, json_str(arena, answer->words.ptr[i].word));
    return list;
}

static void put_value(Buf *out, const ExploreAnswer *answer)
{
    Arena *arena = answer->request->arena;
    const Pack *pack = answer->pack;
    Json *value = query_frame(arena, answer->session, STR("pack"));
    json_set(value, STR("question"), query_echo(arena, answer->question, answer->budget));
    bool words = answer->budget >= EXPLORE_WORDS_BUDGET;
    if (words)
        json_set(value, STR("looked_for"), words_value(answer, true));
    if (words && !answer->org)
        json_set(value, STR("not_found"), words_value(answer, false));
    json_set(value, STR("bodies"), answer->org ? json_array(arena) : bodies_value(answer));
    if (answer->org)
        json_set(value, STR("declarations"), bodies_value(answer));
    json_set(value, STR("heads"), lines_value(answer, &pack->heads));
    json_set(value, STR("names"), lines_value(answer, &pack->names));
    Json *files = json_array(arena);
    for (size_t i = 0; i < pack->files.len; i++) {
        Json *item = json_object(arena);
        Str path = catalog_row(answer->session->catalog, pack->files.ptr[i].file)->path;
        json_set(item, STR("path"), json_str(arena, address_value(arena, path)));
        json_set(item, STR("declares"), json_str(arena, pack->files.ptr[i].names));
        json_add(files, item);
    }
    json_set(value, STR("files"), files);
    json_set(value, STR("left_out"), json_u64(arena, pack->left_out));
    if (pack->clear)
        json_set(value, STR("clear"), json_bool(arena, true));
    if (answer->seen->path.len)
        json_set(value, STR("seen"), json_u64(arena, pack->seen));
    json_set(value, STR("next"), json_str(arena, next_call(answer)));
    view_put_value(out, *answer->request->scratch, answer->request->format, value);
}

void explore_put(Buf *out, const ExploreAnswer *answer)
{
    if (answer->request->format == VIEW_TEXT)
        put_text(out, answer);
    else
        put_value(out, answer);
}
