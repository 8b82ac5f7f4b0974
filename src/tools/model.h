/* The chat model of the user's configuration, and what its use costs. */
#pragma once

#include "config/config.h"
#include "model/chat.h"

/* The model that is named: by `wanted` (may be empty), the environment variable FOVEA_MODEL, or the
   configuration; empty: none. */
Str model_named(const Config *config, Str wanted);
bool model_is_named(const Config *config, Str wanted);
/* Opens the model, named in this order. ERR_USAGE when none is named, or it cannot be used. */
bool model_open(Arena *arena, const Config *config, Str wanted, ChatModel *model,
                Err *err) MUST_USE;
/* The tokens of its window: as configured for this model, else as the server says (chat_window, so
   it may take a minute), else MODEL_WINDOW_DEFAULT, or MODEL_WINDOW_OLLAMA with ollama. */
uint64_t model_window(Arena *arena, const Config *config, const ChatModel *model,
                      const volatile bool *cancel);
/* The same, but only a server that users run themselves is asked (chat_model_is_local); to ask
   others would delay the answer. */
uint64_t model_window_at_once(Arena *arena, const Config *config, const ChatModel *model,
                              const volatile bool *cancel);
/* How to get a model, for a user who has none: five lines, local ones first. */
Str model_first_steps(Arena *arena);

/* Whether the configuration's window, prices and effort are those of this model. */
bool model_is_configured(const Config *config, const ChatModel *model);

/* Prices of a million tokens, in 1 / PRICE_UNIT. */
typedef struct ModelPrices {
    uint64_t input, output, cache_read;
    Str date; /* of the maker's list, in dollars; empty: the user's settings, in any currency */
} ModelPrices;
/* The prices for a short prompt. False: they are unknown. */
bool model_prices(const Config *config, const ChatModel *model, ModelPrices *prices) MUST_USE;
/* The cost of a use, rounded up, in 1 / PRICE_UNIT of the prices' currency. False when it is
   unknown, since no prices are known for this model: a model without a price is not free. */
bool model_cost(const Config *config, const ChatModel *model, const ChatUsage *usage,
                uint64_t *cost) MUST_USE;

/* What most models have at least; the window of the agent's own design. */
#define MODEL_WINDOW_DEFAULT 100000
/* What ollama gives a model on a machine without a large graphics card. It cuts a longer prompt
   without an error. */
#define MODEL_WINDOW_OLLAMA 4096
