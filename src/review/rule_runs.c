/* A rule about files that take effect without anybody calling them: on a build server, in a hook,
   when a folder is opened, when something is built or installed. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "review/delicate.h"

static void tell(const ReviewFind *find, const ChangedFile *file, const DelicatePlace *place,
                 uint32_t line)
{
    bool was_there = file->old.path.len > 0;
    Finding *finding =
        review_add(find, file,
                   str_format(find->review->arena, "executable configuration is %s: %s",
                              was_there ? "changed" : "added", place->what));
    finding->start = finding->end = line;
    finding->key = str_from(place->what);
    finding->suggestion = STR("read what it runs, and with which rights, before it is merged");
    if (place->reach != DELICATE_UNASKED || (was_there && !place->keys))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
}

/* Files with a rule of their own: settings of this program, secrets, marks. */
static bool is_told_elsewhere(Str name)
{
    return str_starts(name, STR(".fovea")) || str_equal(name, STR(".env")) ||
           str_starts(name, STR(".env.")) || str_equal(name, STR(".gitattributes"));
}

bool review_find_runs(const ReviewFind *find, Err *err)
{
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        Str path = str_lower(find->review->arena, file->new.path);
        DelicateTouch touch;
        if (!file->new.path.len || is_told_elsewhere(path_base(path)) ||
            (file->old.path.len && !file->hunks.len))
            continue;
        const DelicatePlace *place = delicate_find(path);
        if (place &&
            delicate_touches(find->review->arena, place, file->old.text, file->new.text, &touch))
            tell(find, file, place, touch.line);
    }
    return true;
}
