#include "tools/model.h"

/* No provider takes a higher one. */
#define TEMPERATURE_MAX 2

Str model_named(const Config *config, Str wanted)
{
    Str variable = str_trim(fs_environment("FOVEA_MODEL"));
    return wanted.len ? wanted : variable.len ? variable : config->model.name;
}

bool model_is_named(const Config *config, Str wanted)
{
    return model_named(config, wanted).len > 0;
}

bool model_is_configured(const Config *config, const ChatModel *model)
{
    Str name = config->model.name, provider = str_from(model->provider->name);
    return !name.len || (str_starts(name, provider) &&
                         str_equal(str_from_offset(name, provider.len + 1), model->name));
}

/* The effort and temperature of the configuration. */
static bool set_options(Arena *arena, const Config *config, ChatModel *model, Err *err)
{
    const ModelConfig *own = &config->model;
    if (!model_is_configured(config, model))
        return true;
    model->effort = own->effort;
    if (own->temperature == PRICE_UNKNOWN)
        return true;
    model->temperature =
        str_format(arena, "%llu.%06llu", (unsigned long long)(own->temperature / PRICE_UNIT),
                   (unsigned long long)(own->temperature % PRICE_UNIT));
    return own->temperature <= TEMPERATURE_MAX * PRICE_UNIT ||
           err_set(err, ERR_USAGE, "model.temperature is above %d", TEMPERATURE_MAX);
}

bool model_open(Arena *arena, const Config *config, Str wanted, ChatModel *model, Err *err)
{
    const ModelConfig *own = &config->model;
    Str name = model_named(config, wanted);
    if (!name.len) {
        err_set(err, ERR_USAGE, "no model is configured");
        return err_hint(err, "set name in [model] of ~/.config/fovea/config.toml, such as "
                             "\"ollama/qwen3-coder\" (docs/models.md)");
    }
    /* The configured address and key are for the configured provider alone. */
    size_t slash = str_find_byte(name, '/');
    bool is_own = !own->name.len ||
                  (slash != STR_NONE && str_starts(own->name, str_slice(name, 0, slash + 1)));
    if (!chat_model_set(arena, name, is_own ? own->url : (Str){0},
                        is_own ? own->key_file : (Str){0}, model, err))
        return false;
    model->silence_ms = (int)own->timeout_s * 1000;
    return set_options(arena, config, model, err);
}

uint64_t model_window(Arena *arena, const Config *config, const ChatModel *model,
                      const volatile bool *cancel)
{
    if (config->model.window && model_is_configured(config, model))
        return config->model.window;
    uint64_t window = chat_window(arena, model, cancel);
    if (window)
        return window;
    return model->provider->is_ollama ? MODEL_WINDOW_OLLAMA : MODEL_WINDOW_DEFAULT;
}

uint64_t model_window_at_once(Arena *arena, const Config *config, const ChatModel *model,
                              const volatile bool *cancel)
{
    uint64_t configured = config->model.window;
    if (chat_model_is_local(model))
        return model_window(arena, config, model, cancel);
    return configured ? configured : MODEL_WINDOW_DEFAULT;
}

Str model_first_steps(Arena *arena)
{
    static const char *const lines[] = {
        "A model on this machine, so that nothing leaves it: install ollama, then",
        "  ollama pull qwen3-coder            and use  ollama/qwen3-coder",
        "llama.cpp's server (llama/NAME), LM Studio (lmstudio/NAME), vLLM (vllm/NAME) work, too.",
        "A provider's: set ANTHROPIC_API_KEY  and use  anthropic/NAME  (or openai/, openrouter/)",
        "In ~/.config/fovea/config.toml:  model = \"ollama/qwen3-coder\"  (docs/models.md)",
    };
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < COUNT(lines); i++)
        buf_printf(&out, "%s\n", lines[i]);
    return buf_str(&out);
}
