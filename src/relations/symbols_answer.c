/* Answer about one or several symbols. If the only symbol is not found, that is an error; if one of
   several is not, that is reported in its place. */
#include "relations/symbol_answer.h"
#include "session/notices.h"
#include "session/require.h"

typedef struct Answer {
    SessionRequest *request;
    IndexSession *session;
    const SymbolsQuestion *question;
    Buf text;
    Json *list;
    size_t shown;
} Answer;

static bool is_one(const SymbolsQuestion *question)
{
    return !question->several && str_find_byte(question->names, '\n') == STR_NONE;
}

static void put_missing(Answer *answer, Str name, const Err *why)
{
    Arena *arena = answer->request->arena;
    Json *value = json_object(arena);
    json_set(value, STR("asked"), json_str(arena, name));
    json_set(value, STR("error"), json_str(arena, str_copy(arena, str_from(why->message))));
    json_set(value, STR("hint"), json_str(arena, str_copy(arena, str_from(why->hint))));
    json_add(answer->list, value);
    buf_printf(&answer->text, "%s\n", why->message);
    if (why->hint[0])
        buf_printf(&answer->text, "Hint: %s\n", why->hint);
}

/* Writes a symbol. `noted`: bytes of notes about other symbols. */
static bool put_symbol(Answer *answer, const IdVec *symbols, size_t noted, Err *err)
{
    SessionRequest *request = answer->request;
    const Catalog *catalog = answer->session->catalog;
    SymbolDetail detail = {.alike = {.ptr = symbols->ptr + 1, .len = symbols->len - 1}};
    if (!symbol_detail(request, answer->session, symbols->ptr[0], answer->question->context,
                       &detail, err))
        return false;
    if (!is_one(answer->question) && detail.not_counted) /* only the lines: there are many */
        detail.not_counted = (Json *)json_get(detail.not_counted, STR("lines"));
    detail.beside = query_note(answer->session).len - noted;
    if (request->format == VIEW_TEXT)
        symbol_put_text(&answer->text, request, catalog, &detail);
    else
        json_add(answer->list, symbol_value(request->arena, *request->scratch, catalog, &detail,
                                            request->format));
    return true;
}

static bool put_named(Answer *answer, Str name, Err *err)
{
    IdVec symbols;
    Err why = {0};
    size_t noted = is_one(answer->question) ? 0 : query_note(answer->session).len;
    if (answer->shown++)
        buf_put_byte(&answer->text, '\n');
    if (query_symbols(answer->request, answer->session, name, &symbols, &why))
        return put_symbol(answer, &symbols, noted, err);
    if (is_one(answer->question)) {
        *err = why;
        return false;
    }
    put_missing(answer, name, &why);
    return true;
}

/* Splits `draw, measure` into two lines; commas in brackets are kept: `Map<A, B>`. */
static Str split_commas(Arena *arena, Str names)
{
    Buf out = buf_open(arena, 0);
    bool plain = str_find_byte(names, '<') == STR_NONE && str_find_byte(names, '(') == STR_NONE;
    for (size_t i = 0; i < names.len; i++)
        buf_put_byte(&out, plain && i && names.ptr[i] == ',' ? '\n' : names.ptr[i]);
    return buf_str(&out);
}

static bool put_all(Answer *answer, Err *err)
{
    Str rest = answer->question->names, name;
    if (is_one(answer->question) && str_trim(rest).len)
        return put_named(answer, rest, err);
    while (str_take_line(&rest, &name)) {
        name = str_trim(name);
        if (!name.len)
            continue;
        if (answer->shown == SYMBOLS_ANSWERED_MAX) {
            Str note = str_format(answer->request->arena, "the first %d symbols are shown",
                                  SYMBOLS_ANSWERED_MAX);
            session_note(answer->request, answer->session, note);
            return true;
        }
        if (!put_named(answer, name, err))
            return false;
    }
    return answer->shown || err_set(err, ERR_USAGE, "symbols: none given");
}

bool symbols_answer(SessionRequest *request, const SymbolsQuestion *question, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    const SessionNeeds needs = {.parts = QUERY_PARTS | CATALOG_LINKS};
    SymbolsQuestion asked = *question;
    asked.names = split_commas(request->arena, question->names);
    Answer answer = {.request = request,
                     .session = &session,
                     .question = &asked,
                     .text = buf_open(request->arena, 0),
                     .list = json_array(request->arena)};
    if (!session_begin(request, &session, needs, err))
        return false;
    session.others_bytes = SYMBOL_OTHERS_BYTES;
    if (!put_all(&answer, err))
        return false;
    if (request->format == VIEW_TEXT)
        return query_put_text(request, &session, &answer.text, err);
    bool one = is_one(&asked);
    Json *value = query_frame(request->arena, &session, one ? STR("symbol") : STR("symbols"));
    json_set(value, one ? STR("symbol") : STR("symbols"), one ? answer.list->first : answer.list);
    Buf out = buf_open(request->arena, 0);
    view_put_value(&out, *request->scratch, request->format, value);
    return session_send_buf(request, &out, err);
}
