/* The files of a client, as an editor for staged edits. */
#pragma once

#include "acp/acp_link.h"
#include "agent/stage_editor.h"

typedef struct AcpEditor {
    AcpLink *link;
    Str root; /* absolute */
} AcpEditor;

/* Uses the client's abilities; the state must outlive the editor. */
StageEditor acp_editor(AcpEditor *state, const AcpClient *client);
