#include "review/context.h"

#include "base/path.h"
#include "lang/lang.h"

#include <stdlib.h>

/* ---- classes ---- */

/* Pushes the .gitattributes of a directory in the base. */
static void push_attributes(ReviewContext *review, GitAttributes *attributes, Map *known,
                            Str directory)
{
    Arena *arena = review->arena;
    Str name = STR(GIT_ATTRIBUTES_NAME), text = {0};
    Str path = directory.len ? path_join(arena, directory, name) : name;
    bool found = false, seen = false;
    Err ignored;
    map_put(known, path, &seen);
    if (seen || !review->read || !review->read(review->state, path, &text, &found, &ignored) ||
        !found)
        return;
    git_attributes_push(arena, attributes, directory, text);
}

/* Pushes those of a path's directories, from the root. */
static void push_above(ReviewContext *review, GitAttributes *attributes, Map *known, Str path)
{
    for (size_t at = 0; path.len && at < path.len; at++)
        if (!at || path.ptr[at] == '/')
            push_attributes(review, attributes, known, str_slice(path, 0, at));
}

static int shallow_first(const void *a, const void *b)
{
    const AttributeLine *x = a, *y = b;
    int order = str_compare(x->directory, y->directory);
    return order ? order : x->number < y->number ? -1 : x->number > y->number;
}

static const GitAttributes *attributes_of_base(ReviewContext *review)
{
    GitAttributes *attributes = NEW(review->arena, GitAttributes, 1);
    Map known = map_open(review->arena);
    for (size_t i = 0; i < review->set->files.len; i++) {
        push_above(review, attributes, &known, review->set->files.ptr[i].old.path);
        push_above(review, attributes, &known, review->set->files.ptr[i].new.path);
    }
    if (attributes->lines.len)
        qsort(attributes->lines.ptr, attributes->lines.len, sizeof(AttributeLine), shallow_first);
    return attributes;
}

/* How closely the rules look at a class. */
static unsigned closeness(FileClass class)
{
    static const unsigned levels[FILE_CLASS_COUNT] = {
        [FILE_SOURCE] = 4,    [FILE_TEST] = 3,     [FILE_DATA] = 2,
        [FILE_DOC] = 1,       [FILE_LARGE] = 5,    [FILE_BINARY] = 5,
        [FILE_GENERATED] = 0, [FILE_VENDORED] = 0, [FILE_MINIFIED] = 0};
    return levels[class];
}

static FileClass class_of(const ReviewContext *review, const ChangeSide *side, bool no_header)
{
    const ClassifyBy by = {.attributes = review->attributes, .no_header = no_header};
    return classify_file(&by, side->path, side->outline.language, side->text);
}

/* The class as the base tells it: what the change says of its own files never makes rules look less
   closely. A file that is binary or too large now is that. */
static FileClass class_of_file(const ReviewContext *review, const ChangedFile *file)
{
    if (!file->new.path.len)
        return class_of(review, &file->old, false);
    FileClass new = class_of(review, &file->new, !file->old.path.len);
    if (!file->old.path.len || new == FILE_BINARY || new == FILE_LARGE)
        return new;
    FileClass old = class_of(review, &file->old, false);
    if (old == FILE_BINARY || old == FILE_LARGE)
        return class_of(review, &file->new, true);
    return closeness(old) >= closeness(new) ? old : new;
}

void review_prepare(ReviewContext *review)
{
    size_t count = review->set->files.len;
    FileClass *classes = NEW(review->arena, FileClass, count);
    review->attributes = attributes_of_base(review);
    for (size_t i = 0; i < count; i++)
        classes[i] = class_of_file(review, &review->set->files.ptr[i]);
    review->classes = classes;
    review->removed = NEW(review->arena, ReviewRemoved, 1);
}

bool review_class_lowers(const ReviewContext *review, const ChangedFile *file)
{
    const ClassifyBy by = {.attributes = review->attributes, .no_header = true};
    Str old = file->old.path, new = file->new.path;
    if (!old.len || !new.len || str_equal(old, new))
        return false;
    FileClass before = classify_file(&by, old, file->old.outline.language, file->old.text);
    FileClass after = classify_file(&by, new, file->new.outline.language, file->new.text);
    return closeness(after) < closeness(before) ||
           (classify_is_aside(new) && !classify_is_aside(old)) ||
           (classify_is_foreign(new) && !classify_is_foreign(old));
}

FileClass review_class(const ReviewContext *review, const ChangedFile *file)
{
    return review->classes[file - review->set->files.ptr];
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
