/* The files of a client, as an editor for the stage. */
#pragma once

#include "acp/acp_link.h"
#include "agent/stage_editor.h"

typedef struct AcpEditor {
    AcpLink *link;
    Str root; /* absolute */
} AcpEditor;

/* Uses what the client can do; the state must outlive the editor. */
StageEditor acp_editor(AcpEditor *state, const AcpClient *client);
