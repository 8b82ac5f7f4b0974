#include "agent/event.h"

Str event_name(AgentEventKind kind)
{
    static const char *const names[AGENT_EVENT_COUNT] = {
        [AGENT_CONTEXT] = "context", [AGENT_TEXT] = "text",       [AGENT_NEED] = "need",
        [AGENT_PLAN] = "plan",       [AGENT_STEP] = "step",       [AGENT_EDIT] = "edit",
        [AGENT_CHECK] = "check",     [AGENT_GATE] = "gate",       [AGENT_COMMIT] = "commit",
        [AGENT_USAGE] = "usage",     [AGENT_NOTICE] = "notice",   [AGENT_ERROR] = "error",
        [AGENT_RETRACT] = "retract", [AGENT_THOUGHT] = "thought",
    };
    return str_from(names[kind]);
}

void event_write_json(Buf *out, Arena scratch, const AgentEvent *event)
{
    Json *line = json_object(&scratch);
    json_set(line, STR("event"), json_str(&scratch, event_name(event->kind)));
    json_set_text(&scratch, line, STR("text"), event->text);
    for (const Json *member = event->data ? event->data->first : NULL; member;
         member = member->next) {
        Json *copy = NEW(&scratch, Json, 1);
        *copy = *member;
        json_set(line, member->key, copy);
    }
    json_write(out, line, 0);
    buf_put_byte(out, '\n');
}
