/* The embedding server of the user's configuration. Stored vectors are used only if they come from
   its model: the name and host are the same, and so is the vector of a fixed text. Vectors of two
   models are never mixed. */
#pragma once

#include "config/config.h"
#include "index/store/vectors.h"
#include "model/embedder.h"
#include "session/send.h"

typedef struct Embedding {
    Embedder embedder;
    Str identity; /* provider, host, model and dimensions as configured */
} Embedding;

/* Whether a server is configured. */
bool embedding_is_configured(const Config *config);
/* Reads the configuration and the environment; ERR_USAGE if they do not suffice. */
bool embedding_open(SessionRequest *request, Embedding *embedding, Err *err) MUST_USE;
/* The model's name in an identity. */
Str embedding_model_name(Str identity);
/* ERR_STALE if the stored model has another name. */
bool embedding_check_name(const Embedding *embedding, const VectorModel *stored, Err *err) MUST_USE;
typedef struct Probed {
    VectorModel model;
    const int8_t *vector; /* of the given text; NULL: no text given */
} Probed;

/* Embeds the fixed text and, in the same request, another one (empty: none). ERR_STALE if the
   stored model, if any, differs. */
bool embedding_probe(SessionRequest *request, const Embedding *embedding, const VectorModel *stored,
                     Str text, Probed *probed, Err *err) MUST_USE;
