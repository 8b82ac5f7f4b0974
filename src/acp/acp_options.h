/* The client's choices for a session: its mode and its model, as `modes` and `configOptions` of the
   Agent Client Protocol. */
#pragma once

#include "base/json.h"

typedef enum AcpMode {
    ACP_CHANGE, /* edits files, after asking */
    ACP_ASK,    /* answers, never edits */
    ACP_MODE_COUNT
} AcpMode;

/* At most this many models on a command line. */
#define ACP_MODELS_MAX 64

typedef struct AcpOptions {
    const Str *models; /* provider/name, the default first; empty: that of the settings */
    size_t model_count;
} AcpOptions;

/* The choices made: indices. */
typedef struct AcpChoice {
    uint8_t mode, model;
} AcpChoice;

/* `modes` of a new session. */
Json *acp_modes_value(Arena *arena, AcpChoice choice);
/* `configOptions`, with the current choices. Without named models the model is left out. */
Json *acp_options_value(Arena *arena, const AcpOptions *options, AcpChoice choice);
/* The mode's id. */
Str acp_mode_id(AcpMode mode);
/* Chooses a mode by its id; false if no mode has it. */
bool acp_choose_mode(Str id, AcpChoice *choice);
/* Chooses the value of a configuration option; false if the option or value does not exist. */
bool acp_choose_option(const AcpOptions *options, Str id, Str value, AcpChoice *choice);
