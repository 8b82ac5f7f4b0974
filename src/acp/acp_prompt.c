/* A link to a file is a URI: file:///path?query#L10:20, where editors write a range of lines as
   L10:20, L10-20 or L10-L20. */
#include "acp/acp_prompt.h"

#include "base/fs.h"
#include "base/path.h"
#include "text/uri.h"

#define FILE_SCHEME STR("file://")

/* The target of a file URI. */
typedef struct Place {
    Str path; /* relative to the session's directory; empty: outside, or not a file */
    bool exists;
    uint64_t from, to; /* lines; 0: the file */
} Place;

static Str take_digits(Str *text)
{
    size_t end = 0;
    while (end < text->len && byte_is_digit(text->ptr[end]))
        end++;
    Str digits = str_slice(*text, 0, end);
    *text = str_from_offset(*text, end);
    return digits;
}

static void read_lines(Str fragment, Place *place)
{
    uint64_t from, to;
    if (!str_starts(fragment, STR("L")))
        return;
    fragment = str_from_offset(fragment, 1);
    if (!str_parse_u64(take_digits(&fragment), &from) || !from)
        return;
    while (fragment.len && byte_in(fragment.ptr[0], ":-L"))
        fragment = str_from_offset(fragment, 1);
    if (!str_parse_u64(take_digits(&fragment), &to))
        to = from;
    place->from = from;
    place->to = MAX(from, to);
}

/* The path of a file URI without its host; empty for another URI. */
static Str path_of_uri(Arena *arena, Str uri, Place *place)
{
    if (!str_starts(uri, FILE_SCHEME))
        return (Str){0};
    Str rest = str_from_offset(uri, FILE_SCHEME.len);
    size_t hash = str_find_byte(rest, '#');
    if (hash != STR_NONE)
        read_lines(str_from_offset(rest, hash + 1), place);
    rest = str_slice(rest, 0, hash);
    rest = str_slice(rest, 0, str_find_byte(rest, '?'));
    size_t slash = str_find_byte(rest, '/');
    return slash == STR_NONE ? (Str){0} : uri_decode(arena, str_from_offset(rest, slash));
}

static Place find_place(Arena *arena, Str cwd, Str uri)
{
    Place place = {0};
    Str path = path_of_uri(arena, uri, &place);
    bool usable = path.len && path.len < PATH_BYTES_MAX && str_find_byte(path, 0) == STR_NONE;
    if (usable)
        path = path_normalise(arena, path);
    Str real = usable ? fs_real_path(arena, path) : (Str){0};
    place.exists = real.len > 0;
    if (usable && !real.len)
        real = path;
    if (real.len > cwd.len && path_is_inside(real, cwd))
        place.path = str_from_offset(real, cwd.len + (cwd.len > 1));
    return place;
}

static Str handle_of(Arena *arena, const Place *place)
{
    if (!place->from)
        return place->path;
    return str_format(arena, "%.*s:%llu-%llu", STR_ARG(place->path),
                      (unsigned long long)place->from, (unsigned long long)place->to);
}

static void note(Arena *arena, AcpPrompt *prompt, Str name, const char *why)
{
    Buf text = buf_open(arena, 0);
    buf_put_text(&text,
                 str_slice(name, 0, str_char_floor(name, MIN(name.len, (size_t)PATH_SHOWN_BYTES))));
    buf_printf(&text, " was not read: %s", why);
    *VEC_PUSH(arena, &prompt->notes) = buf_str(&text);
}

static bool read_link(Arena *arena, Str cwd, const Json *block, AcpPrompt *prompt, Buf *words)
{
    Str uri = json_text(block, STR("uri")), name = json_text(block, STR("name"));
    if (!uri.len)
        return false;
    Place place = find_place(arena, cwd, uri);
    Str shown = place.path.len ? handle_of(arena, &place) : name.len ? name : uri;
    buf_put(words, shown);
    if (place.path.len && place.exists)
        *VEC_PUSH(arena, &prompt->handles) = shown;
    else if (place.path.len)
        note(arena, prompt, shown, "there is no such file");
    else
        note(arena, prompt, shown,
             str_starts(uri, FILE_SCHEME) ? "it is outside of the session's directory"
                                          : "only files are read");
    return true;
}

static bool read_resource(Arena *arena, Str cwd, const Json *block, AcpPrompt *prompt, Buf *words)
{
    const Json *resource = rpc_object(block, STR("resource"));
    const Json *text = json_get(resource, STR("text")), *blob = json_get(resource, STR("blob"));
    Str uri = json_text(resource, STR("uri"));
    if (!uri.len || (!text && !blob) || (text && text->type != JSON_STRING))
        return false;
    Place place = find_place(arena, cwd, uri);
    Str name = place.path.len ? handle_of(arena, &place) : uri;
    buf_put(words, name);
    if (!text)
        note(arena, prompt, name, "it is not text");
    else
        *VEC_PUSH(arena, &prompt->texts) =
            (AcpText){.name = name, .path = place.path, .text = text->text};
    return true;
}

static bool read_block(Arena *arena, Str cwd, const Json *block, AcpPrompt *prompt, Buf *words)
{
    Str type = json_text(block, STR("type"));
    if (str_equal(type, STR("text"))) {
        const Json *text = json_get(block, STR("text"));
        if (!text || text->type != JSON_STRING)
            return false;
        buf_put(words, text->text);
        return true;
    }
    if (str_equal(type, STR("resource_link")))
        return read_link(arena, cwd, block, prompt, words);
    return str_equal(type, STR("resource")) && read_resource(arena, cwd, block, prompt, words);
}

bool acp_prompt_read(Arena *arena, Str cwd, const Json *blocks, AcpPrompt *prompt, RpcFault *fault)
{
    Buf words = buf_open(arena, 0);
    *prompt = (AcpPrompt){0};
    for (const Json *block = blocks ? blocks->first : NULL; block; block = block->next)
        if (!read_block(arena, cwd, block, prompt, &words))
            return rpc_fail(arena, fault, RPC_INVALID_PARAMS,
                            "a block of the prompt is neither text nor resource_link nor resource");
    prompt->text = str_trim(buf_str(&words));
    return prompt->text.len || rpc_fail(arena, fault, RPC_INVALID_PARAMS, "the prompt is empty");
}
