/* Rules about what the change keeps from reviews: marks that later ones go by, and code that this
   one does not look into. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "index/catalog/generated.h"
#include "lang/lang.h"

/* Files that a finding names; the rest are counted. */
#define NAMED_MAX 10

static void add_mark(const ReviewFind *find, const ChangedFile *file, uint32_t line, Str message)
{
    Finding *finding = review_add(find, file, message);
    finding->start = finding->end = line;
    finding->key = message;
    finding->suggestion = STR("see that it is true before it is merged");
}

/* ---- headers and paths ---- */

static bool is_code_class(FileClass class)
{
    return class == FILE_SOURCE || class == FILE_TEST;
}

static void find_header(const ReviewFind *find, const ChangedFile *file)
{
    uint32_t line = 0, ignored;
    const ChangeSide *old = &file->old, *new = &file->new;
    bool had = old->path.len && generated_mark(old->outline.language, old->text, &ignored);
    if (had || !new->path.len || !is_code_class(review_class(find->review, file)) ||
        !generated_mark(new->outline.language, new->text, &line))
        return;
    add_mark(find, file, line,
             old->path.len
                 ? STR("the change says that the file is generated, which the base did not; "
                       "it is reviewed all the same")
                 : STR("a new file says that it is generated; it is reviewed all the same"));
}

static void find_move(const ReviewFind *find, const ChangedFile *file)
{
    if (review_class_lowers(find->review, file))
        add_mark(find, file, 0,
                 str_format(find->review->arena,
                            "the file is moved from %.*s to where rules look less closely; it is "
                            "reviewed as it was",
                            STR_ARG(file->old.path)));
}

/* ---- files with settings ---- */

static bool sets_attribute(Str line)
{
    return git_attributes_line_sets(line, STR(CLASSIFY_GENERATED)) ||
           git_attributes_line_sets(line, STR(CLASSIFY_VENDORED));
}

/* Any rule but a comment or one that takes files in. */
static bool leaves_out(Str line)
{
    line = str_trim(line);
    return line.len && !byte_in(line.ptr[0], "#!");
}

static bool sets_exclusion(Str line)
{
    line = str_trim(line);
    return line.len && !byte_in(line.ptr[0], "#[");
}

static void find_settings(const ReviewFind *find, const ChangedFile *file)
{
    static const struct {
        const char *name;
        bool (*sets)(Str line);
        const char *message;
    } kinds[] = {
        {GIT_ATTRIBUTES_NAME, sets_attribute,
         "the change says that files are generated or third-party code: "},
        {".foveaignore", leaves_out, "the change leaves files out of the index: "},
        {".fovea.toml", sets_exclusion, "the change sets what fovea reads: "},
    };
    size_t count = 0;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        ReviewLines lines = review_lines(file, false);
        Str line;
        bool such = str_equal(path_base(file->new.path), str_from(kinds[i].name));
        while (such && review_next_line(&lines, &line))
            if (kinds[i].sets(line) && !review_is_moved(find->review, line) &&
                review_tells_line(find, &count))
                add_mark(find, file, lines.line,
                         str_format(find->review->arena, "%s%.*s", kinds[i].message,
                                    STR_ARG(str_trim(line))));
    }
}

bool review_find_marks(const ReviewFind *find, Err *err)
{
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        find_header(find, file);
        find_move(find, file);
        find_settings(find, file);
    }
    return true;
}

/* ---- not reviewed ---- */

typedef enum Unread {
    UNREAD_FOREIGN,
    UNREAD_MINIFIED,
    UNREAD_GENERATED,
    UNREAD_POINTER,
    UNREAD_COUNT
} Unread;

/* Whether it is code that the change brings and rules do not look into. */
static bool is_unread(const ReviewContext *review, const ChangedFile *file, Unread kind)
{
    static const FileClass classes[UNREAD_COUNT] = {
        [UNREAD_FOREIGN] = FILE_VENDORED,
        [UNREAD_MINIFIED] = FILE_MINIFIED,
        [UNREAD_GENERATED] = FILE_GENERATED,
        [UNREAD_POINTER] = FILE_POINTER,
    };
    const Language *language = file->new.outline.language;
    FileClass class = review_class(review, file);
    if (!file->new.path.len || file->unseen.len || !file->hunks.len || !language ||
        lang_facts(language)->holds_prose || lang_facts(language)->holds_data ||
        lang_facts(language)->is_plain_text)
        return false;
    bool foreign = kind == UNREAD_FOREIGN && is_code_class(class) && !review_is_own(review, file);
    return class == classes[kind] || foreign;
}

static void tell_unread(const ReviewFind *find, Unread kind)
{
    static const char *const names[UNREAD_COUNT] = {"third-party code", "minified code",
                                                    "code that was generated in the base",
                                                    "code that is kept elsewhere (git LFS)"};
    const ReviewContext *review = find->review;
    const ChangedFile *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < review->set->files.len; i++)
        if (is_unread(review, &review->set->files.ptr[i], kind) && !count++)
            first = &review->set->files.ptr[i];
    if (!count)
        return;
    Finding *finding = review_add(find, first,
                                  str_format(review->arena, "not reviewed: %zu file%s of %s", count,
                                             count == 1 ? "" : "s", names[kind]));
    for (size_t i = 0, told = 0; count > 1 && i < review->set->files.len && told < NAMED_MAX; i++)
        if (is_unread(review, &review->set->files.ptr[i], kind) && ++told)
            review_add_evidence(find, finding, review_path(&review->set->files.ptr[i]));
    if (count > NAMED_MAX)
        review_add_evidence(find, finding,
                            str_format(review->arena, "and %zu more", count - NAMED_MAX));
    if (kind == UNREAD_GENERATED)
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    finding->key = str_from(names[kind]);
    finding->suggestion = kind == UNREAD_GENERATED
                              ? STR("generate it again from its source, and compare")
                              : STR("compare it with what its authors publish");
}

bool review_find_not_reviewed(const ReviewFind *find, Err *err)
{
    (void)err;
    for (unsigned kind = 0; kind < UNREAD_COUNT; kind++)
        tell_unread(find, (Unread)kind);
    return true;
}
