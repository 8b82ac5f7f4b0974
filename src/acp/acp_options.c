/* Modes are offered twice, as `modes` and as an option: newer clients read only the options, older
   ones only the modes. */
#include "acp/acp_options.h"

static const struct {
    Str id, name, about;
} modes[ACP_MODE_COUNT] = {
    [ACP_CHANGE] = {STR_INIT("change"), STR_INIT("Change"), STR_INIT("Edits files, after asking")},
    [ACP_ASK] = {STR_INIT("ask"), STR_INIT("Ask"), STR_INIT("Answers questions, edits nothing")},
};

static void set(Arena *arena, Json *object, const char *member, Str text)
{
    json_set(object, str_from(member), json_str(arena, text));
}

/* One choice of a list; its id is the member `key`. */
static Json *choice_value(Arena *arena, const char *key, Str id, Str name, Str about)
{
    Json *value = json_object(arena);
    set(arena, value, key, id);
    set(arena, value, "name", name);
    json_set_text(arena, value, STR("description"), about);
    return value;
}

static Json *mode_list(Arena *arena, const char *key)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < ACP_MODE_COUNT; i++)
        json_add(list, choice_value(arena, key, modes[i].id, modes[i].name, modes[i].about));
    return list;
}

Json *acp_modes_value(Arena *arena, AcpChoice choice)
{
    Json *value = json_object(arena);
    set(arena, value, "currentModeId", modes[choice.mode].id);
    json_set(value, STR("availableModes"), mode_list(arena, "id"));
    return value;
}

static Json *option_value(Arena *arena, Str id, Str name, Str current, Json *list)
{
    Json *value = json_object(arena);
    set(arena, value, "id", id);
    set(arena, value, "name", name);
    set(arena, value, "category", id);
    set(arena, value, "type", STR("select"));
    set(arena, value, "currentValue", current);
    json_set(value, STR("options"), list);
    return value;
}

Json *acp_options_value(Arena *arena, const AcpOptions *options, AcpChoice choice)
{
    Json *value = json_array(arena), *models = json_array(arena);
    json_add(value, option_value(arena, STR("mode"), STR("Mode"), modes[choice.mode].id,
                                 mode_list(arena, "value")));
    if (!options->model_count)
        return value;
    for (size_t i = 0; i < options->model_count; i++) {
        Str model = options->models[i];
        json_add(models, choice_value(arena, "value", model, model, (Str){0}));
    }
    json_add(value, option_value(arena, STR("model"), STR("Model"), options->models[choice.model],
                                 models));
    return value;
}

Str acp_mode_id(AcpMode mode)
{
    return modes[mode].id;
}

bool acp_choose_mode(Str id, AcpChoice *choice)
{
    for (size_t i = 0; i < ACP_MODE_COUNT; i++)
        if (str_equal(id, modes[i].id)) {
            choice->mode = (uint8_t)i;
            return true;
        }
    return false;
}

bool acp_choose_option(const AcpOptions *options, Str id, Str value, AcpChoice *choice)
{
    if (str_equal(id, STR("mode")))
        return acp_choose_mode(value, choice);
    for (size_t i = 0; str_equal(id, STR("model")) && i < options->model_count; i++)
        if (str_equal(value, options->models[i])) {
            choice->model = (uint8_t)i;
            return true;
        }
    return false;
}
