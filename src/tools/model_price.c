/* What a model's tokens cost: the user's prices if the settings have them for this model, else the
   list prices of its maker, if it is asked at the maker itself. Others, also clouds and gateways,
   have prices of their own. */
#include "tools/model.h"

/* Writing into Anthropic's cache costs a quarter more than sending (five minutes). Elsewhere it
   costs nothing extra, and is not reported. */
#define CACHE_WRITE_QUARTERS 5
#define PRICED_TOKENS 1000000
/* The form of a date after a model's id: 20261007, 2026-10-07. */
#define DATE_DIGITS 8

typedef struct ListPrice {
    const char *id;
    const char *date; /* on which the price was read */
    uint64_t prompt_max;
    double input, output, cache_read;
} ListPrice;

static const ListPrice list_prices[] = {
#include "tools/model_prices.def"
};

/* Whether the rest of an id is a date. */
static bool is_date(Str rest)
{
    size_t digits = 0;
    for (size_t i = 0; i < rest.len; i++) {
        digits += byte_is_digit(rest.ptr[i]);
        if (!byte_is_digit(rest.ptr[i]) && rest.ptr[i] != '-')
            return false;
    }
    return digits == DATE_DIGITS && rest.ptr[0] == '-';
}

/* The list price for a prompt; NULL: not known. */
static const ListPrice *find_price(const ChatModel *model, uint64_t prompt)
{
    const ChatProvider *provider = model->provider;
    if (!provider->lists_prices || !str_equal(model->url, str_from(provider->url)))
        return NULL;
    for (size_t i = 0; i < COUNT(list_prices); i++) {
        const ListPrice *price = &list_prices[i];
        Str id = str_from(price->id);
        bool is_model =
            str_starts(model->name, id) &&
            (model->name.len == id.len || is_date(str_from_offset(model->name, id.len)));
        if (is_model && (!price->prompt_max || prompt <= price->prompt_max))
            return price;
    }
    return NULL;
}

static uint64_t units(double price)
{
    return (uint64_t)(price * PRICE_UNIT + 0.5);
}

/* The prices in 1 / PRICE_UNIT of a currency. False if they are unknown. */
static bool prices_of(const Config *config, const ChatModel *model, uint64_t prompt,
                      ModelPrices *prices)
{
    const ModelConfig *own = &config->model;
    if (model_is_configured(config, model) && own->price_input != PRICE_UNKNOWN &&
        own->price_output != PRICE_UNKNOWN) {
        *prices = (ModelPrices){.input = own->price_input,
                                .output = own->price_output,
                                .cache_read = own->price_cache_read == PRICE_UNKNOWN
                                                  ? own->price_input
                                                  : own->price_cache_read};
        return true;
    }
    const ListPrice *price = find_price(model, prompt);
    if (price)
        *prices = (ModelPrices){.input = units(price->input),
                                .output = units(price->output),
                                .cache_read = units(price->cache_read),
                                .date = str_from(price->date)};
    return price != NULL;
}

bool model_prices(const Config *config, const ChatModel *model, ModelPrices *prices)
{
    return prices_of(config, model, 0, prices);
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
    ModelPrices prices;
    uint64_t prompt = usage->input + usage->cache_read + usage->cache_write;
    *cost = 0;
    if (!prices_of(config, model, prompt, &prices))
        return false;
    *cost = cost_of(usage->input, prices.input) + cost_of(usage->output, prices.output) +
            cost_of(usage->cache_read, prices.cache_read) +
            cost_of((usage->cache_write * CACHE_WRITE_QUARTERS + 3) / 4, prices.input);
    return true;
}
