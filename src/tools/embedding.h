/* The embedding server that the user's configuration names, and whether what is stored is of its
   model: the same name on the same host, and the same vector for a text that never changes. Vectors
   of two models are never mixed, whatever they are called. */
#pragma once

#include "index/store/vectors.h"
#include "model/embedder.h"
#include "tools/config.h"
#include "tools/tool.h"

typedef struct Embedding {
    Embedder embedder;
    Str identity; /* provider, host, model, dimensions as they are configured */
} Embedding;

/* Whether a server is configured. */
bool embedding_is_configured(const Config *config);
/* By the configuration and the environment; ERR_USAGE when that does not do. */
bool embedding_open(ToolCall *call, Embedding *embedding, Err *err) MUST_USE;
/* Whether the stored model can be the same by its name; ERR_STALE when it cannot. */
bool embedding_check_name(const Embedding *embedding, const VectorModel *stored, Err *err) MUST_USE;
typedef struct Probed {
    VectorModel model;
    const int8_t *vector; /* of the text that was given; NULL: none */
} Probed;

/* Embeds the probe and, in the same request, a further text (empty: none). When there is a stored
   model, it must be the same. */
bool embedding_probe(ToolCall *call, const Embedding *embedding, const VectorModel *stored,
                     Str text, Probed *probed, Err *err) MUST_USE;
