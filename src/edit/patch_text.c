/* A patch's text line by line, and the role of single lines: fences, names of files, elisions.
   Models decorate the names of files as Markdown, number them, and put labels before them. */
#include "edit/patch_parts.h"

#include "base/buf.h"
#include "lang/lang.h"

PatchText patch_text_split(Arena *arena, Str text)
{
    VEC(PatchLine) lines = {0};
    size_t before = 0;
    for (Str rest = text, line; str_take_line(&rest, &line);) {
        size_t taken = text.len - rest.len - before;
        before = text.len - rest.len;
        *VEC_PUSH(arena, &lines) = (PatchLine){line, taken == line.len + 2};
    }
    return (PatchText){lines.ptr, lines.len};
}

size_t patch_count_marks(Str line, char mark)
{
    size_t count = 0;
    while (count < line.len && line.ptr[count] == mark)
        count++;
    return count;
}

bool patch_is_fence(Str line)
{
    static const char *const tags[] = {"<source>", "<code>", "<pre>", "<codeblock>",
                                       "<sourcecode>"};
    line = str_trim(line);
    if (str_starts(line, STR("```")) || str_starts(line, STR("~~~")))
        return true;
    for (size_t i = 0; i < COUNT(tags); i++) {
        Str tag = str_from(tags[i]), name = str_from_offset(tag, 1);
        if (str_starts(line, tag) ||
            (str_starts(line, STR("</")) && str_starts(str_from_offset(line, 2), name)))
            return true;
    }
    return false;
}

Str patch_join_lines(Arena *arena, PatchText text, size_t from, size_t to)
{
    Buf joined = buf_open(arena, 0);
    for (size_t i = from; i < to; i++) {
        buf_put(&joined, text.lines[i].text);
        buf_put_byte(&joined, '\n');
    }
    return buf_str(&joined);
}

/* ---- names of files ---- */

static Str strip_both(Str text, const char *bytes)
{
    while (text.len && byte_in(text.ptr[0], bytes))
        text = str_from_offset(text, 1);
    while (text.len && byte_in(text.ptr[text.len - 1], bytes))
        text = str_slice(text, 0, text.len - 1);
    return text;
}

/* Removes a label such as `File:`, or the number of a list. */
static Str without_label(Str text)
{
    static const char *const labels[] = {
        "filename:", "file name:", "file path:", "filepath:", "file:", "path:", "new file:"};
    for (size_t i = 0; i < COUNT(labels); i++) {
        Str label = str_from(labels[i]);
        if (text.len > label.len && str_equal_nocase(str_slice(text, 0, label.len), label))
            return str_trim(str_from_offset(text, label.len));
    }
    size_t digits = 0;
    while (digits < text.len && byte_is_digit(text.ptr[digits]))
        digits++;
    if (digits && digits + 1 < text.len && byte_in(text.ptr[digits], ".)") &&
        text.ptr[digits + 1] == ' ')
        return str_trim(str_from_offset(text, digits + 2));
    return text;
}

/* The part in backticks if there is exactly one; else the text itself. */
static Str quoted_part(Str text)
{
    size_t first = str_find_byte(text, '`');
    if (first == STR_NONE)
        return text;
    Str rest = str_from_offset(text, first + 1);
    size_t second = str_find_byte(rest, '`');
    if (second == STR_NONE || second == 0 ||
        str_find_byte(str_from_offset(rest, second + 1), '`') != STR_NONE)
        return text;
    return str_slice(rest, 0, second);
}

Str patch_file_of_line(Str line)
{
    line = str_trim(line);
    if (str_equal(line, STR("...")))
        return (Str){0};
    if (patch_is_fence(line) && !str_starts(line, STR("```")))
        return (Str){0};
    if (str_starts(line, STR("```"))) { /* ```src/a.c */
        Str name = str_from_offset(line, 3);
        bool named = str_find_byte(name, '.') != STR_NONE || str_find_byte(name, '/') != STR_NONE;
        return named ? name : (Str){0};
    }
    Str name = strip_both(line, "#*: \t");
    name = strip_both(without_label(name), "*: \t");
    return strip_both(quoted_part(name), "`*: \t");
}

/* Files that are known by a name without an extension. */
static bool is_known_name(Str text)
{
    static const char *const names[] = {
        "README",      "LICENSE",   "LICENCE",   "COPYING",     "CHANGES",      "CHANGELOG",
        "NEWS",        "AUTHORS",   "INSTALL",   "TODO",        "VERSION",      "NOTICE",
        "UNLICENSE",   "PATENTS",   "CREDITS",   "MAINTAINERS", "CONTRIBUTORS", "CONTRIBUTING",
        "CODEOWNERS",  "OWNERS",    "SECURITY",  "HISTORY",     "HACKING",      "THANKS",
        "Makefile",    "makefile",  "justfile",  "Justfile",    "Procfile",     "Dockerfile",
        "Gemfile",     "Rakefile",  "Guardfile", "Vagrantfile", "Jenkinsfile",  "Brewfile",
        "Podfile",     "Fastfile",  "Caddyfile", "Tiltfile",    "Pipfile",      "Earthfile",
        "WORKSPACE",   "BUILD",     "BUCK",      "SConstruct",  "SConscript",   "wscript",
        "Kconfig",     "Kbuild",    "Doxyfile",  "Cakefile",    "Jakefile",     "Containerfile",
        "DESCRIPTION", "NAMESPACE", "MANIFEST",  "Snakefile",   "Appraisals",   "Berksfile",
        "Capfile",     "Thorfile",  "configure", "gradlew",     "mvnw",         "crontab"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(text, str_from(names[i])))
            return true;
    for (size_t i = 0; i < lang_count(); i++)
        for (const char *const *name = lang_filenames(lang_at(i)); name && *name; name++)
            if (str_equal(text, str_from(*name)))
                return true;
    return false;
}

bool patch_is_clearly_path(Str text)
{
    if (!text.len || str_find_byte(text, ' ') != STR_NONE)
        return false;
    if (is_known_name(text))
        return true;
    for (size_t i = 0; i < text.len; i++)
        if (!byte_is_word(text.ptr[i]) && !byte_in(text.ptr[i], "./-+@~$[]()=,%&!#"))
            return false;
    size_t dot = str_find_last_byte(text, '.');
    bool extension = dot != STR_NONE && dot + 1 < text.len && byte_is_word(text.ptr[dot + 1]);
    return extension || str_find_byte(text, '/') != STR_NONE;
}

/* ---- elisions ---- */

/* Removes what begins or ends a comment in most languages; *is_comment: something was there. */
static Str without_comment(Str line, bool *is_comment)
{
    static const char *const begins[] = {"//", "/*", "{/*", "<!--", "--", "#", ";;", "%", "*"};
    static const char *const ends[] = {"*/}", "*/", "-->"};
    line = str_trim(line);
    *is_comment = false;
    for (size_t i = 0; i < COUNT(begins); i++)
        if (str_starts(line, str_from(begins[i]))) {
            line = str_trim(str_from_offset(line, strlen(begins[i])));
            *is_comment = true;
            break;
        }
    for (size_t i = 0; *is_comment && i < COUNT(ends); i++)
        if (str_ends(line, str_from(ends[i])))
            return str_trim(str_slice(line, 0, line.len - strlen(ends[i])));
    return line;
}

bool patch_is_elision(Str line, bool *is_comment)
{
    static const char *const words[] = {"existing", "rest",  "unchanged", "remaining",
                                        "same",     "other", "previous",  "as before"};
    Str text = without_comment(line, is_comment);
    bool dots = str_starts(text, STR("...")), character = str_starts(text, STR("\xE2\x80\xA6"));
    if (!dots && !character)
        return false;
    text = str_trim(str_from_offset(text, 3));
    if (!text.len)
        return true;
    for (size_t i = 0; *is_comment && i < COUNT(words); i++)
        if (str_find(text, str_from(words[i])) != STR_NONE)
            return true;
    return false;
}

void patch_add_problem(Arena *arena, PatchPartVec *parts, Str path, size_t patch_line,
                       const char *problem)
{
    *VEC_PUSH(arena, parts) = (PatchPart){.path = path,
                                          .patch_line = patch_line,
                                          .problem = str_from(problem),
                                          .reason = EDIT_SYNTAX};
}
