#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_state.h"

/* Calls around an address: `URI.create(String.format("…", x))`. */
#define WRAPS_MAX 4
/* Names and texts that are joined. */
#define PARTS_MAX 24

/* ---- methods ---- */

Str route_method_of(RouteReader *reader, Str word)
{
    static const char methods[] = "GET POST PUT DELETE PATCH HEAD OPTIONS";
    if (str_starts(word, STR("Method")) || str_starts(word, STR("METHOD")))
        word = str_from_offset(word, 6);
    Buf upper = buf_open(&reader->scratch, 0);
    for (size_t i = 0; i < word.len && i < 10; i++)
        buf_put_byte(&upper, word.ptr[i] >= 'a' && word.ptr[i] <= 'z' ? (char)(word.ptr[i] - 32)
                                                                      : word.ptr[i]);
    Str name =
        str_starts(buf_str(&upper), STR("DEL")) && word.len == 3 ? STR("DELETE") : buf_str(&upper);
    return route_lists(methods, name) ? name : (Str){0};
}

Str route_methods(RouteReader *reader, RouteSpan span)
{
    Buf out = buf_open(&reader->scratch, ROUTE_PATH_BYTES_MAX);
    for (size_t at = span.from; at < span.to; at++) {
        const RouteToken *token = &reader->tokens.ptr[at];
        Str word = str_slice(reader->text, token->inner, token->inner_end);
        Str method = token->sort == ROUTE_MARK ? (Str){0} : route_method_of(reader, word);
        if (!method.len)
            continue;
        if (out.len)
            buf_put_byte(&out, ',');
        buf_put(&out, method);
    }
    return buf_str(&out);
}

/* ---- paths ---- */

bool route_symbol(const RouteReader *reader, RouteSpan span, Str *name)
{
    if (route_mark_at(reader, span.from) != ':' || span.to != span.from + 2 ||
        !route_is_word(reader, span.from + 1))
        return false;
    *name = route_token_text(reader, span.from + 1);
    return true;
}

typedef struct PathBuilder {
    RouteReader *reader;
    Buf out;
    bool offered, pattern;
    bool formatted;   /* the text has `%s` or `{}` for values … */
    RouteSpan values; /* … which are these arguments */
} PathBuilder;

/* Whether the text is names with dots alone: `settings.API`. */
static bool is_dotted(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_word(text.ptr[i]) && text.ptr[i] != '.')
            return false;
    return true;
}

/* A value in a path: the base, if it comes first and is a name; else a parameter. */
static void put_hole(PathBuilder *builder, Str name)
{
    Str word = str_trim(name);
    Str last = str_last_word(word), base = is_dotted(word) ? word : last;
    const Str *known = NULL;
    uint64_t *found = last.len ? map_find(&builder->reader->constants, last) : NULL;
    if (found)
        known = (const Str *)(uintptr_t)*found;
    if (known && !builder->out.len) {
        buf_put(&builder->out, *known);
        return;
    }
    if (!builder->out.len)
        buf_printf(&builder->out, "<%.*s>", STR_ARG(base));
    else
        buf_printf(&builder->out, "{%.*s}", STR_ARG(last.len == word.len ? last : (Str){0}));
}

/* The bytes of a format's verb at the offset: `%s`, `%02d`, `{}`; 0: it has none there. */
static size_t verb_len(Str text, size_t at)
{
    size_t end = at + 1;
    if (text.ptr[at] == '{') {
        size_t close = str_find_byte(str_from_offset(text, at), '}');
        return close == STR_NONE ? 0 : close + 1;
    }
    if (text.ptr[at] != '%')
        return 0;
    while (end < text.len && byte_in(text.ptr[end], "0123456789.+-#$"))
        end++;
    return end < text.len && byte_in(text.ptr[end], "sdvioxuqSD") ? end + 1 - at : 0;
}

/* The bytes of a value in the text, with its name; 0: none begins at the offset. */
static size_t hole_len(const RouteText *rules, Str text, size_t at, Str *name)
{
    Str rest = str_from_offset(text, at), hole = str_from(rules->hole ? rules->hole : "");
    if (hole.len && str_starts(rest, hole)) {
        size_t close = str_find_byte(rest, str_ends(hole, STR("(")) ? ')' : '}');
        *name = str_slice(rest, hole.len, close == STR_NONE ? rest.len : close);
        return close == STR_NONE ? rest.len : close + 1;
    }
    if (!rules->bare || rest.ptr[0] != '$' || rest.len < 2 || !byte_is_word(rest.ptr[1]))
        return 0;
    size_t end = str_word_end(rest, 1);
    *name = str_slice(rest, 1, end);
    return end;
}

/* Whether values may be in the string. */
static bool has_holes(const RouteReader *reader, const RouteToken *token)
{
    const RouteText *rules = &reader->rules->text;
    Str mark = str_slice(reader->text, token->start, token->inner);
    if (!rules->hole && !rules->bare)
        return false;
    bool quote = !rules->quotes || byte_in(mark.ptr[mark.len - 1], rules->quotes);
    bool prefix = !rules->prefix;
    for (size_t i = 0; i < mark.len && !prefix; i++)
        prefix = byte_in(mark.ptr[i], rules->prefix);
    return quote && prefix;
}

/* Whether the text opens a value somewhere. */
static bool has_hole(const RouteText *rules, Str text)
{
    return (rules->hole && str_find(text, str_from(rules->hole)) != STR_NONE) ||
           (rules->bare && str_find_byte(text, '$') != STR_NONE);
}

/* Takes the next argument of a format; its text, if it is a name. */
static Str next_value(PathBuilder *builder)
{
    const RouteReader *reader = builder->reader;
    RouteSpan *values = &builder->values;
    size_t from = values->from, at = from;
    if (from >= values->to)
        return (Str){0};
    while (at < values->to && route_mark_at(reader, at) != ',')
        at = reader->tokens.ptr[at].partner > at ? reader->tokens.ptr[at].partner + 1 : at + 1;
    values->from = at + 1;
    return route_is_word(reader, at - 1) ? str_slice(reader->text, reader->tokens.ptr[from].start,
                                                     reader->tokens.ptr[at - 1].end)
                                         : (Str){0};
}

static void put_string(PathBuilder *builder, const RouteToken *token)
{
    const RouteReader *reader = builder->reader;
    Str text = str_slice(reader->text, token->inner, token->inner_end);
    bool holes = has_holes(reader, token) && has_hole(&reader->rules->text, text);
    if (builder->offered && !holes) {
        buf_put(&builder->out,
                route_path_template(&builder->reader->scratch, text, builder->pattern));
        return;
    }
    for (size_t at = 0; at < text.len;) {
        Str name = {0};
        size_t len = holes ? hole_len(&reader->rules->text, text, at, &name) : 0;
        if (!len && builder->formatted) {
            len = verb_len(text, at);
            name = len > 2 && text.ptr[at] == '{' ? str_slice(text, at + 1, at + len - 1)
                   : len                          ? next_value(builder)
                                                  : (Str){0};
        }
        if (len)
            put_hole(builder, name);
        else
            buf_put_byte(&builder->out, text.ptr[at]);
        at += len ? len : 1;
    }
}

/* Leaves out calls around the address; notes a format. */
static RouteSpan unwrap(PathBuilder *builder, RouteSpan span)
{
    const RouteReader *reader = builder->reader;
    for (int i = 0; i < WRAPS_MAX; i++) {
        while (span.to > span.from + 1 && byte_in(route_mark_at(reader, span.to - 1), "!?"))
            span.to--;
        while (span.from < span.to && (byte_in(route_mark_at(reader, span.from), "&@") ||
                                       route_token_is(reader, span.from, "new") ||
                                       route_token_is(reader, span.from, "await")))
            span.from++;
        size_t open = span.from;
        while (open < span.to && !route_is_open(reader, open, '('))
            open++;
        size_t name = open ? open - 1 : 0;
        name -= name > span.from && route_mark_at(reader, name) == '!';
        bool whole = open < span.to && reader->tokens.ptr[open].partner + 1 == span.to;
        if (!whole || name < span.from || !route_is_word(reader, name))
            return span;
        Str word = route_token_text(reader, name);
        bool formats = route_lists(reader->rules->text.formats, word);
        if (!formats && !route_lists(reader->rules->text.wraps, word))
            return span;
        builder->formatted |= formats;
        size_t end = open + 1;
        while (end + 1 < span.to && route_mark_at(reader, end) != ',')
            end = reader->tokens.ptr[end].partner > end ? reader->tokens.ptr[end].partner + 1
                                                        : end + 1;
        if (formats)
            builder->values = (RouteSpan){end + 1, span.to - 1};
        bool named = route_is_word(reader, open + 1) && route_mark_at(reader, open + 2) == ':';
        span = (RouteSpan){open + (named ? 3 : 1), end}; // Swift: `URL(string: "/x")`
    }
    return span;
}

/* Python: `"/u/{}".format(id)` and `"/u/%s" % id`. Ends the span after the string. */
static RouteSpan cut_format(PathBuilder *builder, RouteSpan span)
{
    const RouteReader *reader = builder->reader;
    bool text = span.from < span.to && reader->tokens.ptr[span.from].sort == ROUTE_STRING;
    bool call =
        route_mark_at(reader, span.from + 1) == '.' &&
        route_lists(reader->rules->text.formats,
                    span.from + 2 < span.to ? route_token_text(reader, span.from + 2) : (Str){0});
    if (!text || span.to < span.from + 3 || (!call && route_mark_at(reader, span.from + 1) != '%'))
        return span;
    builder->formatted = true;
    span.to = span.from + 1;
    return span;
}

/* One operand of a sum: a text, or a value. Returns the token after it; `from`: it is neither. */
static size_t put_operand(PathBuilder *builder, size_t from, size_t to)
{
    const RouteReader *reader = builder->reader;
    const RouteToken *token = &reader->tokens.ptr[from];
    if (token->sort == ROUTE_STRING) {
        put_string(builder, token);
        return from + 1;
    }
    size_t at = from;
    Str name = {0};
    while (at < to) {
        if (route_is_word(reader, at)) {
            name = str_slice(reader->text, token->start, reader->tokens.ptr[at++].end);
        } else if (reader->tokens.ptr[at].partner > at &&
                   byte_in(route_mark_at(reader, at), "([")) {
            at = reader->tokens.ptr[at].partner + 1;
            name = (Str){0};
        } else if ((route_mark_at(reader, at) == '.' &&
                    !route_lists(reader->rules->text.joint, STR("."))) ||
                   byte_in(route_mark_at(reader, at), ":>?!") ||
                   (route_mark_at(reader, at) == '-' && route_mark_at(reader, at + 1) == '>')) {
            at++;
        } else {
            break;
        }
    }
    if (at > from)
        put_hole(builder, name);
    return at;
}

/* Tokens before a use in which its variable is sought, and tokens of its value. */
#define LOCAL_TOKENS_MAX 300
#define LOCAL_VALUE_MAX 60

/* The value of a local variable before its use: `url = f"{API}/users"`. False: nothing in the same
   function gives it one, or more than one place does. */
static bool local_value(const RouteReader *reader, size_t use, RouteSpan *value)
{
    Str name = route_token_text(reader, use);
    uint32_t around = name_site_symbol(reader->outline, reader->tokens.ptr[use].start);
    size_t found = 0, count = 0;
    for (size_t at = use; at > 0 && use - at < LOCAL_TOKENS_MAX; at--) {
        size_t equals = at + (route_mark_at(reader, at) == ':');
        bool assigned = route_mark_at(reader, equals) == '=' &&
                        !byte_in(route_mark_at(reader, equals + 1), "=>") &&
                        str_equal(route_token_text(reader, at - 1), name);
        if (!assigned ||
            name_site_symbol(reader->outline, reader->tokens.ptr[at - 1].start) != around)
            continue;
        found = equals + 1;
        count++;
    }
    size_t end = found;
    while (end < use && end - found < LOCAL_VALUE_MAX && route_mark_at(reader, end) != ';' &&
           (end == found || reader->tokens.ptr[end].line == reader->tokens.ptr[end - 1].line))
        end = reader->tokens.ptr[end].partner > end ? reader->tokens.ptr[end].partner + 1 : end + 1;
    *value = (RouteSpan){found, end};
    return count == 1 && end > found && end <= use;
}

bool route_value(RouteReader *reader, RouteSpan span, bool offered, bool pattern, Str *path)
{
    RouteSpan local;
    if (!offered && span.to == span.from + 1 && route_is_word(reader, span.from) &&
        !map_find(&reader->constants, route_token_text(reader, span.from)) &&
        local_value(reader, span.from, &local) &&
        (local.to > local.from + 1 || reader->tokens.ptr[local.from].sort == ROUTE_STRING))
        span = local;
    PathBuilder builder = {.reader = reader,
                           .out = buf_open(&reader->scratch, ROUTE_PATH_BYTES_MAX),
                           .offered = offered,
                           .pattern = pattern};
    span = cut_format(&builder, unwrap(&builder, span));
    Str joint = str_from(reader->rules->text.joint ? reader->rules->text.joint : "+");
    bool any_text = false, constant = false;
    for (int parts = 0; span.from < span.to; parts++) {
        const RouteToken *token = &reader->tokens.ptr[span.from];
        any_text |= token->sort == ROUTE_STRING;
        size_t next = put_operand(&builder, span.from, span.to);
        constant |= !parts && next == span.to && !str_starts(buf_str(&builder.out), STR("<"));
        if (next == span.from || parts == PARTS_MAX)
            return false;
        if (next < span.to && !str_equal(route_token_text(reader, next), joint))
            return false;
        span.from = next + 1;
    }
    *path = str_trim(buf_str(&builder.out));
    return any_text || constant;
}

/* ---- handlers ---- */

static bool is_nameless(const RouteReader *reader, RouteSpan span)
{
    if (route_lists("function func fn async lambda static delegate",
                    route_token_text(reader, span.from)) ||
        byte_in(route_mark_at(reader, span.from), "{|"))
        return true;
    for (size_t at = span.from; at + 1 < span.to; at++) {
        bool arrow = route_mark_at(reader, at) == '=' && route_mark_at(reader, at + 1) == '>';
        if (arrow || (route_mark_at(reader, at) == '-' && route_mark_at(reader, at + 1) == '>' &&
                      route_mark_at(reader, span.from) == '('))
            return true;
        if (reader->tokens.ptr[at].partner > at)
            at = reader->tokens.ptr[at].partner;
    }
    return false;
}

Str route_names(RouteReader *reader, RouteSpan span)
{
    Buf out = buf_open(&reader->scratch, ROUTE_PATH_BYTES_MAX);
    for (size_t at = span.from; at < span.to; at++) {
        const RouteToken *token = &reader->tokens.ptr[at];
        if (token->sort == ROUTE_MARK || route_token_is(reader, at, "class"))
            continue;
        if (out.len)
            buf_put_byte(&out, '.');
        buf_put(&out, str_slice(reader->text, token->inner, token->inner_end));
    }
    for (size_t i = 0; i < out.len; i++)
        out.ptr[i] = out.ptr[i] == '@' ? '.' : out.ptr[i]; // PHP: `UserController@show`
    return buf_str(&out);
}

Str route_handler(RouteReader *reader, RouteSpan span, bool *nameless)
{
    for (int i = 0; i < WRAPS_MAX && span.from < span.to; i++) {
        if (is_nameless(reader, span)) {
            *nameless = true;
            return (Str){0};
        }
        size_t last = span.to - 1, open = reader->tokens.ptr[last].partner;
        if (route_mark_at(reader, last) != ')' || open >= last || open < span.from)
            return route_names(reader, span);
        if (open + 1 == last) // `View.as_view()`, `handler()`
            return route_names(reader, (RouteSpan){span.from, open});
        size_t from = open + 1;
        for (size_t at = from; at < last; at++) {
            if (route_mark_at(reader, at) == ',')
                from = at + 1;
            else if (reader->tokens.ptr[at].partner > at)
                at = reader->tokens.ptr[at].partner;
        }
        span = (RouteSpan){from < last ? from : open + 1, last};
    }
    return (Str){0};
}
