/* OpenAPI documents: below `paths`, each path has its methods. YAML is read by indentation, JSON by
   brackets. */
#include "lang/name_sites.h"
#include "lang/route/route_path.h"
#include "lang/route/route_plain.h"

/* Operations of one file: what a large public interface has, four times. */
#define OPERATIONS_MAX 4000

typedef struct Document {
    Arena *arena;
    Outline *outline;
    Str base; /* of the first server, or `basePath` */
    Str path;
} Document;

/* The method that a key names, in capitals; empty: it is another key. */
static Str method_of(Str key)
{
    static const Str names[] = {STR_INIT("GET"),    STR_INIT("POST"),  STR_INIT("PUT"),
                                STR_INIT("DELETE"), STR_INIT("PATCH"), STR_INIT("HEAD"),
                                STR_INIT("OPTIONS")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal_nocase(names[i], key))
            return names[i];
    return (Str){0};
}

static void add_operation(Document *document, Str method, uint32_t line, size_t offset)
{
    if (document->outline->routes.len >= OPERATIONS_MAX)
        return;
    Str base = document->base;
    (void)route_path_host(&base);
    *VEC_PUSH(document->arena, &document->outline->routes) =
        (RouteFact){.kind = ROUTE_SENT,
                    .line = line,
                    .symbol = name_site_symbol(document->outline, (uint32_t)offset),
                    .flags = ROUTE_SURE,
                    .method = method,
                    .path = route_path_join(document->arena, base, document->path)};
}

/* The text of a scalar without its quotes. */
static Str scalar(Str text)
{
    text = str_trim(text);
    bool quoted = text.len > 1 && byte_in(text.ptr[0], "\"'");
    return quoted ? str_slice(text, 1, text.len - 1) : text;
}

/* ---- YAML ---- */

static void read_yaml(Document *document, Str text)
{
    Str rest = text, line;
    bool servers = false, paths = false;
    size_t path_indent = 0;
    for (uint32_t number = 1; str_take_line(&rest, &line); number++) {
        Str trimmed = str_trim(line), value = trimmed, key;
        size_t indent = 0;
        while (indent < line.len && line.ptr[indent] == ' ')
            indent++;
        if (!trimmed.len || str_starts(trimmed, STR("#")))
            continue;
        if (str_starts(value, STR("- ")))
            value = str_trim(str_from_offset(value, 2));
        str_take_until(&value, ':', &key);
        key = scalar(key);
        if (!indent && !str_starts(trimmed, STR("-"))) {
            servers = str_equal(key, STR("servers"));
            paths = str_equal(key, STR("paths"));
            if (str_equal(key, STR("basePath")))
                document->base = scalar(value);
        } else if (servers && str_equal(key, STR("url")) && !document->base.len) {
            document->base = scalar(value);
        } else if (paths && str_starts(key, STR("/"))) {
            document->path = key;
            path_indent = indent;
        } else if (paths && document->path.len && indent > path_indent &&
                   indent <= path_indent + 4 && method_of(key).len && !str_trim(value).len) {
            add_operation(document, method_of(key), number, (size_t)(line.ptr - text.ptr) + indent);
        }
    }
}

/* ---- JSON ---- */

typedef struct JsonKey {
    Str key;
    size_t at;    /* its offset */
    size_t value; /* the offset after the colon */
    uint32_t line;
    size_t depth;
} JsonKey;

/* Takes the next key of an object. */
static bool next_key(Str text, size_t *at, uint32_t *line, size_t *depth, JsonKey *key)
{
    while (*at < text.len) {
        char c = text.ptr[*at];
        *line += c == '\n';
        *depth += byte_in(c, "{[");
        *depth -= byte_in(c, "}]") && *depth;
        if (c != '"') {
            ++*at;
            continue;
        }
        size_t end = *at + 1;
        while (end < text.len && !byte_in(text.ptr[end], "\"\n"))
            end += text.ptr[end] == '\\' ? 2 : 1;
        end = MIN(end, text.len);
        size_t after = MIN(end + 1, text.len);
        while (after < text.len && byte_in(text.ptr[after], " \t"))
            after++;
        *key = (JsonKey){str_slice(text, *at + 1, end), *at, after + 1, *line, *depth};
        *at = MIN(end + 1, text.len);
        if (after < text.len && text.ptr[after] == ':')
            return true;
    }
    return false;
}

/* The string that is a key's value; empty: it is something else. */
static Str string_value(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    if (at >= text.len || text.ptr[at] != '"')
        return (Str){0};
    size_t close = str_find_byte(str_from_offset(text, at + 1), '"');
    return str_slice(text, at + 1, close == STR_NONE ? text.len : at + 1 + close);
}

static void read_json(Document *document, Str text)
{
    size_t at = 0, depth = 0;
    uint32_t line = 1;
    bool servers = false, paths = false;
    for (JsonKey key; next_key(text, &at, &line, &depth, &key);) {
        if (key.depth == 1) {
            servers = str_equal(key.key, STR("servers"));
            paths = str_equal(key.key, STR("paths"));
            if (str_equal(key.key, STR("basePath")))
                document->base = string_value(text, key.value);
        } else if (servers && str_equal(key.key, STR("url")) && !document->base.len) {
            document->base = string_value(text, key.value);
        } else if (paths && key.depth == 2) {
            document->path = key.key;
        } else if (paths && key.depth == 3 && method_of(key.key).len) {
            add_operation(document, method_of(key.key), key.line, key.at);
        }
    }
}

void route_read_document(Arena *arena, Arena scratch, Str text, Outline *outline)
{
    (void)scratch;
    Document document = {.arena = arena, .outline = outline};
    bool json = str_starts(str_trim(str_slice(text, 0, 100)), STR("{"));
    Str head = str_slice(text, 0, 4000);
    bool is_one =
        str_find(head, STR("openapi")) != STR_NONE || str_find(head, STR("swagger")) != STR_NONE;
    if (!is_one || str_find(text, STR("paths")) == STR_NONE)
        return;
    if (json)
        read_json(&document, text);
    else
        read_yaml(&document, text);
}
