/* The usual address of a provider whose servers differ by region and project. */
#include "model/chat_state.h"

#include "base/fs.h"

/* Vertex AI has servers of a region, of a part of the world, and for all of it. */
static Str vertex_host(Arena *arena, Str region)
{
    if (str_equal(region, STR("global")))
        return STR("aiplatform.googleapis.com");
    if (str_equal(region, STR("us")) || str_equal(region, STR("eu")))
        return str_format(arena, "aiplatform.%.*s.rep.googleapis.com", STR_ARG(region));
    return str_format(arena, "%.*s-aiplatform.googleapis.com", STR_ARG(region));
}

static bool is_project(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_alpha(text.ptr[i]) && !byte_is_digit(text.ptr[i]) &&
            !byte_in(text.ptr[i], "-._:"))
            return false;
    return text.len > 0;
}

static Str replace(Arena *arena, Str text, Str name, Str value)
{
    size_t at = str_find(text, name);
    if (at == STR_NONE)
        return text;
    return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(text, 0, at)), STR_ARG(value),
                      STR_ARG(str_from_offset(text, at + name.len)));
}

static bool fail_region(const char *variable, Err *err)
{
    err_set(err, ERR_USAGE, "%s is not the name of a region", variable);
    return err_hint(err, "a region is a name such as us-east-1");
}

bool chat_place(Arena *arena, const ChatModel *model, Str *url, Err *err)
{
    Str text = str_from(model->provider->url), region = model->aws.region;
    *url = text;
    if (str_find_byte(text, '{') == STR_NONE)
        return true;
    if (model->provider->key_form == CHAT_KEY_AWS) {
        *url = replace(arena, text, STR("{region}"), region);
        return aws_is_region(region) || fail_region("AWS_REGION", err);
    }
    Str project = fs_environment("GOOGLE_CLOUD_PROJECT");
    region = fs_environment("GOOGLE_CLOUD_LOCATION");
    region = region.len ? region : STR("global");
    if (!aws_is_region(region))
        return fail_region("GOOGLE_CLOUD_LOCATION", err);
    if (!is_project(project)) {
        err_set(err, ERR_USAGE, "GOOGLE_CLOUD_PROJECT does not name a project");
        return err_hint(err, "set it, and GOOGLE_CLOUD_LOCATION for a region other than global");
    }
    text = replace(arena, text, STR("{host}"), vertex_host(arena, region));
    text = replace(arena, text, STR("{project}"), project);
    *url = replace(arena, text, STR("{region}"), region);
    return true;
}
