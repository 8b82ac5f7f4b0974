/* Scripts that go on after an error: their lines, as most of them are in no function. */
#include "review/rule_functions.h"
#include "review/test_words.h"

#include "base/path.h"
#include "text/lines.h"

/* Words of one row: as many as the longest has, and the terminator. */
#define WORDS_MAX 6

static const struct {
    const char *ends[WORDS_MAX];  /* names of files */
    const char *interpreter;      /* at the end of a first line `#!…` */
    const char *drops[WORDS_MAX]; /* what goes on after an error */
    const char *stops[WORDS_MAX]; /* settings by which an error ends the script; `*`: letters */
} scripts[] = {
    {{".sh", ".bash", ".zsh", ".ksh"},
     "sh",
     {"|| true", "|| :", "set +e", "set +o errexit", "set +o pipefail"},
     {"set -*e", "set -* errexit", "pipefail"}},
    {{".ps1", ".psm1"},
     "pwsh",
     {"SilentlyContinue", "-ErrorAction Ignore"},
     {"ErrorActionPreference = 'Stop'", "ErrorActionPreference = \"Stop\"",
      "$PSNativeCommandUseErrorActionPreference = $true"}},
};

static size_t script_of(const ChangeSide *side)
{
    Str text = side->text, line = {0};
    str_take_line(&text, &line);
    for (size_t i = 0; i < COUNT(scripts); i++) {
        for (size_t k = 0; k < WORDS_MAX && scripts[i].ends[k]; k++)
            if (str_ends(side->path, str_from(scripts[i].ends[k])))
                return i;
        Str word = str_from(scripts[i].interpreter);
        size_t at = str_starts(line, STR("#!")) ? str_find(line, word) : STR_NONE;
        if (at != STR_NONE && (at + word.len == line.len || line.ptr[at + word.len] == ' '))
            return i;
    }
    return COUNT(scripts);
}

/* The code of a line, as far as a comment begins. */
static Str code_of(Str line)
{
    line = str_trim(line);
    size_t at = str_starts(line, STR("#")) ? 0 : str_find(line, STR(" #"));
    return at == STR_NONE ? line : str_slice(line, 0, at);
}

static bool has_setting(Str line, const char *setting)
{
    const char *star = strchr(setting, '*');
    if (!star)
        return str_find(line, str_from(setting)) != STR_NONE;
    Str head = {setting, (size_t)(star - setting)}, tail = str_from(star + 1);
    if (!str_starts(line, head))
        return false;
    size_t at = head.len;
    while (at < line.len && byte_is_alpha(line.ptr[at]) &&
           !str_starts(str_from_offset(line, at), tail))
        at++;
    return str_starts(str_from_offset(line, at), tail);
}

static bool text_has(Str text, const char *setting)
{
    Str line;
    while (str_take_line(&text, &line))
        if (has_setting(code_of(line), setting))
            return true;
    return false;
}

static bool drops(size_t script, Str line)
{
    line = code_of(line);
    for (size_t k = 0; k < WORDS_MAX && scripts[script].drops[k]; k++)
        if (str_find(line, str_from(scripts[script].drops[k])) != STR_NONE)
            return true;
    return false;
}

static size_t count_drops(size_t script, Str text)
{
    size_t count = 0;
    Str line;
    while (str_take_line(&text, &line))
        count += drops(script, line);
    return count;
}

/* Whether the change tells of the line already, as part of a function. */
static bool is_in_function(const ChangedFile *file, uint32_t line)
{
    const SymbolVec *symbols = &file->new.outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (symbol_is_function(symbols->ptr[i].kind) && symbol_code(&symbols->ptr[i])->unguarded &&
            line >= symbols->ptr[i].start_line && line <= symbols->ptr[i].end_line)
            return true;
    return false;
}

static void tell_drops(const ReviewFind *find, const ChangedFile *file, size_t script)
{
    ReviewLines lines = review_lines(file, false);
    Str line;
    while (review_next_line(&lines, &line)) {
        if (!drops(script, line) || is_in_function(file, lines.line) ||
            review_is_moved(find->review, line))
            continue;
        review_tell_line(find, &lines, line, "the script goes on after an error of this line",
                         "handle it, or say why it cannot matter");
        return;
    }
}

static void tell_stops(const ReviewFind *find, const ChangedFile *file, size_t script)
{
    for (size_t k = 0; k < WORDS_MAX && scripts[script].stops[k]; k++) {
        const char *setting = scripts[script].stops[k];
        if (!text_has(file->old.text, setting) || text_has(file->new.text, setting))
            continue;
        ReviewLines lines = review_lines(file, true);
        Str line;
        while (review_next_line(&lines, &line))
            if (has_setting(code_of(line), setting)) {
                Finding *finding =
                    review_add(find, file, STR("errors do not end the script any more"));
                finding->start = finding->end = MAX(file->hunks.ptr[lines.hunk - 1].new_start, 1u);
                finding->key = str_trim(line);
                review_show_line(find, finding, "was: ", line);
                finding->suggestion = STR("keep the setting, or handle each error");
                return;
            }
    }
}

void review_find_scripts(const ReviewFind *find)
{
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        size_t script = script_of(&file->new);
        if (!review_is_own(find->review, file) || script == COUNT(scripts) || !file->new.path.len)
            continue;
        if (count_drops(script, file->new.text) > count_drops(script, file->old.text) &&
            file->old.path.len)
            tell_drops(find, file, script);
        if (file->old.path.len)
            tell_stops(find, file, script);
    }
}
