/* go.mod and go.work. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

/* Takes the next line, without its comment. */
static bool take_line(Str *rest, Str *line)
{
    if (!str_take_line(rest, line))
        return false;
    *line = str_trim(str_slice(*line, 0, str_find(*line, STR("//"))));
    return true;
}

void manifest_go_mod(Manifest *manifest)
{
    Str rest = manifest->text, line;
    while (!manifest->name.len && take_line(&rest, &line)) {
        if (!str_starts(line, STR("module")) || line.len < 8 || !byte_in(line.ptr[6], " \t\""))
            continue;
        line = str_trim(str_from_offset(line, 6));
        bool quoted = line.len > 2 && line.ptr[0] == '"';
        manifest->name = quoted ? str_slice(line, 1, line.len - 1) : line;
    }
}

/* Takes the next line of a block, `word (` and a line each, or `word one`. */
static bool take_entry(Str *rest, Str word, bool *inside, Str *line)
{
    while (take_line(rest, line)) {
        bool one =
            str_starts(*line, word) && line->len > word.len && byte_in(line->ptr[word.len], " \t(");
        if (one)
            *line = str_trim(str_from_offset(*line, word.len));
        if (one && str_equal(*line, STR("("))) {
            *inside = true;
        } else if (str_equal(*line, STR(")"))) {
            *inside = false;
        } else if ((*inside || one) && line->len) {
            return true;
        }
    }
    return false;
}

void manifest_requires_modules(Manifest *manifest)
{
    Str rest = manifest->text, line;
    bool inside = false;
    while (take_entry(&rest, STR("require"), &inside, &line)) {
        Str name = str_slice(line, 0, str_find_byte(line, ' '));
        manifest_require(manifest, name, str_from_offset(line, name.len), OPEN_NOT);
    }
}

void manifest_go_work(Manifest *manifest)
{
    Str rest = manifest->text, line;
    bool inside = false;
    while (take_entry(&rest, STR("use"), &inside, &line))
        manifest_add_member(manifest, line);
}
