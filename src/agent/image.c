#include "agent/image.h"

#include "agent/privacy.h"
#include "base/fs.h"
#include "base/path.h"
#include "text/base64.h"
#include "text/secrets.h"

/* Anthropic takes 5 MB in base64, the others more. */
#define IMAGE_BYTES_MAX ((size_t)3 * MB)
/* Of one request, whose body stays below the limits of all providers. */
#define IMAGES_MAX 8
#define IMAGES_BYTES_MAX ((size_t)12 * MB)

static const struct {
    Str magic;
    size_t at;
    Str type;
} types[] = {
    {STR_INIT("\x89PNG\r\n\x1a\n"), 0, STR_INIT("image/png")},
    {STR_INIT("\xFF\xD8\xFF"), 0, STR_INIT("image/jpeg")},
    {STR_INIT("GIF87a"), 0, STR_INIT("image/gif")},
    {STR_INIT("GIF89a"), 0, STR_INIT("image/gif")},
    {STR_INIT("WEBP"), 8, STR_INIT("image/webp")},
};

static Str type_of(Str bytes)
{
    for (size_t i = 0; i < COUNT(types); i++)
        if (str_starts(str_from_offset(bytes, MIN(types[i].at, bytes.len)), types[i].magic))
            return types[i].type;
    return (Str){0};
}

bool image_is_named(Str path)
{
    static const Str endings[] = {STR_INIT(".png"), STR_INIT(".jpg"), STR_INIT(".jpeg"),
                                  STR_INIT(".gif"), STR_INIT(".webp")};
    for (size_t i = 0; i < COUNT(endings); i++)
        if (path.len > endings[i].len &&
            str_equal_nocase(str_from_offset(path, path.len - endings[i].len), endings[i]))
            return true;
    return false;
}

/* Whether a model may see the file of a real path. */
static bool may_show(Agent *agent, Str root, Str real, bool outside)
{
    bool is_below = root.len && str_starts(real, str_join(agent->arena, root, STR("/")));
    if (secret_is_path(real))
        return false;
    return is_below ? privacy_may_show(*agent->arena, agent->context,
                                       str_from_offset(real, root.len + 1))
                    : outside;
}

/* Whether the window has room for one more. */
static bool has_room(const Agent *agent, size_t bytes)
{
    size_t count = 0, sum = base64_length(bytes);
    for (size_t i = 0; i < agent->window.parts.len; i++) {
        const WindowPart *part = &agent->window.parts.ptr[i];
        count += part->image.len > 0 && !part->dropped;
        sum += part->dropped ? 0 : part->image.len;
    }
    return count < IMAGES_MAX && sum <= IMAGES_BYTES_MAX;
}

static bool fail(Str path, const char *why, Err *err)
{
    err_set(err, ERR_USAGE, "image '%.*s': %s", STR_ARG(path), why);
    return err_hint(err, "PNG, JPEG, GIF and WebP of at most %d MB, %d in all; no ignored file",
                    (int)(IMAGE_BYTES_MAX / MB), IMAGES_MAX);
}

bool image_add(Agent *agent, Str path, bool outside, Str *said, Err *err)
{
    Arena *arena = agent->arena;
    Str root = fs_real_path(arena, stage_place(&agent->stage, arena).root), bytes;
    bool is_absolute = str_starts(path, STR("/"));
    Str real = fs_real_path(arena, is_absolute ? path : path_join(arena, root, path));
    bool found = false;
    if (!real.len || fs_is_special(arena, real))
        return fail(path, "there is no such file", err);
    if (!may_show(agent, root, real, outside))
        return fail(path, "a model may not see this file", err);
    if (!fs_read_own(arena, real, IMAGE_BYTES_MAX, &bytes, &found, err) || !found)
        return fail(path, "it is larger than a model takes, or cannot be read", err);
    Str type = type_of(bytes);
    if (!type.len)
        return fail(path, "its bytes are no image", err);
    if (!has_room(agent, bytes.len))
        return fail(path, "the window has too many images; /context drop N drops one", err);
    Buf size = buf_open(arena, 0);
    buf_put_size(&size, bytes.len);
    Str name = str_format(arena, "image %.*s", STR_ARG(path));
    WindowPart part = {.place = WINDOW_CONTEXT,
                       .priority = WINDOW_HIGH,
                       .name = name,
                       .why = STR("named by the user"),
                       .image = base64_encode(arena, bytes),
                       .media_type = type,
                       .levels = {str_format(arena, "[%.*s: %.*s, %.*s]\n", STR_ARG(name),
                                             STR_ARG(type), STR_ARG(buf_str(&size)))}};
    window_add(&agent->window, &part);
    *said = part.levels[0];
    return true;
}
