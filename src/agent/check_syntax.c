/* A fault counts as the edit's only if the file has more of them than before. Old faults are
   recognised by the text of their lines, since line numbers move. */
#include "agent/check_state.h"

#include "agent/faults.h"
#include "text/lines.h"

/* At most this many faults of one file are reported. */
#define FAULTS_TOLD 5
/* Characters shown of a line. */
#define LINE_CHARS 80

static Str line_text(Str text, uint32_t line)
{
    Str rest = str_from_offset(text, lines_offset(text, line)), found = {0};
    return str_take_line(&rest, &found) ? str_trim(found) : (Str){0};
}

/* Removes a fault with the same text from those before; false if not found. */
static bool take_known(FaultVec *before, Str old, Str new, const Fault *fault)
{
    for (size_t i = 0; i < before->len; i++) {
        if (!str_equal(line_text(old, before->ptr[i].start_line),
                       line_text(new, fault->start_line)))
            continue;
        before->ptr[i] = before->ptr[--before->len];
        return true;
    }
    return false;
}

/* The first changed line within the fault, where it was probably made; else its first line. */
static uint32_t line_to_blame(const ChangedFile *file, const Fault *fault)
{
    for (size_t i = 0; i < file->hunks.len; i++) {
        const LineHunk *hunk = &file->hunks.ptr[i];
        uint32_t start = MAX(hunk->new_start, 1u);
        uint32_t end = start + MAX(hunk->new_count, 1u) - 1;
        if (end >= fault->start_line && start <= fault->end_line)
            return MAX(start, fault->start_line);
    }
    return fault->start_line;
}

static void tell(Checking *checking, const ChangedFile *file, const Fault *fault)
{
    Arena *arena = checking->request->arena;
    uint32_t last = MAX(file->new.outline.line_count, 1u);
    uint32_t line = MIN(MAX(line_to_blame(file, fault), 1u), last);
    Str text = str_cut_chars(arena, line_text(file->new.text, line), LINE_CHARS);
    const char *todo = fault->likely ? "repair it, unless a macro explains it"
                                     : "repair it and give the whole edit again";
    CheckFinding finding = {.kind = CHECK_SYNTAX,
                            .blocks = !fault->likely,
                            .path = file->new.path,
                            .line = line,
                            .message = str_format(arena, "%.*s, at `%.*s`: %s",
                                                  STR_ARG(fault->what), STR_ARG(text), todo)};
    check_add(checking, &finding);
}

static void compare(Checking *checking, const ChangedFile *file, FaultVec *before,
                    const FaultVec *after)
{
    size_t more = after->len > before->len ? after->len - before->len : 0;
    for (size_t i = 0, told = 0; i < after->len && told < MIN(more, (size_t)FAULTS_TOLD); i++) {
        if (take_known(before, file->old.text, file->new.text, &after->ptr[i]))
            continue;
        tell(checking, file, &after->ptr[i]);
        checking->broken[file - checking->sides.set.files.ptr] |= !after->ptr[i].likely;
        told++;
    }
}

/* Whether a symbol is a function that can be parsed without its context. */
static bool stands_alone(const Outline *outline, const Symbol *symbol)
{
    return symbol_is_function(symbol->kind) && symbol->body &&
           (!symbol->parent || outline->symbols.ptr[symbol->parent - 1].kind == SYMBOL_NAMESPACE);
}

/* Checks the changed functions of a file of the C family. */
static void check_functions(Checking *checking, const ChangedFile *file)
{
    const ChangeSet *set = &checking->sides.set;
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        const Symbol *old = changed_old_symbol(set, changed);
        FaultVec before = {0}, after;
        if (changed->new_symbol == SYMBOL_ABSENT || !changed_is_code(changed) ||
            !stands_alone(&file->new.outline, changed_symbol(set, changed)))
            continue;
        if (old)
            faults_find_in(checking->request->arena, &set->files.ptr[changed->old_file].old, old,
                           &before);
        faults_find_in(checking->request->arena, &file->new, changed_symbol(set, changed), &after);
        compare(checking, file, &before, &after);
    }
}

static void check_file(Checking *checking, const ChangedFile *file)
{
    SessionRequest *request = checking->request;
    FaultVec before = {0}, after;
    if (!faults_are_known(&file->new)) {
        if (lang_follows_calls(file->new.outline.language))
            check_note_unseen(checking, check_path(checking, file->new.path),
                              STR("there is no grammar for its syntax"));
        return;
    }
    faults_find(request->arena, *request->scratch, &file->new, &after);
    if (after.len && file->old.path.len)
        faults_find(request->arena, *request->scratch, &file->old, &before);
    compare(checking, file, &before, &after);
    if (!after.len && lang_is_c(file->new.outline.language))
        check_functions(checking, file);
    if (checking->broken[file - checking->sides.set.files.ptr])
        check_note_unseen(checking, check_path(checking, file->new.path),
                          STR("its symbols, until its syntax is repaired"));
}

void check_syntax(Checking *checking)
{
    ChangeSet *set = &checking->sides.set;
    checking->broken = NEW(checking->request->arena, bool, set->files.len);
    for (size_t i = 0; i < set->files.len; i++)
        if (set->files.ptr[i].new.path.len && !set->files.ptr[i].unseen.len)
            check_file(checking, &set->files.ptr[i]);
}
