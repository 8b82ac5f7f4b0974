/* A list is printed with fewer and fewer rows until it fits: rows are of different lengths, and the
   wording alone knows how long its text is. */
#include "query/response.h"

#include "query/cursor.h"
#include "query/query.h"
#include "text/tokens.h"
#include "view/wording.h"

/* Tokens that an answer may take in addition to its rows. */
#define FRAME_TOKENS 100
/* A few rows may be longer than the average. */
#define ROWS_FEW 3

Response response_open(SessionRequest *request, const IndexSession *session, Str type,
                       const char *wording)
{
    return (Response){.request = request,
                      .session = session,
                      .wording = wording,
                      .value = query_frame(request->arena, session, type),
                      .words = json_object(request->arena)};
}

void response_figures(Response *response, const ResponseFigure *figures, size_t count)
{
    for (size_t i = 0; i < count; i++)
        json_set(response->value, figures[i].key,
                 json_u64(response->request->arena, figures[i].value));
}

static Str reword(const void *caller, Str text)
{
    return session_hint(caller, text);
}

void response_print(Buf *out, const SessionRequest *request, const char *wording, const Json *value,
                    const Json *words)
{
    wording_put(out, *request->scratch, &(Wording){wording, value, words, reword, request});
}

static void put(Buf *out, const Response *response, const Json *value, const Json *words)
{
    const SessionRequest *request = response->request;
    if (request->format == VIEW_TEXT)
        response_print(out, request, response->wording, value, words);
    else
        view_put_value(out, *request->scratch, request->format, value);
}

static bool send(const Response *response, Buf *out, Err *err)
{
    bool noted = response->session && response->request->format == VIEW_TEXT;
    return noted ? query_put_text(response->request, response->session, out, err)
                 : session_send_buf(response->request, out, err);
}

size_t response_len(const Response *response)
{
    bool noted = response->request->format == VIEW_TEXT && response->session;
    Buf out = buf_open(response->request->arena, 0);
    put(&out, response, response->value, response->words);
    return out.len + (noted ? query_note(response->session).len : 0);
}

bool response_send(const Response *response, Err *err)
{
    Buf out = buf_open(response->request->arena, 0);
    put(&out, response, response->value, response->words);
    return send(response, &out, err);
}

/* ---- lists ---- */

static void keep_rows(Json *rows, size_t count)
{
    rows->count = count;
    rows->last = rows->first;
    for (size_t i = 1; i < count; i++)
        rows->last = rows->last->next;
    if (rows->last)
        rows->last->next = NULL;
}

static Str cursor_of(const Response *response, const ResponseList *list, uint64_t end)
{
    Arena *arena = response->request->arena;
    if (!list->question.len)
        return (Str){0};
    return list->state ? cursor_make_at(arena, *list->state, list->question, end)
                       : cursor_make(arena, response->session, list->question, end);
}

/* Writes the list with its rows, and what says how it continues. */
static void put_page(Buf *out, const Response *response, const ResponseList *list)
{
    Arena *arena = response->request->arena;
    Json value = *response->value, words = *response->words; /* so that they can be set again */
    uint64_t end = list->from + list->rows->count;
    if (end < list->total) {
        Str cursor = cursor_of(response, list, end);
        Str next = str_format(arena, "%.*s --cursor %.*s", STR_ARG(list->call), STR_ARG(cursor));
        json_set_text(arena, &value, STR("cursor"), cursor);
        json_set(&words, STR("left"), json_u64(arena, list->total - end));
        json_set(&words, STR("next"), json_str(arena, session_hint(response->request, next)));
    }
    put(out, response, &value, &words);
}

static size_t budget_of(const ResponseList *list)
{
    size_t count = list->rows->count;
    size_t few = FRAME_TOKENS + list->row_tokens * MIN(count, (size_t)ROWS_FEW);
    return list->bytes ? list->bytes : MAX(few, list->row_tokens * count) * TOKEN_BYTES;
}

bool response_send_list(Response *response, const ResponseList *list, Err *err)
{
    size_t budget = budget_of(list), shown = list->rows->count;
    bool noted = list->bytes && response->request->format == VIEW_TEXT;
    size_t note = noted ? query_note(response->session).len : 0;
    Buf out = buf_open(response->request->arena, 0);
    for (;;) {
        out.len = 0;
        keep_rows(list->rows, shown);
        put_page(&out, response, list);
        size_t len = out.len + note;
        if (len <= budget || shown <= 1)
            return send(response, &out, err);
        shown = MAX(MIN(shown - 1, shown * budget / len), (size_t)1);
    }
}
