#include "lang/route/route_path.h"

#include "base/buf.h"

/* ---- templates ---- */

/* The end of the bracket that opens at `at`, after its close; the end of the text if it is open. */
static size_t after_bracket(Str text, size_t at, char open, char close)
{
    size_t depth = 0;
    for (; at < text.len; at++) {
        if (text.ptr[at] == '\\')
            at++;
        else if (text.ptr[at] == open)
            depth++;
        else if (text.ptr[at] == close && !--depth)
            return at + 1;
    }
    return text.len;
}

/* A parameter from the text between its brackets: `int:id`, `id:\\d+`, `*rest`, `rest...`, `id?`.
 */
static void put_parameter(Buf *out, Str inside, bool type_first)
{
    size_t colon = str_find_byte(inside, ':');
    Str name = inside, type = {0};
    if (colon != STR_NONE) {
        Str before = str_slice(inside, 0, colon), after = str_from_offset(inside, colon + 1);
        name = type_first ? after : before;
        type = type_first ? before : after;
    }
    bool rest = str_equal(type, STR("path")) || str_starts(type, STR(".*")) ||
                str_starts(name, STR("*")) || str_ends(name, STR("..."));
    bool optional = str_ends(name, STR("?")) || str_ends(type, STR("?"));
    size_t equals = str_find_byte(name, '=');
    name = str_slice(name, 0, equals == STR_NONE ? name.len : equals);
    while (name.len && byte_in(name.ptr[0], "* "))
        name = str_from_offset(name, 1);
    buf_put_byte(out, '{');
    buf_put(out, str_first_word(name));
    if (rest || optional)
        buf_put_byte(out, rest ? '*' : '?');
    buf_put_byte(out, '}');
}

/* A group of a regular expression, `(?P<id>…)`, or another. */
static void put_group(Buf *out, Str group)
{
    size_t open = str_find_byte(group, '<'), close = str_find_byte(group, '>');
    bool named =
        open != STR_NONE && close != STR_NONE && open < close && str_starts(group, STR("(?"));
    bool rest = str_find(group, STR(".*")) != STR_NONE || str_find(group, STR(".+")) != STR_NONE;
    buf_put_byte(out, '{');
    if (named)
        buf_put(out, str_slice(group, open + 1, close));
    if (rest)
        buf_put_byte(out, '*');
    buf_put_byte(out, '}');
}

/* A parameter or a part of a pattern at the offset; returns where it ends, or `at` for a byte that
   is itself. */
static size_t put_special(Buf *out, Str path, size_t at, bool pattern)
{
    char c = path.ptr[at];
    bool starts = !at || byte_in(path.ptr[at - 1], "/.-");
    size_t end;
    if (c == '{') {
        end = after_bracket(path, at, '{', '}');
        bool query = at + 1 < path.len && byte_in(path.ptr[at + 1], "?&#"); // Micronaut: `{?max}`
        if (!query)
            put_parameter(out, str_slice(path, at + 1, end - (end > at + 1)), false);
        return end;
    }
    if (c == '<' && !pattern) {
        end = after_bracket(path, at, '<', '>');
        bool dots = str_ends(str_slice(path, at, end), STR("..>")); // Rocket: `<rest..>`
        put_parameter(out, dots ? STR("*") : str_slice(path, at + 1, end - (end > at + 1)), true);
        return end;
    }
    if (c == '(' && pattern) {
        end = after_bracket(path, at, '(', ')');
        put_group(out, str_slice(path, at, end));
        return end + (end < path.len && byte_in(path.ptr[end], "?*+"));
    }
    if ((c == ':' || c == '*') && starts && !pattern) {
        end = at + 1;
        while (end < path.len && byte_is_word(path.ptr[end]))
            end++;
        buf_put_byte(out, '{');
        buf_put(out, str_slice(path, at + 1, end));
        if (c == '*')
            buf_put_byte(out, '*');
        if (end < path.len && path.ptr[end] == '(') // Express: `:id(\\d+)`
            end = after_bracket(path, end, '(', ')');
        if (end < path.len && path.ptr[end] == '{') // Hono: `:id{[0-9]+}`
            end = after_bracket(path, end, '{', '}');
        if (end < path.len && path.ptr[end] == '<') // Fiber: `:id<int>`
            end = after_bracket(path, end, '<', '>');
        if (end < path.len && byte_in(path.ptr[end], "?*+"))
            buf_put_byte(out, path.ptr[end++] == '?' ? '?' : '*');
        buf_put_byte(out, '}');
        return end;
    }
    if (pattern && byte_in(c, "^$"))
        return at + 1;
    if (pattern && c == '\\' && at + 1 < path.len && !byte_is_word(path.ptr[at + 1])) {
        buf_put_byte(out, path.ptr[at + 1]);
        return at + 2;
    }
    return at;
}

Str route_path_template(Arena *arena, Str written, bool pattern)
{
    Str path = str_slice(written, 0, ROUTE_PATH_BYTES_MAX);
    Buf out = buf_open(arena, 0);
    for (size_t at = 0; at < path.len;) {
        size_t end = put_special(&out, path, at, pattern);
        if (end == at)
            buf_put_byte(&out, path.ptr[at++]);
        else
            at = end;
    }
    return buf_str(&out);
}

/* The end of `from` in a path, at whole segments; STR_NONE: it is not in it. */
static size_t after_folder(Str path, Str folder)
{
    for (size_t at = 0; at + folder.len < path.len; at++) {
        bool begins = !at || path.ptr[at - 1] == '/';
        if (begins && str_starts(str_from_offset(path, at), folder) &&
            path.ptr[at + folder.len] == '/')
            return at + folder.len;
    }
    return STR_NONE;
}

/* A segment of a file's path: `[id]`, `[...rest]`, `[[tab]]`, `(group)`, `@slot`, `index`. */
static void put_file_segment(Buf *out, Str segment)
{
    if (!segment.len || byte_in(segment.ptr[0], "(@") || str_equal(segment, STR("index")))
        return;
    buf_put_byte(out, '/');
    if (!str_starts(segment, STR("["))) {
        buf_put(out, segment);
        return;
    }
    bool optional = str_starts(segment, STR("[["));
    Str name = str_slice(segment, 1 + optional, segment.len - MIN(segment.len, 1u + optional));
    bool rest = str_starts(name, STR("..."));
    name = str_first_word(rest ? str_from_offset(name, 3) : name);
    buf_printf(out, "{%.*s%s}", STR_ARG(name), rest ? "*" : optional ? "?" : "");
}

bool route_path_of_file(Arena *arena, const RouteFolder *folder, Str path, Str *template,
                        Str *method)
{
    static const char methods[] = "GET POST PUT DELETE PATCH HEAD OPTIONS";
    size_t after = after_folder(path, str_from(folder->folder));
    size_t slash = str_find_last_byte(path, '/');
    if (after == STR_NONE || slash < after)
        return false;
    Str name = str_from_offset(path, slash + 1), stem = name;
    size_t dot = str_find_byte(name, '.');
    stem.len = dot == STR_NONE ? name.len : dot;
    if (folder->file && !str_equal(stem, str_from(folder->file)))
        return false;
    Buf out = buf_open(arena, 0);
    buf_put(&out, str_from(folder->prefix ? folder->prefix : ""));
    Str rest = str_slice(path, after, slash);
    for (Str segment; str_take_until(&rest, '/', &segment);)
        put_file_segment(&out, segment);
    if (!folder->file)
        put_file_segment(&out, stem);
    *template = out.len ? buf_str(&out) : STR("/");
    Str suffix = dot == STR_NONE ? (Str){0} : str_first_word(str_from_offset(name, dot + 1));
    *method = (Str){0};
    Str list = str_from(methods);
    for (Str word; str_take_until(&list, ' ', &word);)
        if (str_equal_nocase(word, suffix))
            *method = word;
    return true;
}

Str route_path_cut(Str path)
{
    size_t depth = 0;
    for (size_t i = 0; i < path.len; i++) {
        depth += path.ptr[i] == '{';
        depth -= path.ptr[i] == '}' && depth;
        if (!depth && byte_in(path.ptr[i], "?#"))
            return str_slice(path, 0, i);
    }
    return path;
}

static bool names_host(Str path)
{
    size_t colon = str_find(path, STR("://"));
    return colon != STR_NONE && colon < str_find_byte(path, '/');
}

Str route_path_host(Str *address)
{
    if (!names_host(*address))
        return (Str){0};
    Str rest = str_from_offset(*address, str_find(*address, STR("://")) + 3);
    size_t slash = str_find_byte(rest, '/');
    Str host = str_slice(rest, 0, slash == STR_NONE ? rest.len : slash);
    *address = slash == STR_NONE ? STR("/") : str_from_offset(rest, slash);
    size_t port = str_find_byte(host, ':');
    return str_slice(host, 0, port == STR_NONE ? host.len : port);
}

Str route_path_join(Arena *arena, Str prefix, Str path)
{
    while (str_ends(prefix, STR("/")))
        prefix.len--;
    while (str_starts(path, STR("/")))
        path = str_from_offset(path, 1);
    while (str_ends(path, STR("/")))
        path.len--;
    bool based = str_starts(prefix, STR("<")) || str_starts(prefix, STR("/")) || names_host(prefix);
    bool whole = !prefix.len && (str_starts(path, STR("<")) || names_host(path));
    return str_format(arena, "%s%.*s%s%.*s", prefix.len && !based ? "/" : "", STR_ARG(prefix),
                      path.len && !whole         ? "/"
                      : !prefix.len && !path.len ? "/"
                                                 : "",
                      STR_ARG(path));
}

/* ---- names ---- */

bool route_is_by_name(Str method)
{
    return str_is_listed(method, "TOPIC TASK RPC TRPC QUERY MUTATION");
}

Str route_path_shown(Str method, Str path)
{
    bool bare = str_is_listed(method, "TOPIC TASK QUERY MUTATION");
    return bare && path.len > 1 ? str_from_offset(path, 1) : path;
}

/* ---- comparison ---- */

static bool take_segment(Str *rest, Str *segment)
{
    while (str_starts(*rest, STR("/")))
        *rest = str_from_offset(*rest, 1);
    return rest->len && str_take_until(rest, '/', segment);
}

/* The parameter that a segment is, as its last byte before the bracket: `*`, `?`, or `}` for a
   plain one; 0 if the segment is no parameter alone. */
static char parameter_of(Str segment)
{
    if (!str_starts(segment, STR("{")) || str_find_byte(segment, '}') != segment.len - 1)
        return 0;
    char last = segment.ptr[segment.len - 2];
    return last == '*' || last == '?' ? last : '}';
}

/* A segment with a parameter and letters around it: `{id}.json`. */
static bool matches_around(Str route, Str request)
{
    size_t open = str_find_byte(route, '{'), close = str_find_last_byte(route, '}');
    if (open == STR_NONE || close == STR_NONE || close < open)
        return false;
    Str before = str_slice(route, 0, open), after = str_from_offset(route, close + 1);
    return request.len > before.len + after.len && str_starts(request, before) &&
           str_ends(request, after);
}

static bool segment_matches(Str route, Str request, unsigned *literal)
{
    if (str_equal(route, request) && str_find_byte(route, '{') == STR_NONE) {
        *literal += 2;
        return true;
    }
    return parameter_of(route) || matches_around(route, request);
}

bool route_path_matches(Str route, Str request, unsigned *literal)
{
    Str wanted, given;
    *literal = 0;
    while (take_segment(&route, &wanted)) {
        char parameter = parameter_of(wanted);
        if (parameter == '*' && !route.len) // elsewhere it is one segment
            return true;
        if (!take_segment(&request, &given))
            return parameter == '?' && !take_segment(&route, &wanted);
        if (!segment_matches(wanted, given, literal))
            return false;
    }
    *literal += *literal > 0; // no segment of the route is left out
    return !take_segment(&request, &given);
}
