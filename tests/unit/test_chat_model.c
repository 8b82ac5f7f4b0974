#include "test.h"

#include "model/chat.h"
#include "model/key.h"
#include "tools/model.h"

#include <stdlib.h>
#include <sys/stat.h>

static const char *const variables[] = {
    "OLLAMA_HOST",       "LLAMA_API_KEY",   "VLLM_API_KEY",   "ANTHROPIC_BASE_URL",
    "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENROUTER_API_KEY",
    "FOVEA_MODEL_URL",   "FOVEA_MODEL_KEY", "FOVEA_MODEL"};

static void clear_variables(void)
{
    for (size_t i = 0; i < COUNT(variables); i++)
        unsetenv(variables[i]);
}

/* The address that requests go to; or the error. */
static Str address_of(const char *model, const char *url, ChatModel *chat)
{
    Err err = {0};
    if (chat_model_set(test_arena(), str_from(model), str_from(url), (Str){0}, chat, &err))
        return chat->url;
    EXPECT(err.code == ERR_USAGE && err.message[0] && err.hint[0]);
    return str_copy(test_arena(), str_from(err.message));
}

TEST(addresses)
{
    static const struct {
        const char *model, *url, *address;
    } cases[] = {
        {"ollama/m", "", "http://localhost:11434/v1"},
        {"ollama/m:30b", "http://gpu:11434/", "http://gpu:11434/v1"},
        {"lmstudio/a/b", "", "http://localhost:1234/v1"},
        {"llama/m", "http://localhost:9/v1/", "http://localhost:9/v1"},
        {"compatible/m", "https://h/api/v3/chat/completions", "https://h/api/v3"},
        {"compatible/m", "https://h", "https://h/v1"},
        {"anthropic/m", "https://h", "https://h"},
        {"anthropic/m", "https://h/v1/", "https://h"},
        {"anthropic/m", "https://h/x/v1/messages", "https://h/x"},
        {"compatible/m", "https://h/v1?a=b",
         "model.url: an address with a query (?…) is not supported"},
        {"compatible/m", "", "model.url is not set, which the provider 'compatible' needs"},
        {"compatible/m", "h:80", "model.url: 'h:80' does not begin with http:// or https://"},
        {"compatible/m", "https://me:secret@h",
         "model.url: '…@h' contains a user name, which is not accepted"},
        {"anthropic/m", "", "the environment variable ANTHROPIC_API_KEY with the key is not set"},
        {"olama/m", "", "model 'olama/m': unknown provider"},
        {"m", "", "model 'm': it names no provider"},
        {"", "", "model '': it names no provider"},
        {"ollama/", "", "model 'ollama/': it names no model"},
        {"ollama/a\nb", "", "model 'ollama/a b': it names no model"},
    };
    clear_variables();
    for (size_t i = 0; i < COUNT(cases); i++) {
        ChatModel chat;
        EXPECT_STR(address_of(cases[i].model, cases[i].url, &chat), cases[i].address);
    }
}

TEST(variables_of_providers)
{
    ChatModel chat;
    clear_variables();
    setenv("OLLAMA_HOST", "0.0.0.0", 1);
    EXPECT_STR(address_of("ollama/m", "", &chat), "http://0.0.0.0:11434/v1");
    setenv("OLLAMA_HOST", "gpu:1", 1);
    EXPECT_STR(address_of("ollama/m", "", &chat), "http://gpu:1/v1");
    setenv("OLLAMA_HOST", "https://gpu/", 1);
    EXPECT_STR(address_of("ollama/m", "", &chat), "https://gpu/v1");
    EXPECT_STR(address_of("ollama/m", "http://other", &chat), "http://other/v1");
    setenv("OPENAI_API_KEY", " sk-1\n", 1);
    EXPECT_STR(address_of("openai/m", "", &chat), "https://api.openai.com/v1");
    EXPECT_STR(chat.key, "sk-1");
    EXPECT_STR(chat_model_place(&chat), "api.openai.com");
    setenv("OPENAI_BASE_URL", "http://evil/v1", 1);
    EXPECT_STR(address_of("openai/m", "", &chat),
               "OPENAI_BASE_URL: a key would be sent to evil without encryption");
    setenv("OPENAI_BASE_URL", "http://localhost:1/v1", 1);
    EXPECT_STR(address_of("openai/m", "", &chat), "http://localhost:1/v1");
    setenv("OPENAI_API_KEY", "sk\n1", 1);
    EXPECT_STR(address_of("openai/m", "", &chat),
               "the environment variable OPENAI_API_KEY does not hold a key");
    clear_variables();
}

/* The key of a file with this mode; or the error without its beginning. */
static Str key_of(const char *content, unsigned mode)
{
    Str key = {0};
    Err err = {0};
    const char *path = test_file("key", str_from(content));
    EXPECT(chmod(path, mode) == 0);
    if (key_read(test_arena(), "FOVEA_MODEL_KEY", str_from(path), &key, &err))
        return key;
    EXPECT(err.code == ERR_USAGE && err.hint[0] && !strstr(err.message, "sk-secret"));
    return str_from_offset(str_copy(test_arena(), str_from(err.message)), strlen(path) + 3);
}

TEST(key_files)
{
    Str key;
    Err err = {0};
    clear_variables();
    EXPECT_STR(key_of("sk-secret\n", 0600), "sk-secret");
    EXPECT_STR(key_of("sk-secret", 0400), "sk-secret");
    EXPECT_STR(key_of("sk-secret\n", 0644), "is accessible to other users (mode 0644)");
    EXPECT_STR(key_of("sk-secret\n", 0640), "is accessible to other users (mode 0640)");
    EXPECT_STR(key_of("sk-secret\n", 0601), "is accessible to other users (mode 0601)");
    EXPECT_STR(key_of("", 0600), "does not hold a key");
    EXPECT_STR(key_of("a=sk-secret b\n", 0600), "does not hold a key");
    EXPECT_STR(key_of("sk-secret\nother\n", 0600), "does not hold a key");
    setenv("FOVEA_MODEL_KEY", "sk-2", 1);
    EXPECT_STR(key_of("sk-secret\n", 0644), "sk-2");
    clear_variables();
    EXPECT(!key_read(test_arena(), NULL, STR("key"), &key, &err)); /* not below the directory */
    EXPECT(!key_read(test_arena(), NULL, STR("/nonexistent/key"), &key, &err));
    EXPECT(!key_read(test_arena(), NULL, str_from(test_directory()), &key, &err));
    EXPECT(key_read(test_arena(), NULL, (Str){0}, &key, &err) && !key.len);
    setenv("HOME", test_directory(), 1);
    EXPECT(chmod(test_file("key", STR("sk-home")), 0600) == 0);
    EXPECT(key_read(test_arena(), NULL, STR("~/key"), &key, &err));
    EXPECT_STR(key, "sk-home");
}

TEST(configured_models)
{
    Config config;
    ChatModel model;
    Err err = {0};
    clear_variables();
    config_init(&config);
    EXPECT(!model_is_named(&config, (Str){0}));
    EXPECT(!model_open(test_arena(), &config, (Str){0}, &model, &err) && err.hint[0]);
    config.model.name = STR("compatible/one");
    config.model.url = STR("https://own.example.com");
    config.model.timeout_s = 7;
    REQUIRE(model_open(test_arena(), &config, (Str){0}, &model, &err));
    EXPECT_STR(model.url, "https://own.example.com/v1");
    EXPECT_INT(model.silence_ms, 7000);
    REQUIRE(model_open(test_arena(), &config, STR("compatible/two"), &model, &err));
    EXPECT_STR(model.url, "https://own.example.com/v1");
    REQUIRE(model_open(test_arena(), &config, STR("ollama/two"), &model, &err));
    EXPECT_STR(model.url, "http://localhost:11434/v1"); /* not the other provider's address */
    setenv("FOVEA_MODEL", "llama/three", 1);
    REQUIRE(model_open(test_arena(), &config, (Str){0}, &model, &err));
    EXPECT_STR(model.name, "three");
    clear_variables();
    Str steps = model_first_steps(test_arena());
    size_t lines = 0;
    for (Str line; str_take_line(&steps, &line); lines++)
        EXPECT(line.len > 20 && line.len <= 90);
    EXPECT_INT(lines, 5);
}

TEST(list_prices)
{
    static const struct {
        const char *provider, *name, *url;
        uint64_t prompt, cost; /* of the prompt and 1,000 tokens of an answer */
    } cases[] = {
        {"anthropic", "claude-sonnet-5-5", "", 1000000, 2010000},
        {"anthropic", "claude-sonnet-5-5-20260901", "", 1000000, 2010000},
        {"anthropic", "claude-haiku-5-5", "", 100000, 10500},
        {"anthropic", "claude-haiku-5-5", "", 100001, 52501},
        {"openai-responses", "gpt-5.4", "", 200000, 515000},
        {"openai-responses", "gpt-5.4", "", 200001, 0},
        {"openai", "gpt-5.4-mini-2026-03-05", "", 1000000, 754500},
        {"anthropic", "claude-sonnet-5-5-x", "", 1, 0},
        {"anthropic", "claude-sonnet", "", 1, 0},
        {"anthropic", "claude-sonnet-5-5", "https://gateway.example", 1, 0},
        {"vertex-claude", "claude-sonnet-5-5", "", 1, 0},
        {"openrouter", "gpt-5.4", "", 1, 0},
    };
    Config config;
    config_init(&config);
    for (size_t i = 0; i < COUNT(cases); i++) {
        const ChatProvider *provider = chat_provider_find(str_from(cases[i].provider));
        ChatModel model = {.provider = provider, .name = str_from(cases[i].name)};
        ChatUsage usage = {.input = cases[i].prompt, .output = 1000};
        uint64_t cost;
        model.url = str_from(*cases[i].url ? cases[i].url : provider->url);
        EXPECT(model_cost(&config, &model, &usage, &cost) == (cases[i].cost > 0));
        EXPECT_INT((int64_t)cost, (int64_t)cases[i].cost);
    }
    ChatModel model = {.provider = chat_provider_find(STR("anthropic")),
                       .name = STR("claude-opus-5-5"),
                       .url = STR("https://api.anthropic.com")};
    ModelPrices prices;
    EXPECT(model_prices(&config, &model, &prices) && prices.date.len == 10);
    config.model.name = STR("anthropic/claude-opus-5-5");
    config.model.price_input = config.model.price_output = PRICE_UNIT; /* the user's come first */
    EXPECT(model_prices(&config, &model, &prices) && !prices.date.len &&
           prices.cache_read == PRICE_UNIT);
}

TEST(costs)
{
    Config config;
    ChatModel model = {.provider = chat_provider_find(STR("ollama")), .name = STR("m")};
    ChatUsage usage = {.input = 1000001, .output = 2000, .cache_read = 10000, .cache_write = 4000};
    uint64_t cost = 9;
    config_init(&config);
    EXPECT(!model_cost(&config, &model, &usage, &cost) && !cost);
    config.model.price_input = 3 * PRICE_UNIT;
    EXPECT(!model_cost(&config, &model, &usage, &cost));
    config.model.price_output = 15 * PRICE_UNIT;
    EXPECT(model_cost(&config, &model, &usage, &cost));
    EXPECT_INT(cost, 3000003 + 30000 + 30000 + 15000);
    config.model.price_cache_read = 300000;
    EXPECT(model_cost(&config, &model, &usage, &cost));
    EXPECT_INT(cost, 3000003 + 30000 + 3000 + 15000);
    config.model.name = STR("ollama/m");
    EXPECT(model_cost(&config, &model, &usage, &cost));
    model.name = STR("other"); /* the prices are not its */
    EXPECT(!model_cost(&config, &model, &usage, &cost));
    model.name = STR("m");
    config.model.price_input = config.model.price_output = 0; /* free */
    config.model.price_cache_read = 0;
    EXPECT(model_cost(&config, &model, &usage, &cost) && !cost);
    config.model.price_input = 1; /* rounded up */
    usage = (ChatUsage){.input = 1};
    EXPECT(model_cost(&config, &model, &usage, &cost) && cost == 1);
    config.model.price_input = UINT64_C(1000000) * PRICE_UNIT; /* the largest of both */
    usage = (ChatUsage){.input = 1000000000};
    EXPECT(model_cost(&config, &model, &usage, &cost));
    EXPECT_INT(cost, INT64_C(1000) * 1000000 * PRICE_UNIT);
}
