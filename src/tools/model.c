#include "tools/model.h"

/* Writing into Anthropic's cache costs a quarter more than sending (five minutes). Elsewhere it
   costs nothing extra, and is not reported. */
#define CACHE_WRITE_QUARTERS 5
#define PRICED_TOKENS 1000000
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

/* Whether the configuration's window, prices and effort are those of this model. */
static bool is_configured(const Config *config, const ChatModel *model)
{
    Str name = config->model.name, provider = str_from(model->provider->name);
    return !name.len || (str_starts(name, provider) &&
                         str_equal(str_from_offset(name, provider.len + 1), model->name));
}

/* The effort and temperature of the configuration. */
static bool set_options(Arena *arena, const Config *config, ChatModel *model, Err *err)
{
    const ModelConfig *own = &config->model;
    if (!is_configured(config, model))
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
    if (config->model.window && is_configured(config, model))
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

/* Rounded up. No sum overflows: tokens are below 2^33, prices below 2^40. */
static uint64_t cost_of(uint64_t tokens, uint64_t price)
{
    uint64_t rest = tokens % PRICED_TOKENS * price;
    return tokens / PRICED_TOKENS * price + (rest + PRICED_TOKENS - 1) / PRICED_TOKENS;
}

bool model_cost(const Config *config, const ChatModel *model, const ChatUsage *usage,
                uint64_t *cost)
{
    const ModelConfig *own = &config->model;
    uint64_t read_price =
        own->price_cache_read == PRICE_UNKNOWN ? own->price_input : own->price_cache_read;
    *cost = 0;
    if (!is_configured(config, model) || own->price_input == PRICE_UNKNOWN ||
        own->price_output == PRICE_UNKNOWN)
        return false;
    *cost = cost_of(usage->input, own->price_input) + cost_of(usage->output, own->price_output) +
            cost_of(usage->cache_read, read_price) +
            cost_of((usage->cache_write * CACHE_WRITE_QUARTERS + 3) / 4, own->price_input);
    return true;
}
