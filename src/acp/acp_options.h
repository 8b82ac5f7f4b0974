/* What a client may choose for a session: its mode and its model, as `modes` and `configOptions` of
   the Agent Client Protocol. */
#pragma once

#include "base/json.h"

typedef enum AcpMode {
    ACP_CHANGE, /* edits files, after asking */
    ACP_ASK,    /* answers, never edits */
    ACP_MODE_COUNT
} AcpMode;

/* Models that a command line may name. */
#define ACP_MODELS_MAX 64

typedef struct AcpOptions {
    const Str *models; /* provider/name, the default first; none: that of the settings */
    size_t model_count;
} AcpOptions;

/* What was chosen: indices. */
typedef struct AcpChoice {
    uint8_t mode, model;
} AcpChoice;

/* `modes` of a new session. */
Json *acp_modes_value(Arena *arena, AcpChoice choice);
/* `configOptions`, with what is chosen. The model is left out where none is named. */
Json *acp_options_value(Arena *arena, const AcpOptions *options, AcpChoice choice);
/* The mode's id. */
Str acp_mode_id(AcpMode mode);
/* Chooses a mode by its id; false when there is none of that id. */
bool acp_choose_mode(Str id, AcpChoice *choice);
/* Chooses the value of a configuration option; false when there is no such option or value. */
bool acp_choose_option(const AcpOptions *options, Str id, Str value, AcpChoice *choice);
