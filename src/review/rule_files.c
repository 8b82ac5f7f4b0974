/* Rules about whole files: modes, sizes, generated files, migrations. */
#include "review/rule_functions.h"

#include "base/path.h"
#include "git/objects.h"
#include "index/catalog/generated.h"
#include "lang/lang.h"

/* ---- migrations ---- */

static bool is_migration(Str path)
{
    static const Str folders[] = {STR_INIT("migrations"), STR_INIT("migration"),
                                  STR_INIT("migrate")};
    static const Str others[] = {STR_INIT("__init__.py"), STR_INIT("README.md"),
                                 STR_INIT("atlas.sum"), STR_INIT("_journal.json"),
                                 STR_INIT("env.py")};
    Str rest = path_directory(path), part, name = path_base(path);
    bool inside = str_find(path, STR("alembic/versions/")) != STR_NONE;
    while (str_take_until(&rest, '/', &part))
        for (size_t i = 0; i < COUNT(folders); i++)
            inside = inside || str_equal_nocase(part, folders[i]);
    for (size_t i = 0; i < COUNT(others); i++)
        inside = inside && !str_equal(name, others[i]);
    bool digits = false; /* a migration has a number or a date */
    for (size_t i = 0; i < name.len; i++)
        digits = digits || byte_is_digit(name.ptr[i]);
    return inside && digits;
}

/* Whether only comments and white space differ. */
static bool says_the_same(const ChangedFile *file)
{
    for (size_t i = 0; i < file->symbols.len; i++)
        if (file->symbols.ptr[i].kind != CHANGE_COMMENT &&
            file->symbols.ptr[i].kind != CHANGE_DOCSTRING &&
            file->symbols.ptr[i].kind != CHANGE_FORMAT)
            return false;
    return file->status == CHANGE_FILE_MODIFIED && !file->other_lines;
}

bool review_find_migrations(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        FileClass class = review_class(review, file);
        bool code = class == FILE_SOURCE || class == FILE_DATA || class == FILE_GENERATED;
        if (!file->old.path.len || !code || file->status == CHANGE_FILE_MODE ||
            !is_migration(file->old.path) || says_the_same(file))
            continue;
        Str status = change_status_name(file->status);
        Finding *finding =
            review_add(find, file,
                       str_format(review->arena, "a migration that stood in the base is %.*s",
                                  STR_ARG(status)));
        if (file->new.path.len && file->hunks.len) {
            finding->start = MAX(file->hunks.ptr[0].new_start, 1u);
            finding->end = finding->start + MAX(file->hunks.ptr[0].new_count, 1u) - 1;
        }
        finding->suggestion = STR("leave it as it was and add another one: databases that ran it "
                                  "will not run it again");
    }
    return true;
}

/* ---- modes ---- */

bool review_find_executable(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        bool script = str_starts(file->new.text, STR("#!"));
        bool turned = file->old_mode == GIT_MODE_FILE && file->new_mode == GIT_MODE_EXECUTABLE;
        bool added = !file->old_mode && file->new_mode == GIT_MODE_EXECUTABLE;
        if (!turned && !(added && !script && review_class(review, file) != FILE_BINARY))
            continue;
        Finding *finding = review_add(find, file,
                                      turned ? STR("the file is made executable")
                                             : STR("an executable file is added that says no "
                                                   "interpreter (#!)"));
        if (script)
            finding->severity = MIN(finding->severity, REVIEW_NOTE);
        finding->suggestion = STR("git update-index --chmod=-x FILE, unless it is to be run");
    }
    return true;
}

/* ---- binary and huge ---- */

static bool is_large(const ReviewContext *review, Str text)
{
    return text.len > (size_t)review->policy->max_file_kb * KB;
}

bool review_find_huge(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        Str pattern;
        if (!is_large(review, file->new.text) || is_large(review, file->old.text) ||
            review_path_fits(*review->scratch, &review->policy->accept_binary, file->new.path,
                             &pattern))
            continue;
        Buf text = buf_open(review->arena, 0);
        buf_put(&text, file->old.path.len ? STR("the file grows to ") : STR("a file is added of "));
        buf_put_size(&text, file->new.text.len);
        Finding *finding = review_add(find, file, buf_str(&text));
        finding->key = STR("huge");
        finding->suggestion = STR("keep it elsewhere: a release, a package, large file storage");
    }
    return true;
}

bool review_find_binary(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (file->status != CHANGE_FILE_ADDED || !str_equal(file->unseen, STR("binary")) ||
            review_is_accepted_binary(review, file))
            continue;
        BinaryType type;
        lang_is_binary(file->new.text, &type);
        Buf text = buf_open(review->arena, 0);
        buf_printf(&text, "a binary file is added: %.*s, ", STR_ARG(type.type));
        buf_put_size(&text, file->new.text.len);
        Finding *finding = review_add(find, file, buf_str(&text));
        finding->key = STR("binary");
        finding->suggestion = STR("add what it is made of and how; or accept it in the policy");
    }
    return true;
}

/* ---- generated ---- */

/* Whether the change has a file from which a generated one could be made, or its generator. */
static bool has_source(const ReviewContext *review)
{
    for (size_t i = 0; i < review->set->files.len; i++) {
        FileClass class = review_class(review, &review->set->files.ptr[i]);
        if (class != FILE_GENERATED && class != FILE_DOC && class != FILE_TEST &&
            class != FILE_MINIFIED)
            return true;
    }
    return false;
}

/* Scaffolds, which a generator only begins, may be edited. */
static bool forbids_edits(const ChangedFile *file)
{
    uint32_t line;
    const ChangeSide *old = &file->old;
    return generated_mark(old->outline.language, old->text, &line) == GENERATED_SEALED;
}

bool review_find_generated(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    if (has_source(review))
        return true;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (file->status != CHANGE_FILE_MODIFIED || review_class(review, file) != FILE_GENERATED ||
            !file->hunks.len || !forbids_edits(file))
            continue;
        Finding *finding = review_add(find, file,
                                      STR("a generated file is changed, and nothing that it could "
                                          "be made of"));
        finding->start = MAX(file->hunks.ptr[0].new_start, 1u);
        finding->end = finding->start + MAX(file->hunks.ptr[0].new_count, 1u) - 1;
        finding->key = STR("generated");
        finding->suggestion =
            STR("change its source and generate it again, or the next time takes this "
                "back");
    }
    return true;
}

/* ---- suppression comments ---- */

bool review_find_silencing(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    (void)err;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        ReviewLines lines = review_lines(file, false);
        FileClass class = review_class(review, file);
        Str line;
        while (class == FILE_SOURCE && review_next_line(&lines, &line)) {
            if (str_find(line, STR("fovea-ignore:")) == STR_NONE || review_is_moved(review, line))
                continue;
            Finding *finding = review_add(find, file,
                                          review->policy->suppress_in_change
                                              ? STR("the change silences a rule")
                                              : STR("the change silences a rule, which does not "
                                                    "count before it is in the base"));
            finding->start = finding->end = lines.line;
            finding->key = str_trim(line);
        }
    }
    return true;
}
