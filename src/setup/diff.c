#include "setup/setup_plan.h"

#include "view/unified.h"

bool setup_put_diff(Buf *out, Arena scratch, const SetupFile *file, Err *err)
{
    bool was = file->edit.exists, is = file->after.exists;
    const UnifiedFile unified = {.old_path = was ? file->shown : (Str){0},
                                 .new_path = is ? file->shown : (Str){0},
                                 .before = was ? file->edit.bytes : (Str){0},
                                 .after = is ? file->after.bytes : (Str){0}};
    return unified_put(out, scratch, &unified, true, err);
}
