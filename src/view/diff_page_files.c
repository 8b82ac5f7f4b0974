/* Modules, their files and the symbols of each file, with both versions side by side and the uses
   of each symbol. Changes outside symbols come last in a file. */
#include "view/diff_page_parts.h"
#include "view/html.h"

#define CONTEXT 3
#define CALLERS_SHOWN 6
#define NOTES_SHOWN 30
#define NAMES_SHOWN 40

typedef struct Writer {
    Buf *out;
    Arena scratch;
    PageState *state;
} Writer;

static bool is_full(const Writer *writer)
{
    return writer->out->len > DIFF_PAGE_CODE_BYTES;
}

static void put_link(Buf *out, void *state, uint32_t block)
{
    page_put_link(out, state, block);
}

/* ---- code ---- */

static CodeRange range_of(const CodeSide *code, uint32_t symbol)
{
    if (!code)
        return (CodeRange){NULL, 1, 0};
    uint32_t last = code->side->outline.symbols.ptr[symbol].end_line;
    return (CodeRange){code, changed_first_line(code->side, symbol), MIN(last, code->count)};
}

static Str text_of(const CodeRange *range)
{
    if (!range->code || range->last < range->first)
        return (Str){0};
    return str_slice(range->code->side->text, range->code->starts[range->first],
                     range->code->starts[range->last + 1]);
}

static void read_tokens(Writer *writer, CodeSide *code)
{
    const ChangeSide *side = code->side;
    if (!code->tokens.len && side->outline.symbols.len)
        code->tokens =
            side->tokens.len ? side->tokens : change_side_tokens(writer->state->arena, side);
}

static void put_left_out(Writer *writer, size_t rows, Str path)
{
    if (!rows)
        return;
    writer->state->code_left_out++;
    buf_put(writer->out, STR("<p class=\"g w\">"));
    page_put_count(writer->out, rows, "more changed line");
    buf_put(writer->out, STR(" not shown here: "));
    html_put_text(writer->out, path);
    buf_put(writer->out, STR("</p>\n"));
}

static void put_code_left_out(Writer *writer)
{
    writer->state->code_left_out++;
    buf_put(writer->out, STR("<p class=\"g w\">its lines are not shown: this page is full</p>\n"));
}

/* Writes rows and counts those that are left out. */
static void put_rows(Writer *writer, const CodeView *view, const CodeRowVec *rows, Str path)
{
    bool one = !view->old || !view->new;
    buf_put(writer->out, one ? STR("<div class=\"d one\">\n") : STR("<div class=\"d\">\n"));
    size_t left = code_put(writer->out, writer->scratch, view, rows);
    put_left_out(writer, left, path);
    buf_put(writer->out, STR("</div>\n"));
}

static void put_symbol_code(Writer *writer, uint32_t block)
{
    PageState *state = writer->state;
    const ChangedSymbol *changed = page_reported(state, block);
    bool has_old = changed->old_symbol != SYMBOL_ABSENT;
    bool has_new = changed->new_symbol != SYMBOL_ABSENT;
    CodeSide *old = has_old ? &state->old[changed->old_file] : NULL;
    CodeSide *new = has_new ? &state->new[changed->file] : NULL;
    CodeRange before = range_of(old, changed->old_symbol);
    CodeRange after = range_of(new, changed->new_symbol);
    Arena scratch = writer->scratch;
    LineHunkVec hunks = {0};
    CodeRowVec rows;
    bool coarse;
    Err ignored = {0};
    if (old)
        read_tokens(writer, old);
    if (new)
        read_tokens(writer, new);
    if (!line_diff(&scratch, text_of(&before), text_of(&after), &hunks, &coarse, &ignored))
        return;
    code_rows(&scratch, state->work, &before, &after, &hunks, &rows);
    CodeView view = {.old = old,
                     .new = new,
                     .blocks = state->places,
                     .block = block,
                     .context = CONTEXT,
                     .link = put_link,
                     .state = state};
    Writer inner = {writer->out, scratch, state};
    put_rows(&inner, &view, &rows, page_path(&state->set->files.ptr[changed->file]));
}

/* Writes changes outside the reported symbols. */
static void put_other_code(Writer *writer, uint32_t file)
{
    PageState *state = writer->state;
    const ChangedFile *changed = &state->set->files.ptr[file];
    CodeSide *old = &state->old[file], *new = &state->new[file];
    CodeRange before = {old, 1, old->count}, after = {new, 1, new->count};
    Arena scratch = writer->scratch;
    CodeRowVec rows;
    read_tokens(writer, old);
    read_tokens(writer, new);
    code_rows(&scratch, state->work, &before, &after, &changed->hunks, &rows);
    CodeView view = {.old = old->count ? old : NULL,
                     .new = new->count ? new : NULL,
                     .blocks = state->places,
                     .context = CONTEXT,
                     .link = put_link,
                     .state = state};
    Writer inner = {writer->out, scratch, state};
    put_rows(&inner, &view, &rows, page_path(changed));
}

/* ---- notes on a symbol ---- */

static void put_from(Writer *writer, const ChangedSymbol *changed)
{
    Buf *out = writer->out;
    const ChangeSet *set = writer->state->set;
    bool taken = changed->kind == CHANGE_EXTRACTED || changed->kind == CHANGE_INLINED;
    bool other = changed->kind == CHANGE_MOVED || changed->kind == CHANGE_MOVED_RENAMED ||
                 changed->kind == CHANGE_RENAMED;
    if (!taken && !other)
        return;
    const ChangeSide *side =
        taken ? &set->files.ptr[changed->from_file].new : &set->files.ptr[changed->old_file].old;
    uint32_t symbol = taken ? changed->from : changed->old_symbol;
    buf_put(out, changed->kind == CHANGE_INLINED ? STR("<span class=\"from\">into ")
                                                 : STR("<span class=\"from\">from "));
    if (!str_equal(side->path, page_path(&set->files.ptr[changed->file]))) {
        html_put_text(out, side->path);
        buf_put(out, STR("::"));
    }
    html_put_text(out, symbol_qualified_name(&writer->scratch, &side->outline, symbol));
    if (other && changed->similarity < 100)
        buf_printf(out, " \xC2\xB7 %u %% alike", changed->similarity);
    buf_put(out, taken ? STR(" \xC2\xB7 likely</span>") : STR("</span>"));
}

static void put_summary(Writer *writer, uint32_t block)
{
    Buf *out = writer->out;
    const PageState *state = writer->state;
    const ChangedSymbol *changed = page_reported(state, block);
    const ChangedFile *file = &state->set->files.ptr[changed->file];
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? &file->old : &file->new;
    const Symbol *symbol = changed_symbol(state->set, changed);
    Str kind = symbol_kind_name(symbol->kind), change = change_kind_name(changed->kind);
    uint32_t first = changed_first_line(side, gone ? changed->old_symbol : changed->new_symbol);
    buf_put(out, STR("<summary>"));
    page_put_mark(out, changed);
    buf_printf(out, "<span class=\"kind\">%.*s</span> <code>", STR_ARG(kind));
    html_put_text(out, page_name(&writer->scratch, state->set, changed));
    buf_printf(out, "</code> <span class=\"chip\">%.*s", STR_ARG(change));
    diff_put_parts(out, changed);
    buf_put(out, STR("</span>"));
    put_from(writer, changed);
    buf_put(out, STR("<a class=\"at\" href=\"#"));
    buf_put(out, state->blocks[block].anchor);
    buf_printf(out, "\" title=\"link to this symbol\">%s%u", gone ? "was " : "", first);
    if (symbol->end_line > first)
        buf_printf(out, "–%u", symbol->end_line);
    buf_put(out, STR("</a></summary>\n"));
}

static void put_notes(Buf *out, const StrVec *notes, const char *class)
{
    for (size_t i = 0; i < MIN(notes->len, (size_t)NOTES_SHOWN); i++) {
        buf_printf(out, "<li class=\"%s\">", class);
        html_put_text(out, notes->ptr[i]);
        buf_put(out, STR("</li>"));
    }
    if (notes->len > NOTES_SHOWN)
        buf_printf(out, "<li class=\"%s\">%zu more</li>", class, notes->len - NOTES_SHOWN);
}

/* ---- callers ---- */

static void put_caller(Buf *out, const PageState *state, const DiffCaller *caller)
{
    uint32_t block = 0;
    buf_put(out, STR("<li><code>"));
    html_put_text(out, caller->user.len ? caller->user : STR("(file)"));
    buf_put(out, STR("</code>"));
    if (caller->file != SYMBOL_ABSENT && caller->line <= state->new[caller->file].count)
        block = state->new[caller->file].blocks[caller->line];
    if (block) {
        buf_put(out, STR(" <a class=\"here\" href=\"#"));
        buf_put(out, state->blocks[block].anchor);
        buf_put(out, STR("\">changed here</a>"));
    }
    if (caller->test)
        buf_put(out, STR(" <span class=\"soft\">test</span>"));
    if (caller->likely)
        buf_put(out, STR(" <span class=\"soft\">likely</span>"));
    buf_put(out, STR("<br><span class=\"place\">"));
    html_put_text(out, caller->path);
    buf_printf(out, ":%u</span></li>", caller->line);
}

static void put_callers(Writer *writer, const DiffCallers *callers)
{
    Buf *out = writer->out;
    const PageState *state = writer->state;
    size_t count = callers->rows.len, first = MIN(count, (size_t)CALLERS_SHOWN);
    buf_put(out, STR("<h5>"));
    page_put_count(out, callers->all, "use");
    buf_put(out, STR("</h5><ul>"));
    for (size_t i = 0; i < first; i++)
        put_caller(out, state, &callers->rows.ptr[i]);
    buf_put(out, STR("</ul>"));
    if (is_full(writer))
        count = first;
    if (callers->all == first)
        return;
    buf_printf(out, "<details class=\"more\"><summary>%zu more</summary><ul>",
               callers->all - first);
    for (size_t i = first; i < count; i++)
        put_caller(out, state, &callers->rows.ptr[i]);
    if (callers->all > count)
        buf_printf(out, "<li class=\"soft\">and %zu that are not listed</li>",
                   callers->all - count);
    buf_put(out, STR("</ul></details>"));
}

/* Writes the uses of a symbol, first calls that were not updated. */
static void put_beside(Writer *writer, const PageBlock *row, const ChangedSymbol *changed)
{
    Buf *out = writer->out;
    const PageState *state = writer->state;
    Buf faults = buf_open(&writer->scratch, 0);
    size_t count = page_put_consequences(&faults, state, changed);
    const DiffCallers *callers = state->page->callers && state->page->callers[row->file]
                                     ? &state->page->callers[row->file][row->reported]
                                     : NULL;
    if (!count && (!callers || !callers->all))
        return;
    buf_put(out, STR("<aside aria-label=\"Uses\">"));
    if (count)
        buf_put(out, STR("<h5 class=\"bad\">Not updated</h5><ul class=\"bad\">"));
    buf_put(out, buf_str(&faults));
    buf_put(out, count ? STR("</ul>") : (Str){0});
    if (callers && callers->all)
        put_callers(writer, callers);
    buf_put(out, STR("</aside>\n"));
}

/* ---- symbols ---- */

static void put_symbol(Writer *writer, uint32_t block)
{
    Buf *out = writer->out;
    const PageState *state = writer->state;
    const PageBlock *row = &state->blocks[block];
    const ChangedSymbol *changed = page_reported(state, block);
    Writer inner = *writer;
    if (out->len > DIFF_PAGE_BYTES) {
        writer->state->symbols_left_out++;
        return;
    }
    buf_put(out, STR("<details class=\"s\" id=\""));
    buf_put(out, row->anchor);
    buf_put(out, changed->kind == CHANGE_FORMAT ? STR("\">") : STR("\" open>"));
    put_summary(&inner, block);
    if (changed->breaking.len || changed->what.len) {
        buf_put(out, STR("<ul class=\"notes\">"));
        put_notes(out, &changed->breaking, changed->only_hints ? "what" : "bad");
        put_notes(out, &changed->what, "what");
        buf_put(out, STR("</ul>\n"));
    }
    page_put_findings(out, state, block);
    buf_put(out, STR("<div class=\"pair\">\n"));
    if (is_full(writer))
        put_code_left_out(writer);
    else
        put_symbol_code(&inner, block);
    put_beside(&inner, row, changed);
    buf_put(out, STR("</div></details>\n"));
}

/* ---- files ---- */

static void put_names(Buf *out, const char *head, const StrVec *names)
{
    if (!names->len)
        return;
    buf_printf(out, "<p class=\"imports\">%s ", head);
    for (size_t i = 0; i < MIN(names->len, (size_t)NAMES_SHOWN); i++) {
        buf_put(out, i ? STR(", <code>") : STR("<code>"));
        html_put_text(out, names->ptr[i]);
        buf_put(out, STR("</code>"));
    }
    if (names->len > NAMES_SHOWN)
        buf_printf(out, " and %zu more", names->len - NAMES_SHOWN);
    buf_put(out, STR("</p>\n"));
}

static void put_file_facts(Buf *out, const ChangedFile *file)
{
    Str status = change_status_name(file->status);
    if (file->status != CHANGE_FILE_MODIFIED)
        buf_printf(out, " <span class=\"chip\">%.*s</span>", STR_ARG(status));
    if (file->status == CHANGE_FILE_RENAMED) {
        buf_put(out, STR(" <span class=\"from\">from "));
        html_put_text(out, file->old.path);
        buf_put(out, STR("</span>"));
    }
    if (file->old_mode && file->new_mode && file->old_mode != file->new_mode)
        buf_printf(out, " <span class=\"chip\">mode %06o → %06o</span>", file->old_mode,
                   file->new_mode);
    if (file->lines_added || file->lines_removed)
        buf_printf(out, " <span class=\"lines\"><ins>+%u</ins> <del>−%u</del></span>",
                   file->lines_added, file->lines_removed);
}

static void put_file_notes(Buf *out, const ChangedFile *file)
{
    const Str notes[] = {file->unseen, file->note};
    for (size_t i = 0; i < COUNT(notes); i++) {
        if (!notes[i].len)
            continue;
        buf_put(out, i ? STR("<p class=\"note\">") : STR("<p class=\"note warn\">not compared: "));
        html_put_text(out, notes[i]);
        buf_put(out, STR("</p>\n"));
    }
}

/* Writes links to symbols that were moved from this file to another. */
static void put_moved_away(Writer *writer, uint32_t index)
{
    Buf *out = writer->out;
    const PageState *state = writer->state;
    size_t count = 0;
    for (uint32_t block = 1; block <= state->block_count; block++) {
        const ChangedSymbol *changed = page_reported(state, block);
        if (changed->old_file != index || changed->file == index)
            continue;
        buf_put(out, count++ ? STR(", ") : STR("<p class=\"imports\">moved to other files: "));
        page_put_link(out, state, block);
    }
    buf_put(out, count ? STR("</p>\n") : (Str){0});
}

static void put_file(Writer *writer, uint32_t index)
{
    Buf *out = writer->out;
    PageState *state = writer->state;
    const ChangedFile *file = &state->set->files.ptr[index];
    const uint32_t *order = diff_symbol_order(&writer->scratch, file);
    const uint32_t *outer = diff_reported_with(&writer->scratch, file);
    buf_put(out, STR("<details class=\"file\" open id=\""));
    buf_put(out, state->anchors[index]);
    buf_put(out, STR("\"><summary><h3>"));
    html_put_text(out, page_path(file));
    buf_put(out, STR("</h3>"));
    put_file_facts(out, file);
    buf_put(out, STR("</summary>\n"));
    put_file_notes(out, file);
    if (!state->view->summary_only) {
        StrVec dependencies = changed_dependencies(&writer->scratch, file);
        put_names(out, "! exports −", &file->exports_removed);
        put_names(out, "imports +", &file->imports_added);
        put_names(out, "imports −", &file->imports_removed);
        put_names(out, "dependencies", &dependencies);
        put_moved_away(writer, index);
        for (size_t i = 0; i < file->symbols.len; i++)
            if (!outer[order[i]])
                put_symbol(writer, state->block_of[index][order[i]]);
        if (file->other_lines) {
            buf_put(out, STR("<div class=\"other\"><h4>Outside of symbols</h4>\n"));
            if (is_full(writer))
                put_code_left_out(writer);
            else
                put_other_code(writer, index);
            buf_put(out, STR("</div>\n"));
        }
    }
    buf_put(out, STR("</details>\n"));
}

void page_put_modules(Buf *out, Arena scratch, PageState *state)
{
    for (size_t m = 0; m < state->module_count; m++) {
        const PageModule *module = &state->modules[m];
        buf_put(out, STR("<section class=\"module\" id=\""));
        buf_put(out, module->anchor);
        buf_put(out, STR("\"><h2>"));
        html_put_text(out, module->name);
        buf_put(out, STR(" <span class=\"soft\">"));
        page_put_count(out, module->count, "file");
        buf_put(out, STR("</span></h2>\n"));
        for (size_t i = 0; i < module->count; i++) {
            Writer writer = {out, scratch, state};
            if (out->len > DIFF_PAGE_BYTES)
                state->files_left_out++;
            else
                put_file(&writer, module->files[i]);
        }
        buf_put(out, STR("</section>\n"));
    }
}
