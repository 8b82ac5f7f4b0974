#include "review/context.h"

#include "lang/lang.h"

static FileClass class_of(const ChangedFile *file, const ChangeSide *side)
{
    Str path = file->new.path.len ? file->new.path : file->old.path;
    FileClass class = classify_path(path, side->text.len, side->outline.language);
    return classify_text(class, side->outline.language, side->text);
}

void review_prepare(ReviewContext *review)
{
    size_t count = review->set->files.len;
    FileClass *old = NEW(review->arena, FileClass, count);
    FileClass *new = NEW(review->arena, FileClass, count);
    for (size_t i = 0; i < count; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        old[i] = class_of(file, &file->old);
        new[i] = file->new.path.len ? class_of(file, &file->new) : old[i];
    }
    review->old_classes = old;
    review->new_classes = new;
    review->removed = NEW(review->arena, ReviewRemoved, 1);
}

FileClass review_class(const ReviewContext *review, const ChangedFile *file)
{
    return review->new_classes[file - review->set->files.ptr];
}

const ChangedFile *review_changed_file(const ReviewContext *review, Str path)
{
    for (size_t i = 0; i < review->set->files.len; i++)
        if (str_equal(review->set->files.ptr[i].new.path, path))
            return &review->set->files.ptr[i];
    return NULL;
}

bool review_read(const ReviewContext *review, Str path, Str *text, bool *found, Err *err)
{
    const ChangedFile *file = review_changed_file(review, path);
    *found = file != NULL;
    if (file) {
        *text = file->new.text;
        return true;
    }
    for (size_t i = 0; i < review->set->files.len; i++)
        if (str_equal(review->set->files.ptr[i].old.path, path))
            return true; /* the change removed it */
    return !review->read || review->read(review->state, path, text, found, err);
}

/* Whether it is a picture, font, sound or video, which a code review does not judge; or empty. */
static bool is_media(Str text)
{
    static const Str starts[] = {STR_INIT("image/"), STR_INIT("font/"), STR_INIT("audio/"),
                                 STR_INIT("video/")};
    BinaryType type = {0};
    if (!lang_is_binary(text, &type) || !type.known)
        return !text.len;
    for (size_t i = 0; i < COUNT(starts); i++)
        if (str_starts(type.mime, starts[i]))
            return true;
    return false;
}

bool review_is_accepted_binary(const ReviewContext *review, const ChangedFile *file)
{
    Str pattern;
    bool binary = str_equal(file->unseen, STR("binary"));
    return binary &&
           (file->status == CHANGE_FILE_REMOVED ||
            (is_media(file->old.text) && is_media(file->new.text)) ||
            review_path_fits(*review->scratch, &review->policy->accept_binary,
                             file->new.path.len ? file->new.path : file->old.path, &pattern));
}
