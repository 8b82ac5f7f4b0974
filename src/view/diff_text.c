/* Text form of a diff: a line for each file, then its symbols as far as they fit the file's limit.
   Members of a container that changed as a whole (added, removed, moved) are counted with it. */
#include "view/diff.h"

#include "git/objects.h"
#include "index/catalog/catalog.h"

#include <stdlib.h>

#define NOTES_SHOWN 3
#define RISK_SHOWN 10 /* points */
#define NAMES_SHOWN 6
#define CONSEQUENCES_SHOWN 20
#define GROUPS_SHOWN 12
#define GROUP_SYMBOLS_SHOWN 25

static bool is_whole(ChangeKind kind)
{
    return kind == CHANGE_ADDED || kind == CHANGE_REMOVED;
}

static void put_old(Buf *out, Arena scratch, const ChangeSet *set, const ChangedSymbol *changed)
{
    bool other_place = changed->kind == CHANGE_MOVED || changed->kind == CHANGE_MOVED_RENAMED;
    if (changed->kind != CHANGE_RENAMED && !other_place)
        return;
    const ChangeSide *side = &set->files.ptr[changed->old_file].old;
    buf_put(out, STR(" from "));
    if (changed->old_file != changed->file) {
        view_put_address(out, side->path);
        buf_put(out, STR("::"));
    }
    view_put_line_text(out, symbol_qualified_name(&scratch, &side->outline, changed->old_symbol));
    if (changed->similarity < 100)
        buf_printf(out, " (%u %% alike)", changed->similarity);
}

/* Writes the change of the risk if it is at least RISK_SHOWN. */
static void put_risk(Buf *out, const ChangedSymbol *changed, const char *before)
{
    if (!changed->before || !changed->after)
        return;
    int was = changed->before->risk, is = changed->after->risk;
    if (abs(is - was) >= RISK_SHOWN)
        buf_printf(out, "%srisk %d → %d", before, was, is);
}

static void put_notes(Buf *out, const ChangedSymbol *changed)
{
    size_t shown = 0, all = changed->breaking.len + changed->what.len;
    for (; shown < MIN(all, (size_t)NOTES_SHOWN); shown++) {
        bool breaks = shown < changed->breaking.len;
        buf_put(out, shown ? STR("; ") : STR(": "));
        view_put_line_text(out, breaks ? changed->breaking.ptr[shown]
                                       : changed->what.ptr[shown - changed->breaking.len]);
    }
    if (shown < all)
        buf_printf(out, "; %zu more", all - shown);
    put_risk(out, changed, shown ? "; " : ": ");
}

static void put_symbol(Buf *out, Arena scratch, const DiffView *view, const ChangedSymbol *changed,
                       uint32_t members)
{
    const ChangedFile *file = &view->set->files.ptr[changed->file];
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? &file->old : &file->new;
    uint32_t index = gone ? changed->old_symbol : changed->new_symbol;
    const Symbol *symbol = changed_symbol(view->set, changed);
    buf_printf(out, "  %c %.*s", diff_mark(changed), STR_ARG(change_kind_name(changed->kind)));
    diff_put_parts(out, changed);
    Str kind = symbol_kind_name(symbol->kind);
    buf_printf(out, "  %.*s ", STR_ARG(kind));
    view_put_line_text(out, symbol_qualified_name(&scratch, &side->outline, index));
    buf_printf(out, " %s", gone ? "was " : "");
    view_put_range(out, changed_first_line(side, index), symbol->end_line);
    if (members)
        buf_printf(out, " with %u member%s", members, members == 1 ? "" : "s");
    put_old(out, scratch, view->set, changed);
    put_notes(out, changed);
    buf_put_byte(out, '\n');
}

static uint32_t members_of(const ChangedFile *file, const ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const SymbolVec *symbols = gone ? &file->old.outline.symbols : &file->new.outline.symbols;
    uint32_t index = gone ? changed->old_symbol : changed->new_symbol;
    return is_whole(changed->kind) ? symbols->ptr[index].next - index - 1 : 0;
}

/* Writes how to see the omitted parts, and ends the line. */
static void put_all(Buf *out, const DiffView *view)
{
    buf_printf(out, " (%.*s shows all)\n", STR_ARG(view->all));
}

static void put_symbols(Buf *out, Arena scratch, const DiffView *view, const ChangedFile *file)
{
    const uint32_t *order = diff_symbol_order(&scratch, file);
    const uint32_t *outer = diff_reported_with(&scratch, file);
    size_t start = out->len, left = 0;
    for (size_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[order[i]];
        if (outer[order[i]])
            continue;
        size_t before = out->len;
        if (!left)
            put_symbol(out, scratch, view, changed, members_of(file, changed));
        if (left || (out->len - start > DIFF_FILE_BYTES && before > start)) {
            out->len = before;
            left++;
        }
    }
    if (left) {
        buf_printf(out, "  … %zu more", left);
        put_all(out, view);
    }
}

static void put_names(Buf *out, const char *head, const StrVec *names)
{
    for (size_t i = 0; i < MIN(names->len, (size_t)NAMES_SHOWN); i++) {
        buf_put(out, i ? STR(", ") : str_from(head));
        view_put_line_text(out, names->ptr[i]);
    }
    if (names->len > NAMES_SHOWN)
        buf_printf(out, " and %zu more", names->len - NAMES_SHOWN);
    if (names->len)
        buf_put_byte(out, '\n');
}

/* Names the target of a symbolic link. */
static void put_link(Buf *out, const ChangedFile *file)
{
    const ChangeSide *sides[] = {&file->old, &file->new};
    const unsigned modes[] = {file->old_mode, file->new_mode};
    const char *said[] = {"was a link to ", "a link to "};
    for (size_t i = 0; i < COUNT(sides); i++) {
        if (modes[i] != GIT_MODE_LINK || !sides[i]->text.len)
            continue;
        buf_printf(out, "  %s", said[i]);
        view_put_address(out, str_slice(sides[i]->text, 0, PATH_SHOWN_BYTES));
    }
}

static void put_file(Buf *out, Arena scratch, const DiffView *view, const ChangedFile *file)
{
    Str status = change_status_name(file->status);
    view_put_address(out, file->new.path.len ? file->new.path : file->old.path);
    if (file->status == CHANGE_FILE_RENAMED) {
        buf_put(out, STR(" from "));
        view_put_address(out, file->old.path);
    } else if (file->status != CHANGE_FILE_MODIFIED) {
        buf_printf(out, " %.*s", STR_ARG(status));
    }
    if (file->lines_added || file->lines_removed)
        buf_printf(out, "  +%u −%u", file->lines_added, file->lines_removed);
    if (file->other_lines)
        buf_printf(out, ", %u line%s outside symbols", file->other_lines,
                   file->other_lines == 1 ? "" : "s");
    if (file->old_mode && file->new_mode && file->old_mode != file->new_mode)
        buf_printf(out, "  mode %06o → %06o", file->old_mode, file->new_mode);
    if (file->unseen.len)
        buf_printf(out, "  not compared: %.*s", STR_ARG(file->unseen));
    put_link(out, file);
    buf_put_byte(out, '\n');
    if (file->note.len)
        buf_printf(out, "  (%.*s)\n", STR_ARG(file->note));
    if (file->beside.len)
        buf_printf(out, "  (%.*s)\n", STR_ARG(file->beside));
    if (view->summary_only)
        return;
    put_symbols(out, scratch, view, file);
    put_names(out, "  ! exports − ", &file->exports_removed);
    put_names(out, "  imports + ", &file->imports_added);
    put_names(out, "  imports − ", &file->imports_removed);
    StrVec dependencies = changed_dependencies(&scratch, file);
    put_names(out, "  dependencies: ", &dependencies);
}

static void put_totals(Buf *out, const DiffView *view)
{
    const ChangeSet *set = view->set;
    view_put_line_text(out, view->base);
    buf_put(out, STR(" → "));
    view_put_line_text(out, view->head);
    buf_printf(out, ": %zu file%s, +%llu −%llu lines", set->files.len,
               set->files.len == 1 ? "" : "s", (unsigned long long)set->lines_added,
               (unsigned long long)set->lines_removed);
    for (unsigned i = 1; i < CHANGE_KIND_COUNT; i++)
        if (set->counts[i]) {
            Str name = change_kind_name((ChangeKind)i);
            buf_printf(out, ", %u %.*s", set->counts[i], STR_ARG(name));
        }
    if (set->breaking)
        buf_printf(out, "; %u may break callers (!)", set->breaking);
    buf_put_byte(out, '\n');
}

static void put_unseen(Buf *out, const DiffUnseenVec *unseen)
{
    for (size_t i = 0; i < unseen->len; i++) {
        const DiffUnseen *row = &unseen->ptr[i];
        buf_printf(out, "unseen: %zu file%s, %.*s: ", row->count, row->count == 1 ? "" : "s",
                   STR_ARG(row->reason));
        for (size_t k = 0; k < row->paths.len; k++) {
            buf_put(out, k ? STR(", ") : (Str){0});
            view_put_address(out, row->paths.ptr[k]);
        }
        buf_put(out, row->count > row->paths.len ? STR(" …\n") : STR("\n"));
    }
}

/* Writes an all-clear for the checks that were made, with what was not looked at. */
static void put_clear(Buf *out, const DiffView *view)
{
    bool both = view->unseen_code.len && view->unlooked.len;
    buf_put(out, STR("no use outside of the change was found whose arguments, names or imports no "
                     "longer fit"));
    if (view->unseen_code.len || view->unlooked.len)
        buf_put(out, STR(", but not all code was looked at"));
    if (view->unlooked.len)
        buf_printf(out, ": %.*s", STR_ARG(view->unlooked));
    buf_put(out, both                    ? STR("; see unseen\n")
                 : view->unseen_code.len ? STR(" (see unseen)\n")
                                         : STR("\n"));
}

/* Says what the lack of consequences means. */
static void put_unchecked(Buf *out, Arena scratch, const DiffView *view)
{
    StrVec names = diff_unchecked(&scratch, view->set);
    if (!names.len && !consequences_count_breaks(view->consequences))
        put_clear(out, view);
    for (size_t i = 0; i < MIN(names.len, (size_t)NAMES_SHOWN); i++) {
        buf_put(out, i ? STR(", ") : STR("callers of "));
        view_put_line_text(out, names.ptr[i]);
    }
    if (names.len > NAMES_SHOWN)
        buf_printf(out, " and %zu more", names.len - NAMES_SHOWN);
    if (names.len)
        buf_put(out, STR(" were only partly checked; fovea callers NAME lists "
                         "them\n"));
}

static void put_consequences(Buf *out, Arena scratch, const DiffView *view)
{
    const ConsequenceVec *rows = view->consequences;
    for (size_t i = 0; rows && i < MIN(rows->len, (size_t)CONSEQUENCES_SHOWN); i++) {
        const Consequence *row = &rows->ptr[i];
        Str fault = use_fault_name(row->fault);
        buf_printf(out, "%c %.*s  ", row->fault == USE_MENTIONED ? '~' : '!', STR_ARG(fault));
        view_put_address(out, row->path);
        buf_printf(out, ":%u  ", row->line);
        view_put_line_text(out, row->user);
        buf_put(out, STR(" → "));
        view_put_line_text(out, consequence_subject(&scratch, view->set, row));
        buf_put(out, STR(": "));
        view_put_line_text(out, row->why);
        buf_put(out, row->likely ? STR(" (likely)\n") : STR("\n"));
    }
    if (rows && rows->len > CONSEQUENCES_SHOWN) {
        buf_printf(out, "! %zu more such places", rows->len - CONSEQUENCES_SHOWN);
        put_all(out, view);
    }
    if (rows)
        put_unchecked(out, scratch, view);
}

static void put_reported(Buf *out, Arena scratch, const DiffView *view,
                         const ReportedSymbol *reported)
{
    const ChangedFile *file = &view->set->files.ptr[reported->file];
    const ChangedSymbol *changed = &file->symbols.ptr[reported->reported];
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? &file->old : &file->new;
    uint32_t index = gone ? changed->old_symbol : changed->new_symbol;
    Str change = change_kind_name(changed->kind);
    buf_printf(out, "  %c ", diff_mark(changed));
    view_put_address(out, side->path);
    buf_printf(out, ":%u-%u  ", changed_first_line(side, index),
               changed_symbol(view->set, changed)->end_line);
    view_put_line_text(out, symbol_qualified_name(&scratch, &side->outline, index));
    buf_printf(out, "  %.*s%s\n", STR_ARG(change), reported->test ? ", a test" : "");
}

static void put_groups(Buf *out, Arena scratch, const DiffView *view)
{
    const ChangeGroups *groups = view->groups;
    size_t end = 0;
    for (size_t i = 0; i < groups->count && groups->order[i].group < GROUPS_SHOWN; i = end) {
        size_t from = i;
        for (end = i; end < groups->count && groups->order[end].group == groups->order[i].group;)
            end++;
        buf_printf(out, "\ngroup %u of %u: %zu symbol%s\n", groups->order[i].group + 1,
                   groups->groups, end - from, end - from == 1 ? "" : "s");
        for (; i < MIN(end, from + GROUP_SYMBOLS_SHOWN); i++)
            put_reported(out, scratch, view, &groups->order[i]);
        if (i < end) {
            buf_printf(out, "  … %zu more", end - i);
            put_all(out, view);
        }
    }
    if (groups->groups > GROUPS_SHOWN) {
        buf_printf(out, "\n… %u more groups", groups->groups - GROUPS_SHOWN);
        put_all(out, view);
    }
    if (groups->loose)
        buf_printf(out, "\n%u file%s with changes outside of symbols only\n", groups->loose,
                   groups->loose == 1 ? "" : "s");
}

static void put_tests(Buf *out, const DiffTests *tests)
{
    if (!tests->all)
        buf_printf(out, "\nno test is known to reach what changed%s%.*s%s%.*s\n",
                   tests->named.len ? "; " : "", STR_ARG(tests->named),
                   tests->unlooked.len ? "; not looked at: " : "", STR_ARG(tests->unlooked));
    else
        buf_printf(out, "\n%zu test%s reach%s what changed%s, nearest first:\n", tests->all,
                   tests->all == 1 ? "" : "s", tests->all == 1 ? "es" : "",
                   tests->more ? ", and more" : "");
    for (size_t i = 0; i < tests->shown.len; i++) {
        buf_put(out, STR("  "));
        view_put_line_text(out, tests->shown.ptr[i]);
        buf_put_byte(out, '\n');
    }
    if (tests->all > tests->shown.len)
        buf_printf(out, "  … %zu more\n", tests->all - tests->shown.len);
    for (size_t i = 0; i < tests->commands.len; i++) {
        if (!i && tests->all > tests->shown.len)
            buf_printf(out, "run these %zu: ", tests->shown.len);
        else
            buf_put(out, i ? STR("  ") : STR("run: "));
        view_put_line_text(out, tests->commands.ptr[i]);
        buf_put_byte(out, '\n');
    }
}

/* Writes `start with: name path:12-40 (+120), …`. */
static void put_start(Buf *out, Arena scratch, const ChangeSet *set)
{
    ChangedVec first = diff_start(&scratch, set);
    for (size_t i = 0; i < first.len; i++) {
        const ChangedSymbol *changed = first.ptr[i];
        const ChangedFile *file = &set->files.ptr[changed->file];
        const ChangeSide *side = &file->new;
        const Symbol *symbol = changed_symbol(set, changed);
        Str name = symbol_qualified_name(&scratch, &side->outline, changed->new_symbol);
        buf_put(out, i ? STR(", ") : STR("start with: "));
        view_put_line_text(out, name);
        buf_put_byte(out, ' ');
        view_put_address(out, side->path);
        buf_printf(out, ":%u-%u (+%u)", symbol->start_line, symbol->end_line,
                   changed_lines_added(file, changed));
    }
    if (first.len)
        buf_put_byte(out, '\n');
}

void diff_put_text(Buf *out, Arena scratch, const DiffView *view)
{
    if (!view->set->files.len) {
        view_put_line_text(out, view->base);
        buf_put(out, STR(" → "));
        view_put_line_text(out, view->head);
        buf_put(out, view->note.len ? STR(": no difference in what was compared\n")
                                    : STR(": no difference\n"));
        if (view->note.len)
            buf_printf(out, "%.*s\n", STR_ARG(view->note));
        return;
    }
    put_totals(out, view);
    if (!view->first && !view->groups)
        put_start(out, scratch, view->set);
    put_consequences(out, scratch, view);
    if (view->groups)
        put_groups(out, scratch, view);
    for (size_t i = 0; i < view->shown && !view->groups; i++) {
        buf_put(out, view->summary_only ? (Str){0} : STR("\n"));
        put_file(out, scratch, view, &view->set->files.ptr[view->order[view->first + i]]);
    }
    if (view->tests)
        put_tests(out, view->tests);
    size_t behind = view->groups ? 0 : view->set->files.len - view->first - view->shown;
    if (view->unseen.len || view->unseen_code.len || view->note.len || behind)
        buf_put_byte(out, '\n');
    put_unseen(out, &view->unseen);
    if (view->unseen_code.len)
        buf_printf(out, "unseen: %.*s\n", STR_ARG(view->unseen_code));
    if (view->note.len)
        buf_printf(out, "%.*s\n", STR_ARG(view->note));
    if (behind)
        buf_printf(out, "[%zu more file%s: %.*s]\n", behind, behind == 1 ? "" : "s",
                   STR_ARG(view->next));
}
