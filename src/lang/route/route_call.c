#include "lang/route/route_state.h"

/* Tokens of type arguments between a name and its bracket: `get<Foo<Bar>>(`. */
#define TYPE_TOKENS_MAX 24
/* Parts of one chain. */
#define CHAIN_MAX 40

Str route_token_text(const RouteReader *reader, size_t token)
{
    const RouteToken *at = &reader->tokens.ptr[token];
    return str_slice(reader->text, at->start, at->end);
}

bool route_token_is(const RouteReader *reader, size_t token, const char *text)
{
    return token < reader->tokens.len && str_equal(route_token_text(reader, token), str_from(text));
}

bool route_is_word(const RouteReader *reader, size_t token)
{
    return token < reader->tokens.len && reader->tokens.ptr[token].sort == ROUTE_WORD;
}

bool route_is_open(const RouteReader *reader, size_t token, char bracket)
{
    return token < reader->tokens.len &&
           reader->text.ptr[reader->tokens.ptr[token].start] == bracket &&
           reader->tokens.ptr[token].sort == ROUTE_MARK &&
           reader->tokens.ptr[token].partner > token;
}

char route_mark_at(const RouteReader *reader, size_t token)
{
    const RouteToken *at = &reader->tokens.ptr[token];
    return token < reader->tokens.len && at->sort == ROUTE_MARK ? reader->text.ptr[at->start] : 0;
}

static bool is_close(const RouteReader *reader, size_t token)
{
    return byte_in(route_mark_at(reader, token), ")]}") &&
           reader->tokens.ptr[token].partner < token;
}

bool route_lists(const char *words, Str text)
{
    Str list = str_from(words ? words : "");
    for (Str word; str_take_until(&list, ' ', &word);) {
        bool any_before = str_starts(word, STR("*")), any_after = str_ends(word, STR("*"));
        Str core = str_slice(word, any_before, word.len - (any_after && word.len > 1));
        if (any_before && any_after ? str_find(text, core) != STR_NONE
            : any_before            ? str_ends(text, core)
            : any_after             ? str_starts(text, core)
                                    : str_equal(text, core))
            return true;
    }
    return false;
}

/* ---- the chain before a name ---- */

/* The token before the joint that ends before `token`; `token` itself where nothing is joined:
   `a.b`, `a::b`, `a->b`, `a?.b`. */
static size_t before_joint(const RouteReader *reader, size_t token)
{
    if (!token)
        return token;
    char last = route_mark_at(reader, token - 1),
         first = token > 1 ? route_mark_at(reader, token - 2) : 0;
    if ((last == ':' && first == ':') || (last == '>' && first == '-') ||
        (last == '.' && byte_in(first, "?&!")))
        return token > 2 ? token - 3 : token;
    return last == '.' && token > 1 ? token - 2 : token;
}

/* Sets the chain's first token and its text without the last name. */
static void read_chain(RouteReader *reader, RouteCall *call)
{
    Str parts[CHAIN_MAX];
    size_t count = 0, at = call->word;
    while (count < CHAIN_MAX) {
        size_t before = before_joint(reader, at);
        if (before == at)
            break;
        bool called = route_mark_at(reader, before) == ')' && is_close(reader, before);
        size_t name = called ? reader->tokens.ptr[before].partner : before;
        if (called && name && route_mark_at(reader, name - 1) == '!')
            name--;
        name -= called && name;
        if (!route_is_word(reader, name)) {
            parts[count++] = STR("()");
            at = name;
            break;
        }
        Str word = route_token_text(reader, name);
        parts[count++] = called ? str_join(&reader->scratch, word, STR("()")) : word;
        at = name;
    }
    call->first = at;
    Buf out = buf_open(&reader->scratch, 0);
    while (count) {
        buf_put(&out, parts[--count]);
        if (count)
            buf_put_byte(&out, '.');
    }
    call->receiver = buf_str(&out);
}

/* ---- arguments ---- */

/* Type arguments after the name: `get<Foo>(`, `get::<Foo>(`. */
static size_t after_types(const RouteReader *reader, size_t token)
{
    size_t at = token, depth = 0;
    if (route_mark_at(reader, at) == ':' && route_mark_at(reader, at + 1) == ':')
        at += 2;
    if (route_mark_at(reader, at) != '<')
        return token;
    for (size_t end = at + TYPE_TOKENS_MAX; at < reader->tokens.len && at < end; at++) {
        char c = route_mark_at(reader, at);
        if (depth && byte_in(c, "{[(") && reader->tokens.ptr[at].partner > at) {
            at = reader->tokens.ptr[at].partner;
            continue;
        }
        depth += c == '<';
        depth -= c == '>' && depth;
        if (!depth)
            return at + 1;
        if (byte_in(c, "(;{"))
            break;
    }
    return token;
}

/* The end of an argument list without brackets: the line, unless a comma ends it; or a block. */
static size_t bare_end(const RouteReader *reader, size_t from)
{
    size_t at = from;
    for (; at < reader->tokens.len; at++) {
        bool next = at > from && reader->tokens.ptr[at].line > reader->tokens.ptr[at - 1].line;
        if ((next && route_mark_at(reader, at - 1) != ',') || route_token_is(reader, at, "do") ||
            (route_mark_at(reader, at) == '{' && at > from &&
             !byte_in(route_mark_at(reader, at - 1), ",:>")) ||
            route_mark_at(reader, at) == ';')
            return at;
        if (reader->tokens.ptr[at].partner > at)
            at = reader->tokens.ptr[at].partner;
    }
    return at;
}

/* The value of a named argument: `name=x`, `name: x`, `"name" => x`, `:name => x`. The number of
   tokens before the value; 0: it has no name. */
static size_t name_len(const RouteReader *reader, RouteSpan span)
{
    size_t at = span.from + (route_mark_at(reader, span.from) == ':');
    bool text = at < reader->tokens.len && reader->tokens.ptr[at].sort == ROUTE_STRING;
    if (at + 1 >= span.to || (!text && !route_is_word(reader, at)))
        return 0;
    char next = route_mark_at(reader, at + 1), more = route_mark_at(reader, at + 2);
    if (next == '=' && more == '>')
        return text || at > span.from || reader->rules->text.bare_calls ? at + 3 - span.from : 0;
    if (next == '=' && more != '=')
        return at + 2 - span.from;
    bool apart =
        at + 2 < span.to && reader->tokens.ptr[at + 2].start > reader->tokens.ptr[at + 1].end;
    return next == ':' && (more != ':' || apart) ? at + 2 - span.from : 0; // Ruby: `param: :slug`
}

/* Takes the next part of a list that commas divide off the front of the span. */
static bool take_part(const RouteReader *reader, RouteSpan *rest, RouteSpan *part)
{
    size_t at = rest->from;
    if (at >= rest->to)
        return false;
    while (at < rest->to && route_mark_at(reader, at) != ',') {
        size_t partner = reader->tokens.ptr[at].partner;
        at = partner > at && partner < rest->to ? partner + 1 : at + 1;
    }
    *part = (RouteSpan){rest->from, at};
    rest->from = at + 1;
    return true;
}

static void read_arguments(const RouteReader *reader, RouteCall *call)
{
    RouteSpan rest = call->list, part;
    while (take_part(reader, &rest, &part)) {
        if (part.from >= part.to)
            continue;
        bool has_name = name_len(reader, part) > 0;
        size_t *count = has_name ? &call->named_count : &call->count;
        if (*count == ROUTE_ARGUMENTS_MAX)
            return;
        (has_name ? call->named : call->arguments)[(*count)++] = part;
    }
}

RouteCall route_call_at(RouteReader *reader, size_t word)
{
    RouteCall call = {.word = word};
    read_chain(reader, &call);
    size_t open = after_types(reader, word + 1);
    open += route_mark_at(reader, open) == '!';
    bool beside =
        open < reader->tokens.len && reader->tokens.ptr[open].line == reader->tokens.ptr[word].line;
    call.after = word + 1;
    if (route_is_open(reader, open, '(')) {
        call.has_list = true;
        call.list = (RouteSpan){open + 1, reader->tokens.ptr[open].partner};
        call.after = call.list.to + 1;
    } else if (reader->rules->text.bare_calls && beside &&
               (reader->tokens.ptr[open].sort != ROUTE_MARK ||
                (route_mark_at(reader, open) == ':' && route_is_word(reader, open + 1)))) {
        call.has_list = true;
        call.list = (RouteSpan){open, bare_end(reader, open)};
        call.after = call.list.to;
    }
    if (!call.has_list && reader->rules->text.literals && route_is_open(reader, open, '{')) {
        call.has_list = true;
        call.count = 1;
        call.arguments[0] = (RouteSpan){open, reader->tokens.ptr[open].partner + 1};
        return call;
    }
    read_arguments(reader, &call);
    return call;
}

/* ---- named arguments ---- */

static bool has_name(const RouteReader *reader, RouteSpan span, const char *names, RouteSpan *value)
{
    size_t len = name_len(reader, span);
    if (!len)
        return false;
    size_t at = span.from + (route_mark_at(reader, span.from) == ':');
    const RouteToken *token = &reader->tokens.ptr[at];
    if (!route_lists(names, str_slice(reader->text, token->inner, token->inner_end)))
        return false;
    *value = (RouteSpan){span.from + len, span.to};
    return true;
}

bool route_named(const RouteReader *reader, const RouteCall *call, const char *names,
                 RouteSpan *value)
{
    for (size_t i = 0; names && i < call->named_count; i++)
        if (has_name(reader, call->named[i], names, value))
            return true;
    for (size_t i = 0; names && i < call->count; i++) {
        size_t open = call->arguments[i].from;
        while (open < call->arguments[i].to && !route_is_open(reader, open, '{') &&
               !route_is_open(reader, open, '['))
            open = route_is_word(reader, open) || route_mark_at(reader, open) == '&'
                       ? open + 1
                       : call->arguments[i].to;
        if (open >= call->arguments[i].to)
            continue;
        RouteSpan rest = {open + 1, reader->tokens.ptr[open].partner}, part;
        while (take_part(reader, &rest, &part))
            if (has_name(reader, part, names, value))
                return true;
    }
    return false;
}
