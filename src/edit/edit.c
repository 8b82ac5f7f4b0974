#include "edit/edit.h"

Str edit_status_name(EditStatus status)
{
    static const char *const names[EDIT_STATUS_COUNT] = {
        [EDIT_CHANGED] = "changed",
        [EDIT_CREATED] = "created",
        [EDIT_DELETED] = "deleted",
        [EDIT_MOVED] = "moved",
    };
    return str_from(names[status]);
}

Str edit_reason_name(EditReason reason)
{
    static const char *const names[EDIT_REASON_COUNT] = {
        [EDIT_MISSING] = "missing", [EDIT_AMBIGUOUS] = "ambiguous", [EDIT_STALE] = "stale",
        [EDIT_OUTSIDE] = "outside", [EDIT_EXISTS] = "exists",       [EDIT_NOT_TEXT] = "not_text",
        [EDIT_SYNTAX] = "syntax",
    };
    return str_from(names[reason]);
}
