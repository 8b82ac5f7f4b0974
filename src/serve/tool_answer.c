#include "serve/tool_answer.h"

#include "tools/alias.h"

#include "base/hash.h"
#include "base/limits.h"
#include "serve/call.h"
#include "serve/missing.h"
#include "serve/profile.h"
#include "serve/tool_schema.h"

/* Maximum text of an answer without paging: the strictest client keeps 12 KB. */
#define MCP_ANSWER_BYTES (10 * KB)

/* Length of a mark in hexadecimal digits. */
#define MARK_DIGITS 12

Json *tool_answer_put_text(Arena *arena, Json *result, Str text)
{
    Json *content = json_array(arena), *block = json_object(arena);
    json_set(block, STR("type"), json_str(arena, STR("text")));
    json_set(block, STR("text"), json_str(arena, text));
    json_add(content, block);
    json_set(result, STR("content"), content);
    return content;
}

static void put_error(const Exchange *exchange, Arena *arena, Json *result, const Err *err)
{
    const Server *server = exchange->server;
    Str message = tool_schema_reword(arena, str_from(err->message));
    Str hint = tool_schema_offered(arena, str_from(err->hint), server->tools, server->tool_count);
    hint = tool_schema_reword(arena, hint);
    tool_answer_put_text(arena, result,
                         str_format(arena, "%s%.*s%s%.*s", err_prefix(err), STR_ARG(message),
                                    hint.len ? "\nHint: " : "", STR_ARG(hint)));
    json_set(result, STR("isError"), json_bool(arena, true));
}

/* End of the page that begins at `from`: after a line, if one ends in the page's second half. */
static size_t page_end(Str text, size_t from, size_t bytes)
{
    if (!bytes || text.len - from <= bytes)
        return text.len;
    for (size_t i = from + bytes; i > from + bytes / 2; i--)
        if (text.ptr[i - 1] == '\n')
            return i;
    return str_char_floor(text, from + bytes);
}

/* The requested page, with a line that says how to get the next one. Fails if the page does not
   exist. */
static bool cut_page(Arena *arena, const CallAnswer *answer, Str *page, Err *err)
{
    Str text = answer->text;
    size_t number = (size_t)MAX(answer->page, 1), pages = 0, next = 0;
    do {
        size_t from = next;
        next = page_end(text, from, answer->page_bytes);
        if (++pages == number)
            *page = str_slice(text, from, next);
    } while (next < text.len);
    if (number > pages)
        return err_set(err, ERR_FAILED, "page %zu: the answer has %zu", number, pages);
    if (number < pages)
        *page = str_format(arena, "%.*s%s[page %zu of %zu; the same call with page=%zu goes on]\n",
                           STR_ARG(*page), str_ends(*page, STR("\n")) ? "" : "\n", number, pages,
                           number + 1);
    return true;
}

/* Adds the mark of the answer (an ETag): a keyed hash of its content, which the client may send
   with its next call. If the content is unchanged, the answer says only that. The server stores
   nothing.

   The mark is short, so it includes the server's secret: an author of the files cannot construct
   two answers with the same mark. */
static void mark_page(Arena *arena, Str secret, CallAnswer *answer, Str *page)
{
    char hex[65];
    Arena start = *arena;
    Buf all = buf_open(&start, 0);
    buf_put(&all, secret);
    buf_put(&all, *page);
    for (const Json *image = answer->images ? answer->images->first : NULL; image;
         image = image->next)
        buf_put(&all, json_text(image, STR("data")));
    hash_sha256(buf_str(&all), hex);
    Str mark = str_format(arena, "%.*s", MARK_DIGITS, hex);
    if (str_equal(mark, answer->since)) {
        *page = str_format(arena, "unchanged since %.*s\n", STR_ARG(mark));
        answer->images = NULL;
        return;
    }
    *page = str_format(arena, "%.*s%s[since=%.*s]\n", STR_ARG(*page),
                       str_ends(*page, STR("\n")) ? "" : "\n", STR_ARG(mark));
}

/* Adds the whole answer as structured content, if the tool has such a form. */
static void put_structured(Exchange *exchange, const Tool *tool, const Json *arguments,
                           Json *result)
{
    Arena *arena = &exchange->arena;
    Json *same = json_object(arena), *value;
    CallAnswer answer;
    Err err;
    for (const Json *item = arguments ? arguments->first : NULL; item; item = item->next)
        if (!str_equal(item->key, STR("format")))
            json_set(same, item->key, rpc_copy(arena, item));
    json_set(same, STR("format"), json_str(arena, STR("json")));
    if (!tool->text_only && call_run(exchange, tool, same, 0, &answer, &err) &&
        json_parse(arena, answer.text, &value, &err) && value->type == JSON_OBJECT)
        json_set(result, STR("structuredContent"), value);
}

const Tool *tool_answer_find_tool(const Server *server, Str name)
{
    const Tool *same = alias_tool_same(name);
    for (size_t i = 0; i < server->tool_count; i++)
        if (str_equal(name, profile_tool_name(server->tools[i])) ||
            str_equal(name, str_from(server->tools[i]->name)) || same == server->tools[i])
            return server->tools[i];
    return NULL;
}

bool tool_answer_call(Exchange *exchange, Json *result, RpcFault *fault)
{
    Err err = {0};
    CallAnswer answer;
    Str page = {0};
    Arena *arena = &exchange->arena;
    const Json *params = exchange->message.params;
    Str name = json_text(params, STR("name"));
    const Tool *tool = tool_answer_find_tool(exchange->server, name);
    if (!tool)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "unknown tool '%.*s'%.*s", STR_ARG(name),
                        STR_ARG(missing_tool(arena, exchange->server->tools,
                                             exchange->server->tool_count, name)));
    const Json *arguments = json_get(params, STR("arguments"));
    if (arguments && arguments->type != JSON_OBJECT)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "arguments: not an object");
    if (!call_run(exchange, tool, arguments, MCP_ANSWER_BYTES, &answer, &err) ||
        !cut_page(arena, &answer, &page, &err)) {
        put_error(exchange, arena, result, &err);
        return true;
    }
    if (answer.since.len)
        mark_page(arena, exchange->server->secret, &answer, &page);
    Json *content = tool_answer_put_text(arena, result, page);
    for (const Json *image = answer.images ? answer.images->first : NULL; image;
         image = image->next)
        json_add(content, rpc_copy(arena, image));
    if (answer.structured)
        put_structured(exchange, tool, arguments, result);
    return true;
}
