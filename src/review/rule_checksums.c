/* Rule about checksums in lock files. Removed and added lines of each hunk are read in order: a
   checksum that goes must be replaced together with a version, else the same package is another. */
#include "review/rule_functions.h"

#include "base/map.h"
#include "base/path.h"
#include "manifest/manifest.h"

/* Fewer digits are no checksum. */
#define CHECKSUM_BYTES_MIN 32
/* Lines from a package's version to its checksum, as composer.lock has them. */
#define ENTRY_LINES_MAX 15

/* Lock files, and those that have nothing but checksums. */
static bool has_checksums(Str path)
{
    Str base = path_base(path);
    return manifest_is_lock(path) || str_equal(base, STR("deno.lock")) ||
           str_equal(base, STR("flake.lock")) ||
           (str_starts(base, STR("requirements")) && str_ends(base, STR(".txt")));
}

/* The first checksum of a line: a long run of hexadecimal digits or base64. */
static Str checksum_in(Str line)
{
    for (size_t at = 0; at < line.len; at++) {
        size_t end = at;
        bool digit = false;
        for (; end < line.len && (byte_is_word(line.ptr[end]) || byte_in(line.ptr[end], "+/="));
             end++)
            digit |= byte_is_digit(line.ptr[end]);
        if (end - at >= CHECKSUM_BYTES_MIN && digit && line.ptr[at] != '/')
            return str_slice(line, at, end);
        at = MAX(at, end);
    }
    return (Str){0};
}

/* Whether a checksum of the removed line is only written elsewhere now. */
static bool is_kept(const ChangedFile *file, Str checksum)
{
    return str_find(file->new.text, checksum) != STR_NONE;
}

/* Words that a line has before and beside the checksum. */
static bool names_version(Str line)
{
    static const Str marks[] = {
        STR_INIT("version"), STR_INIT("\"resolved\""), STR_INIT("resolved "), STR_INIT("name = "),
        STR_INIT("rev"),     STR_INIT("url"),          STR_INIT("=="),        STR_INIT("@")};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_find(line, marks[i]) != STR_NONE)
            return true;
    return false;
}

/* The line without its checksum, which names the package in formats of one line a package. */
static bool has_same_rest(const ChangedFile *file, Str line, Str checksum)
{
    size_t at = (size_t)(checksum.ptr - line.ptr);
    Str head = str_trim(str_slice(line, 0, at));
    return head.len && str_find(file->new.text, head) != STR_NONE;
}

static void look_at_hunk(const ReviewFind *find, const ChangedFile *file, const LineHunk *hunk)
{
    ReviewLines lines = review_lines(file, true);
    Str line, lost = {0}, lost_line = {0};
    bool version = false;
    while (review_next_line(&lines, &line)) {
        Str checksum = checksum_in(line);
        if (lines.line + ENTRY_LINES_MAX < hunk->old_start ||
            lines.line >= hunk->old_start + hunk->old_count)
            continue;
        bool gone = lines.line >= hunk->old_start && checksum.len && !is_kept(file, checksum);
        version |= names_version(line) && !checksum.len;
        if (gone && !lost.len && has_same_rest(file, line, checksum)) {
            lost = checksum;
            lost_line = line;
        }
    }
    if (!lost.len || version)
        return;
    Finding *finding = review_add(
        find, file, STR("a checksum is replaced or taken away, and its version is the same"));
    finding->start = finding->end = MAX(hunk->new_start, 1U);
    finding->key = lost;
    finding->suggestion = STR("see why it differs, and where the package comes from");
    review_add_evidence(
        find, finding,
        str_format(find->review->arena, "was: %.*s",
                   STR_ARG(str_cut_chars(find->review->arena, str_trim(lost_line), 80))));
}

bool review_find_checksums(const ReviewFind *find, Err *err)
{
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        size_t count = 0;
        if (!has_checksums(file->new.path) || !file->old.path.len)
            continue;
        for (size_t k = 0; k < file->hunks.len && count <= REVIEW_LINES_TOLD; k++) {
            size_t before = find->findings->len;
            look_at_hunk(find, file, &file->hunks.ptr[k]);
            count += find->findings->len - before;
        }
    }
    return true;
}
