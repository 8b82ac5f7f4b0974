/* Prepares the sides of a diff: recognises languages, outlines all versions in parallel, compares
   lines, then symbols. Files that cannot be compared keep only their reason. */
#include "differ/diff_sides.h"

#include "base/hash.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "index/update/outlines.h"
#include "query/adopted.h"

/* ---- languages and outlines ---- */

static Str path_of(const ChangedFile *file)
{
    return file->new.path.len ? file->new.path : file->old.path;
}

/* Why the content of a side is not compared, or empty. */
static Str reason_unseen(const ChangeSide *side)
{
    BinaryType binary;
    if (lang_is_binary(str_slice(side->text, 0, SOURCE_HEAD_BYTES), &binary))
        return STR("binary");
    if (side->text.len > INDEX_FILE_BYTES_MAX)
        return STR("too large, only lines were compared");
    return (Str){0};
}

/* `adopted`: what the index of the work tree says; NULL where no side is the work tree, which may
   have another state or none. */
static void recognise(SessionRequest *request, const IndexSession *session, Adopted *adopted,
                      ChangedFile *file)
{
    Str root = session ? session->repo.root : (Str){0};
    Str full = root.len ? path_join(request->arena, root, path_of(file)) : (Str){0};
    ChangeSide *sides[] = {&file->old, &file->new};
    for (size_t i = 0; i < COUNT(sides); i++) {
        ChangeSide *side = sides[i];
        Str head = str_slice(side->text, 0, SOURCE_HEAD_BYTES);
        side->outline.language =
            file->link ? lang_find(STR("text")) : lang_detect(path_of(file), head);
        if (adopted && full.len && !file->link && side->text.len)
            side->outline.language =
                adopted_language(request, adopted, full, side->outline.language);
        if (!file->unseen.len && side->text.len)
            file->unseen = reason_unseen(side);
    }
}

static void put_job(OutlineJob *jobs, size_t *count, const ChangedFile *file,
                    const ChangeSide *side)
{
    if (!file->unseen.len)
        jobs[(*count)++] = (OutlineJob){.language = side->outline.language, .text = side->text};
}

static void take_job(Arena *arena, const OutlineJob *job, ChangedFile *file, ChangeSide *side)
{
    side->outline = job->outline;
    if (job->reason.len)
        file->unseen = str_format(arena, "not parsed: %.*s", STR_ARG(job->reason));
    else if (job->outline.note.len)
        file->note = job->outline.note;
}

static bool outline_all(SessionRequest *request, Store *store, ChangeSet *set, Err *err)
{
    OutlineJob *jobs = NEW(request->arena, OutlineJob, 2 * set->files.len);
    OutlinesOptions options = {.store = store, .cancel = request->cancel};
    size_t count = 0, next = 0;
    for (size_t i = 0; i < set->files.len; i++) {
        put_job(jobs, &count, &set->files.ptr[i], &set->files.ptr[i].old);
        put_job(jobs, &count, &set->files.ptr[i], &set->files.ptr[i].new);
    }
    if (!outlines_make(request->arena, jobs, count, &options, err))
        return false;
    for (size_t i = 0; i < set->files.len; i++) {
        ChangedFile *file = &set->files.ptr[i];
        if (file->unseen.len)
            continue;
        const OutlineJob *pair = &jobs[next];
        next += 2;
        take_job(request->arena, &pair[0], file, &file->old);
        take_job(request->arena, &pair[1], file, &file->new);
    }
    return true;
}

/* Removes the symbols of both sides of a file that cannot be compared. */
static void clear_unseen(ChangedFile *file)
{
    if (!file->unseen.len)
        return;
    file->old.outline.symbols.len = file->new.outline.symbols.len = 0;
    file->old.outline.imports.len = file->new.outline.imports.len = 0;
}

bool diff_sides_compare(SessionRequest *request, const IndexSession *session, DiffSides *sides,
                        Err *err)
{
    ChangeSet *set = &sides->set;
    Adopted adopted = {0};
    bool commits = sides->range.base.len && sides->range.to == GIT_TO_COMMIT;
    for (size_t i = 0; i < set->files.len; i++)
        recognise(request, session, commits ? NULL : &adopted, &set->files.ptr[i]);
    if (!outline_all(request, session ? session->store : NULL, set, err))
        return false;
    for (size_t i = 0; i < set->files.len; i++) {
        ChangedFile *file = &set->files.ptr[i];
        bool coarse = false;
        clear_unseen(file);
        if (!str_equal(file->unseen, STR("binary")) &&
            !line_diff(request->arena, file->old.text, file->new.text, &file->hunks, &coarse, err))
            return false;
        if (coarse)
            file->note = STR("too many lines to compare: from the first that differs to the last");
    }
    change_compare(request->arena, *request->scratch, set);
    return !session_is_cancelled(request) || err_interrupted(err);
}
