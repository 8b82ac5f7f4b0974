/* For tests/wire/toon_reference.mjs: one request a line on stdin, one answer a line on stdout.
   {"op":"encode"|"decode","text":"…","delimiter":",","indent":2,"lenient":true,"v3":true,
    "fold":true,"foldDepth":3,"expand":true}
   -> {"text":"…"} or {"error":"…"}. JSON goes in and out as text, so that no number is touched. */
#include "text/toon.h"

static bool flag(const Json *request, const char *name)
{
    const Json *value = json_get(request, str_from(name));
    return value && value->type == JSON_TRUE;
}

static int number(const Json *request, const char *name)
{
    const Json *value = json_get(request, str_from(name));
    uint64_t n = 0;
    return value && str_parse_u64(value->text, &n) ? (int)n : 0;
}

static ToonOptions read_options(const Json *request)
{
    const Json *delimiter = json_get(request, STR("delimiter"));
    return (ToonOptions){
        .delimiter = delimiter && delimiter->text.len ? delimiter->text.ptr[0] : '\0',
        .indent = number(request, "indent"),
        .lenient = flag(request, "lenient"),
        .shape = flag(request, "v3") ? TOON_V3 : TOON_V4,
        .fold_keys = flag(request, "fold"),
        .fold_depth = number(request, "foldDepth"),
        .expand_paths = flag(request, "expand"),
    };
}

static bool answer(Arena *arena, Arena *scratch, const Json *request, Buf *result, Err *err)
{
    ToonOptions options = read_options(request);
    Str text = json_get(request, STR("text"))->text;
    Json *value;
    if (str_equal(json_get(request, STR("op"))->text, STR("encode")))
        return json_parse(arena, text, &value, err) &&
               toon_encode(scratch, value, &options, result, err);
    if (!toon_decode(arena, text, &options, &value, err))
        return false;
    json_write(result, value, 0);
    return true;
}

int main(void)
{
    Arena arena, scratch;
    char *line = NULL;
    size_t cap = 0;
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    for (ssize_t len; (len = getline(&line, &cap, stdin)) > 0; arena_reset(&arena)) {
        Err err = {0};
        Json *request;
        Buf result = buf_open(&arena, 0), out = buf_open(&arena, 0);
        if (!json_parse(&arena, (Str){line, (size_t)len}, &request, &err))
            return 2;
        bool done = answer(&arena, &scratch, request, &result, &err);
        buf_put(&out, done ? STR("{\"text\":") : STR("{\"error\":"));
        json_write_str(&out, done ? buf_str(&result) : str_from(err.message));
        buf_put(&out, STR("}\n"));
        fwrite(out.ptr, 1, out.len, stdout);
    }
    free(line);
    return 0;
}
