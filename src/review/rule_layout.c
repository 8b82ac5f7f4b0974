/* Rules about what looks like no change of code: white space that carries meaning, and comments
   that tools read. */
#include "review/rule_functions.h"

#include "lang/directives.h"
#include "review/leads.h"

/* Whether the first line names an interpreter, with a carriage return as part of the name. */
static bool has_broken_interpreter(Str text)
{
    size_t end = str_find_byte(text, '\n');
    return str_starts(text, STR("#!")) && end != STR_NONE && text.ptr[end - 1] == '\r';
}

/* Whether a line of code ends with a carriage return in a language that takes it as part of the
   line. */
static bool has_returns(const ChangeSide *side)
{
    return lang_facts(side->outline.language)->comments.returns_count &&
           str_find(side->text, STR("\r\n")) != STR_NONE;
}

static void look_at_returns(const ReviewFind *find, const ChangedFile *file)
{
    if (!has_returns(&file->new) || has_returns(&file->old) || !file->old.path.len)
        return;
    Finding *finding = review_add(find, file,
                                  STR("lines end with carriage returns now, which the shell takes "
                                      "as part of their last words"));
    finding->suggestion = STR("write its lines with LF; .gitattributes can say eol=lf");
}

static void look_at_first_line(const ReviewFind *find, const ChangedFile *file)
{
    if (!has_broken_interpreter(file->new.text) || has_broken_interpreter(file->old.text)) {
        look_at_returns(find, file);
        return;
    }
    Finding *finding = review_add(find, file,
                                  STR("the first line ends with a carriage return, which the "
                                      "system takes as part of the interpreter's name"));
    finding->start = finding->end = 1;
    finding->suggestion = STR("write its lines with LF; .gitattributes can say eol=lf");
}

bool review_find_layout(const ReviewFind *find, Err *err)
{
    const ChangeSet *set = find->review->set;
    (void)err;
    for (size_t f = 0; f < set->files.len; f++) {
        const ChangedFile *file = &set->files.ptr[f];
        look_at_first_line(find, file);
        for (size_t i = 0; review_is_own(find->review, file) && i < file->symbols.len; i++) {
            const ChangedSymbol *changed = &file->symbols.ptr[i];
            const unsigned comments =
                PART_DIFFERS_COMMENT | PART_DIFFERS_DOCSTRING | PART_DIFFERS_DIRECTIVE;
            if (!(changed->parts & PART_DIFFERS_LAYOUT))
                continue;
            Str message =
                changed->parts & comments
                    ? STR("only white space and comments differ, but it may change what this does")
                    : STR("only white space differs, but it may change what this does");
            review_add_symbol(find, changed, message)->suggestion =
                STR("read it as a change of code");
        }
    }
    return true;
}

/* Whether the other side of the change has the same comment. */
static bool has_comment(const ChangedFile *file, bool old, Str wanted)
{
    ReviewLines lines = review_lines(file, old);
    Str line;
    while (review_next_line(&lines, &line))
        if (str_find(line, wanted) != STR_NONE)
            return true;
    return false;
}

static void tell_directive(const ReviewFind *find, const ChangedFile *file, bool old,
                           uint32_t line_number, Str comment, DirectiveKind kind)
{
    Arena *arena = find->review->arena;
    Finding *finding = review_add(find, file,
                                  str_format(arena, "a comment that tools read is %s: %.*s",
                                             old ? "taken away" : "added",
                                             STR_ARG(str_cut_chars(arena, comment, 80))));
    if (!old)
        finding->start = finding->end = line_number;
    if (kind == DIRECTIVE_CHECK)
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    finding->key = finding->message;
    finding->suggestion = kind == DIRECTIVE_CHECK ? STR("see which check it switches off or on")
                                                  : STR("see that what is built is still meant");
}

static void find_side(const ReviewFind *find, const ChangedFile *file, bool old)
{
    const Language *language = (old ? &file->old : &file->new)->outline.language;
    ReviewLines lines = review_lines(file, old);
    size_t count = 0;
    Str line, comment;
    while (review_next_line(&lines, &line)) {
        DirectiveKind kind = directive_find_in_line(language, line, lines.line == 1, &comment);
        if (kind && !has_comment(file, !old, comment) && review_tells_line(find, &count))
            tell_directive(find, file, old, lines.line, comment, kind);
    }
}

bool review_find_directives(const ReviewFind *find, Err *err)
{
    const ChangeSet *set = find->review->set;
    (void)err;
    for (size_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (!file->old.path.len || !file->new.path.len || file->link || !file->hunks.len ||
            !file->old.outline.language || !file->new.outline.language ||
            !review_is_own(find->review, file) || review_is_aside(file))
            continue;
        leads_find_lost(find, file);
        if (!review_is_code(find->review, file))
            continue;
        find_side(find, file, false);
        find_side(find, file, true);
    }
    return true;
}
