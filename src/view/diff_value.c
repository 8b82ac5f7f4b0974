/* Structured form of a diff: every symbol with both positions, its differences, and its
   consequences. Lists are capped for each file; the totals are complete. */
#include "view/diff.h"

#include "change/kind.h"
#include "index/catalog/catalog.h"

#include "text/address.h"

/* Maximum number of symbols of one file; further ones are counted. */
#define SYMBOLS_TOLD_MAX 2000

static Json *old_value(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *side = &set->files.ptr[changed->old_file].old;
    const Symbol *symbol = changed_old_symbol(set, changed);
    Json *value = json_object(arena);
    json_set(value, STR("path"), json_str(arena, address_value(arena, side->path)));
    if (symbol->kind != changed_symbol(set, changed)->kind)
        json_set(value, STR("kind"), json_str(arena, symbol_kind_name(symbol->kind)));
    if (!kind_follows_class(set, changed))
        json_set(value, STR("name"), json_str(arena, symbol->name));
    json_set(value, STR("qualified"),
             json_str(arena, symbol_qualified_name(arena, &side->outline, changed->old_symbol)));
    json_set(value, STR("start"), json_u64(arena, changed_first_line(side, changed->old_symbol)));
    json_set(value, STR("end"), json_u64(arena, symbol->end_line));
    return value;
}

static void set_place(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed, Json *value)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangedFile *file = &set->files.ptr[changed->file];
    const ChangeSide *side = gone ? &file->old : &file->new;
    uint32_t index = gone ? changed->old_symbol : changed->new_symbol;
    const Symbol *symbol = changed_symbol(set, changed);
    json_set(value, STR("kind"), json_str(arena, symbol_kind_name(symbol->kind)));
    json_set(value, STR("name"), json_str(arena, symbol->name));
    json_set(value, STR("qualified"),
             json_str(arena, symbol_qualified_name(arena, &side->outline, index)));
    json_set(value, STR("start"), json_u64(arena, changed_first_line(side, index)));
    json_set(value, STR("end"), json_u64(arena, symbol->end_line));
}

static void set_from(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed, Json *value)
{
    if (changed->kind != CHANGE_EXTRACTED && changed->kind != CHANGE_INLINED)
        return;
    const ChangeSide *side = &set->files.ptr[changed->from_file].new;
    Json *from = json_object(arena);
    json_set(from, STR("path"), json_str(arena, address_value(arena, side->path)));
    json_set(from, STR("qualified"),
             json_str(arena, symbol_qualified_name(arena, &side->outline, changed->from)));
    json_set(value, changed->kind == CHANGE_EXTRACTED ? STR("from") : STR("into"), from);
    json_set(value, STR("likely"), json_bool(arena, true));
}

/* Risks from 0 to 100 of both sides; null where the symbol does not exist. */
static Json *risk_value(Arena *arena, const ChangedSymbol *changed)
{
    Json *value = json_object(arena);
    json_set(value, STR("before"),
             changed->before ? json_u64(arena, changed->before->risk) : json_null(arena));
    json_set(value, STR("after"),
             changed->after ? json_u64(arena, changed->after->risk) : json_null(arena));
    return value;
}

static Json *symbol_value(Arena *arena, const DiffView *view, const ChangedSymbol *changed)
{
    Json *value = json_object(arena);
    json_set(value, STR("change"), json_str(arena, change_kind_name(changed->kind)));
    set_place(arena, view->set, changed, value);
    json_set_text(arena, value, STR("hash"), changed->hash);
    if (changed->new_symbol != SYMBOL_ABSENT)
        json_set(
            value, STR("lines_added"),
            json_u64(arena, changed_lines_added(&view->set->files.ptr[changed->file], changed)));
    if (changed->old_symbol != SYMBOL_ABSENT && changed->new_symbol != SYMBOL_ABSENT)
        json_set(value, STR("old"), old_value(arena, view->set, changed));
    if (changed->similarity)
        json_set(value, STR("similarity"), json_u64(arena, changed->similarity));
    if (changed->is_public)
        json_set(value, STR("public"), json_bool(arena, true));
    Json *breaking = json_texts(arena, changed->breaking.ptr, changed->breaking.len);
    Json *what = changed->only_hints ? breaking : json_array(arena);
    for (size_t i = 0; i < changed->what.len; i++)
        json_add(what, json_str(arena, changed->what.ptr[i]));
    json_set(value, STR("breaking"), changed->only_hints ? json_array(arena) : breaking);
    json_set(value, STR("what"), what);
    set_from(arena, view->set, changed, value);
    if (changed->before || changed->after)
        json_set(value, STR("risk"), risk_value(arena, changed));
    return value;
}

/* Versions as written in the manifest; null where the package is not required. */
static Json *dependencies_value(Arena *arena, const ChangedFile *file)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < file->dependencies.len; i++) {
        const DependencyChange *change = &file->dependencies.ptr[i];
        Json *value = json_object(arena);
        json_set(value, STR("name"), json_str(arena, change->name));
        json_set(value, STR("before"),
                 change->old ? json_str(arena, change->old->version) : json_null(arena));
        json_set(value, STR("after"),
                 change->new ? json_str(arena, change->new->version) : json_null(arena));
        json_add(list, value);
    }
    return list;
}

static Json *file_value(Arena *arena, const DiffView *view, const ChangedFile *file)
{
    Json *value = json_object(arena), *symbols = json_array(arena);
    const Language *language =
        file->new.path.len ? file->new.outline.language : file->old.outline.language;
    Str path = file->new.path.len ? file->new.path : file->old.path;
    json_set(value, STR("path"), json_str(arena, address_value(arena, path)));
    if (file->status == CHANGE_FILE_RENAMED)
        json_set(value, STR("old_path"), json_str(arena, address_value(arena, file->old.path)));
    json_set(value, STR("status"), json_str(arena, change_status_name(file->status)));
    if (language)
        json_set(value, STR("language"), json_str(arena, lang_id(language)));
    json_set(value, STR("lines_added"), json_u64(arena, file->lines_added));
    json_set(value, STR("lines_removed"), json_u64(arena, file->lines_removed));
    json_set(value, STR("other_lines"), json_u64(arena, file->other_lines));
    if (file->old_mode && file->new_mode && file->old_mode != file->new_mode)
        json_set(value, STR("mode"),
                 json_str(arena, str_format(arena, "%06o → %06o", file->old_mode, file->new_mode)));
    if (file->exports_removed.len)
        json_set(value, STR("exports_removed"),
                 json_texts(arena, file->exports_removed.ptr, file->exports_removed.len));
    if (file->imports_added.len)
        json_set(value, STR("imports_added"),
                 json_texts(arena, file->imports_added.ptr, file->imports_added.len));
    if (file->imports_removed.len)
        json_set(value, STR("imports_removed"),
                 json_texts(arena, file->imports_removed.ptr, file->imports_removed.len));
    if (file->dependencies.len)
        json_set(value, STR("dependencies"), dependencies_value(arena, file));
    if (file->unseen.len)
        json_set(value, STR("unseen"), json_str(arena, file->unseen));
    if (file->note.len)
        json_set(value, STR("note"), json_str(arena, file->note));
    if (file->beside.len)
        json_set(value, STR("beside"), json_str(arena, file->beside));
    const uint32_t *order = diff_symbol_order(arena, file);
    for (size_t i = 0; i < MIN(file->symbols.len, (size_t)SYMBOLS_TOLD_MAX) && !view->summary_only;
         i++)
        json_add(symbols, symbol_value(arena, view, &file->symbols.ptr[order[i]]));
    if (!view->summary_only)
        json_set(value, STR("symbols"), symbols);
    if (file->symbols.len > SYMBOLS_TOLD_MAX)
        json_set(value, STR("symbols_left_out"),
                 json_u64(arena, file->symbols.len - SYMBOLS_TOLD_MAX));
    return value;
}

static Json *totals_value(Arena *arena, const ChangeSet *set)
{
    Json *value = json_object(arena), *kinds = json_object(arena);
    json_set(value, STR("files"), json_u64(arena, set->files.len));
    json_set(value, STR("lines_added"), json_u64(arena, set->lines_added));
    json_set(value, STR("lines_removed"), json_u64(arena, set->lines_removed));
    json_set(value, STR("other_lines"), json_u64(arena, set->other_lines));
    json_set(value, STR("breaking"), json_u64(arena, set->breaking));
    for (unsigned i = 1; i < CHANGE_KIND_COUNT; i++)
        if (set->counts[i])
            json_set(kinds, change_kind_name((ChangeKind)i), json_u64(arena, set->counts[i]));
    json_set(value, STR("symbols"), kinds);
    return value;
}

static Json *unseen_value(Arena *arena, const DiffUnseenVec *unseen)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < unseen->len; i++) {
        Json *value = json_object(arena);
        json_set(value, STR("reason"), json_str(arena, unseen->ptr[i].reason));
        json_set(value, STR("files"), json_u64(arena, unseen->ptr[i].count));
        json_set(value, STR("paths"),
                 json_texts(arena, unseen->ptr[i].paths.ptr, unseen->ptr[i].paths.len));
        json_add(list, value);
    }
    return list;
}

static Json *consequences_value(Arena *arena, const DiffView *view)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < view->consequences->len; i++) {
        const Consequence *row = &view->consequences->ptr[i];
        Json *value = json_object(arena);
        json_set(value, STR("fault"), json_str(arena, use_fault_name(row->fault)));
        json_set(value, STR("path"), json_str(arena, address_value(arena, row->path)));
        json_set(value, STR("line"), json_u64(arena, row->line));
        json_set(value, STR("user"), json_str(arena, row->user));
        if (!consequence_is_of_file(row))
            json_set(value, STR("symbol"),
                     json_str(arena, consequence_subject(arena, view->set, row)));
        else
            json_set(
                value, STR("file"),
                json_str(arena, address_value(arena, consequence_subject(arena, view->set, row))));
        json_set(value, STR("confidence"),
                 json_str(arena, row->likely ? STR("likely") : STR("exact")));
        json_set(value, STR("why"), json_str(arena, row->why));
        json_add(list, value);
    }
    return list;
}

/* One reported symbol, in reading order. */
static Json *reported_value(Arena *arena, const DiffView *view, const ReportedSymbol *reported)
{
    const ChangedFile *file = &view->set->files.ptr[reported->file];
    const ChangedSymbol *changed = &file->symbols.ptr[reported->reported];
    Str path = changed->new_symbol == SYMBOL_ABSENT ? file->old.path : file->new.path;
    Json *value = json_object(arena);
    json_set(value, STR("path"), json_str(arena, address_value(arena, path)));
    json_set(value, STR("change"), json_str(arena, change_kind_name(changed->kind)));
    set_place(arena, view->set, changed, value);
    if (reported->test)
        json_set(value, STR("test"), json_bool(arena, true));
    return value;
}

static Json *groups_value(Arena *arena, const DiffView *view)
{
    Json *list = json_array(arena), *group = NULL;
    for (size_t i = 0; i < view->groups->count; i++) {
        const ReportedSymbol *reported = &view->groups->order[i];
        if (!i || reported->group != view->groups->order[i - 1].group)
            json_add(list, group = json_array(arena));
        json_add(group, reported_value(arena, view, reported));
    }
    return list;
}

static Json *tests_value(Arena *arena, const DiffTests *tests)
{
    Json *value = json_object(arena);
    json_set(value, STR("all"), json_u64(arena, tests->all));
    json_set(value, STR("nearest"), json_texts(arena, tests->shown.ptr, tests->shown.len));
    if (tests->named.len)
        json_set(value, STR("named"), json_str(arena, tests->named));
    json_set_text(arena, value, STR("unlooked"), tests->unlooked);
    json_set(value, STR("commands"), json_texts(arena, tests->commands.ptr, tests->commands.len));
    return value;
}

static Json *start_value(Arena *arena, const DiffView *view)
{
    ChangedVec first = diff_start(arena, view->set);
    Json *list = json_array(arena);
    for (size_t i = 0; i < first.len; i++) {
        const ChangedFile *file = &view->set->files.ptr[first.ptr[i]->file];
        const ChangeSide *side = &file->new;
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, address_value(arena, side->path)));
        json_set(row, STR("qualified"),
                 json_str(arena,
                          symbol_qualified_name(arena, &side->outline, first.ptr[i]->new_symbol)));
        json_set(row, STR("lines_added"), json_u64(arena, changed_lines_added(file, first.ptr[i])));
        json_add(list, row);
    }
    return list;
}

Json *diff_value(Arena *arena, const DiffView *view)
{
    Json *value = json_object(arena), *files = json_array(arena);
    json_set(value, STR("_type"), json_str(arena, STR("diff")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("base"), json_str(arena, view->base));
    json_set(value, STR("head"), json_str(arena, view->head));
    json_set(value, STR("totals"), totals_value(arena, view->set));
    Json *start = start_value(arena, view);
    if (start->count)
        json_set(value, STR("start_with"), start);
    for (size_t i = 0; i < view->shown && !view->groups; i++)
        json_add(files,
                 file_value(arena, view, &view->set->files.ptr[view->order[view->first + i]]));
    if (view->groups)
        json_set(value, STR("groups"), groups_value(arena, view));
    else
        json_set(value, STR("files"), files);
    if (view->consequences) {
        StrVec unchecked = diff_unchecked(arena, view->set);
        json_set(value, STR("consequences"), consequences_value(arena, view));
        if (unchecked.len)
            json_set(value, STR("unchecked"), json_texts(arena, unchecked.ptr, unchecked.len));
    }
    if (view->tests)
        json_set(value, STR("tests"), tests_value(arena, view->tests));
    json_set(value, STR("unseen"), unseen_value(arena, &view->unseen));
    json_set_text(arena, value, STR("unseen_code"), view->unseen_code);
    json_set_text(arena, value, STR("unlooked"), view->unlooked);
    if (view->note.len)
        json_set(value, STR("note"), json_str(arena, view->note));
    if (view->cursor.len)
        json_set(value, STR("cursor"), json_str(arena, view->cursor));
    return value;
}
