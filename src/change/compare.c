/* Turns pairs into reported changes, file by file, and counts the changed lines they cover. */
#include "base/hash.h"
#include "base/limits.h"
#include "change/affected.h"
#include "change/change.h"
#include "change/kind.h"
#include "change/offers.h"
#include "change/type_names.h"
#include "text/lines.h"

static const char *const kind_names[] = {
#define X(name, text) text,
    CHANGE_KINDS(X)
#undef X
};

Str change_kind_name(ChangeKind kind)
{
    return str_from(kind_names[kind]);
}

Str change_status_name(ChangeStatus status)
{
    static const char *const names[] = {
        [CHANGE_FILE_MODIFIED] = "modified", [CHANGE_FILE_ADDED] = "added",
        [CHANGE_FILE_REMOVED] = "removed",   [CHANGE_FILE_RENAMED] = "renamed",
        [CHANGE_FILE_MODE] = "mode",
    };
    return str_from(names[status]);
}

const Symbol *changed_symbol(const ChangeSet *set, const ChangedSymbol *changed)
{
    if (changed->new_symbol == SYMBOL_ABSENT)
        return changed_old_symbol(set, changed);
    return &set->files.ptr[changed->file].new.outline.symbols.ptr[changed->new_symbol];
}

const Symbol *changed_old_symbol(const ChangeSet *set, const ChangedSymbol *changed)
{
    if (changed->old_symbol == SYMBOL_ABSENT)
        return NULL;
    return &set->files.ptr[changed->old_file].old.outline.symbols.ptr[changed->old_symbol];
}

const ChangeSide *changed_new_side(const ChangeSet *set, const ChangedSymbol *changed)
{
    return &set->files.ptr[changed->file].new;
}

const ChangeSide *changed_old_side(const ChangeSet *set, const ChangedSymbol *changed)
{
    return &set->files.ptr[changed->old_file].old;
}

void change_say(Arena *arena, StrVec *list, Str text)
{
    if (list->len < CHANGE_WHAT_MAX)
        *VEC_PUSH(arena, list) = text;
}

/* ---- reporting ---- */

static bool has_only_hints(const ChangeSet *set, const ChangedSymbol *changed)
{
    const Language *language = set->files.ptr[changed->file].new.outline.language;
    for (size_t i = 0; i < changed->breaking.len; i++)
        if (!affected_is_hint(language, changed->breaking.ptr[i]))
            return false;
    return changed->breaking.len > 0;
}

static void tell(Arena *arena, ChangeSet *set, const ChangedSymbol *changed)
{
    if (changed->kind == CHANGE_NONE)
        return;
    ChangedSymbol *told = VEC_PUSH(arena, &set->files.ptr[changed->file].symbols);
    *told = *changed;
    told->only_hints = has_only_hints(set, changed);
    set->counts[changed->kind]++;
    set->breaking += changed_may_break(told);
}

static void tell_new(Arena *arena, Arena scratch, ChangeSet *set, const Pairing *pairing,
                     uint32_t file)
{
    for (uint32_t i = 0; i < set->files.ptr[file].new.outline.symbols.len; i++) {
        const Partner *partner = &pairing->new_to_old[file][i];
        bool lone = partner->symbol == SYMBOL_ABSENT || partner->extracted;
        ChangedSymbol changed = {.file = file,
                                 .new_symbol = i,
                                 .old_file = lone ? file : partner->file,
                                 .old_symbol = lone ? SYMBOL_ABSENT : partner->symbol,
                                 .similarity = lone ? 0 : partner->similarity};
        if (lone)
            kind_of_lone(arena, set, pairing, &changed);
        else
            kind_of_pair(arena, scratch, set, pairing, &changed);
        tell(arena, set, &changed);
    }
}

static void tell_gone(Arena *arena, ChangeSet *set, const Pairing *pairing, uint32_t file)
{
    for (uint32_t i = 0; i < set->files.ptr[file].old.outline.symbols.len; i++) {
        const Partner *partner = &pairing->old_to_new[file][i];
        if (partner->symbol != SYMBOL_ABSENT && !partner->extracted)
            continue;
        ChangedSymbol changed = {
            .file = file, .old_file = file, .new_symbol = SYMBOL_ABSENT, .old_symbol = i};
        kind_of_lone(arena, set, pairing, &changed);
        tell(arena, set, &changed);
    }
}

/* ---- lines ---- */

uint32_t changed_first_line(const ChangeSide *side, uint32_t symbol)
{
    const Symbol *reported = &side->outline.symbols.ptr[symbol];
    uint32_t line = reported->start_line;
    for (uint32_t at = reported->lead; at < reported->start; at++)
        line -= side->text.ptr[at] == '\n' && line > 1;
    return line;
}

/* By line, from 1: whether it lies in a reported symbol. */
typedef struct Cover {
    bool *lines;
    uint32_t count;
} Cover;

static Cover open_cover(Arena *arena, const ChangeSide *side)
{
    uint32_t lines = side->text.len && side->text.ptr[side->text.len - 1] != '\n';
    for (size_t i = 0; i < side->text.len; i++)
        lines += side->text.ptr[i] == '\n';
    return (Cover){NEW(arena, bool, (size_t)lines + 2), lines};
}

static void cover(const Cover *cover, const ChangeSide *side, uint32_t symbol)
{
    uint32_t last = MIN(side->outline.symbols.ptr[symbol].end_line, cover->count);
    for (uint32_t line = changed_first_line(side, symbol); line <= last; line++)
        cover->lines[line] = true;
}

static uint32_t count_outside(const Cover *cover, uint32_t start, uint32_t count)
{
    uint32_t outside = 0;
    for (uint32_t i = 0; i < count; i++)
        outside += !cover->lines[MIN(start + i, cover->count + 1)];
    return outside;
}

/* The code of a hunk's lines that lie outside of reported symbols: a hash of its tokens. */
static uint64_t code_outside(const Cover *cover, const ChangeSide *side, uint32_t start,
                             uint32_t count)
{
    uint64_t sum = 0;
    size_t at = lines_offset(side->text, start), to = lines_offset(side->text, start + count);
    uint32_t line = start;
    for (size_t i = code_tokens_from(&side->tokens, at);
         count && i < side->tokens.len && side->tokens.ptr[i].start < to; i++) {
        const Token *token = &side->tokens.ptr[i];
        for (; at < token->start; at++)
            line += side->text.ptr[at] == '\n';
        if (token->kind != TOKEN_COMMENT && token->kind != TOKEN_INDENT &&
            !cover->lines[MIN(line, cover->count)])
            sum = hash_mix(sum, token->hash);
    }
    return sum;
}

static bool touches(const ChangedFile *file, const ChangedSymbol *changed, const LineHunk *hunk)
{
    uint32_t first = changed_first_line(&file->new, changed->new_symbol);
    uint32_t last = file->new.outline.symbols.ptr[changed->new_symbol].end_line;
    uint32_t old = changed_first_line(&file->old, changed->old_symbol);
    uint32_t end = file->old.outline.symbols.ptr[changed->old_symbol].end_line;
    return (hunk->new_start <= last && hunk->new_start + hunk->new_count > first) ||
           (hunk->old_start <= end && hunk->old_start + hunk->old_count > old);
}

/* A comment that takes the place of code before a symbol, or gives it back, is more than a comment:
   a directive may have gone. */
static void mark_swallowed(Arena *arena, ChangeSet *set, ChangedFile *file, const Cover *old,
                           const Cover *new)
{
    for (size_t h = 0; h < file->hunks.len; h++) {
        const LineHunk *hunk = &file->hunks.ptr[h];
        if (code_outside(old, &file->old, hunk->old_start, hunk->old_count) ==
            code_outside(new, &file->new, hunk->new_start, hunk->new_count))
            continue;
        for (size_t i = 0; i < file->symbols.len; i++) {
            ChangedSymbol *changed = &file->symbols.ptr[i];
            if (changed->kind != CHANGE_COMMENT || changed->old_file != changed->file ||
                !touches(file, changed, hunk))
                continue;
            set->counts[changed->kind]--;
            set->counts[CHANGE_DIRECTIVE]++;
            changed->kind = CHANGE_DIRECTIVE;
            changed->parts |= PART_DIFFERS_DIRECTIVE;
            change_say(arena, &changed->what, STR("code next to it differs, too"));
        }
    }
}

static void count_lines(Arena *arena, Arena scratch, ChangeSet *set)
{
    Cover *old = NEW(&scratch, Cover, set->files.len), *new = NEW(&scratch, Cover, set->files.len);
    for (size_t i = 0; i < set->files.len; i++) {
        old[i] = open_cover(&scratch, &set->files.ptr[i].old);
        new[i] = open_cover(&scratch, &set->files.ptr[i].new);
    }
    for (size_t i = 0; i < set->files.len; i++)
        for (size_t k = 0; k < set->files.ptr[i].symbols.len; k++) {
            const ChangedSymbol *reported = &set->files.ptr[i].symbols.ptr[k];
            if (reported->old_symbol != SYMBOL_ABSENT)
                cover(&old[reported->old_file], &set->files.ptr[reported->old_file].old,
                      reported->old_symbol);
            if (reported->new_symbol != SYMBOL_ABSENT)
                cover(&new[i], &set->files.ptr[i].new, reported->new_symbol);
        }
    for (size_t i = 0; i < set->files.len; i++) {
        ChangedFile *file = &set->files.ptr[i];
        for (size_t k = 0; k < file->hunks.len; k++) {
            const LineHunk *hunk = &file->hunks.ptr[k];
            file->lines_removed += hunk->old_count;
            file->lines_added += hunk->new_count;
            file->other_lines += count_outside(&old[i], hunk->old_start, hunk->old_count) +
                                 count_outside(&new[i], hunk->new_start, hunk->new_count);
        }
        mark_swallowed(arena, set, file, &old[i], &new[i]);
        set->lines_added += file->lines_added;
        set->lines_removed += file->lines_removed;
        set->other_lines += file->other_lines;
    }
}

/* ---- imports ---- */

static bool has_import(const ImportVec *imports, const Import *wanted)
{
    for (size_t i = 0; i < imports->len; i++)
        if (str_equal(imports->ptr[i].name, wanted->name) &&
            str_equal(imports->ptr[i].detail, wanted->detail))
            return true;
    return false;
}

#define IMPORTS_COMPARED 2000

static void compare_imports(Arena *arena, const ImportVec *in, const ImportVec *without,
                            StrVec *names)
{
    for (size_t i = 0; i < MIN(in->len, (size_t)IMPORTS_COMPARED); i++) {
        const Import *import = &in->ptr[i];
        if (!has_import(without, import))
            *VEC_PUSH(arena, names) = import->detail.len
                                          ? str_format(arena, "%.*s (%.*s)", STR_ARG(import->name),
                                                       STR_ARG(import->detail))
                                          : import->name;
    }
}

StrVec changed_dependencies(Arena *arena, const ChangedFile *file)
{
    StrVec texts = {0};
    for (size_t i = 0; i < file->dependencies.len; i++) {
        const DependencyChange *change = &file->dependencies.ptr[i];
        Buf text = buf_open(arena, 0);
        buf_printf(&text, "%s%.*s", change->old ? (change->new ? "" : "− ") : "+ ",
                   STR_ARG(change->name));
        if (change->old && change->new)
            buf_printf(&text, " %.*s → %.*s", STR_ARG(dependency_shown(change->old)),
                       STR_ARG(dependency_shown(change->new)));
        else if (change->new && change->new->version.len)
            buf_printf(&text, " %.*s", STR_ARG(change->new->version));
        *VEC_PUSH(arena, &texts) = buf_str(&text);
    }
    return texts;
}

/* Tokens take four times the memory of the text. For larger changes they are not kept but read
   again. */
#define TOKENS_KEPT_TEXT (4 * MB)

static bool are_tokens_kept(const ChangeSet *set)
{
    size_t bytes = 0;
    for (size_t i = 0; i < set->files.len; i++)
        bytes += set->files.ptr[i].old.text.len + set->files.ptr[i].new.text.len;
    return bytes <= TOKENS_KEPT_TEXT;
}

static void note_beside(ChangedFile *file)
{
    const char *rest = lang_facts(file->new.outline.language)->beside_code;
    bool both = file->old.code.parts.len && file->new.code.parts.len;
    if (both && rest && file->old.sum == file->new.sum &&
        !str_equal(file->old.text, file->new.text))
        file->beside = str_from(rest);
}

void change_compare(Arena *arena, Arena scratch, ChangeSet *set)
{
    Pairing pairing = {0};
    bool keep = are_tokens_kept(set);
    for (size_t i = 0; i < set->files.len; i++) {
        change_side_fill(arena, scratch, &set->files.ptr[i].old, keep);
        change_side_fill(arena, scratch, &set->files.ptr[i].new, keep);
        note_beside(&set->files.ptr[i]);
    }
    pair_symbols(arena, scratch, set, &pairing);
    set->types = type_names_read(arena, set, &pairing);
    for (uint32_t i = 0; i < set->files.len; i++) {
        ChangedFile *file = &set->files.ptr[i];
        tell_new(arena, scratch, set, &pairing, i);
        tell_gone(arena, set, &pairing, i);
        compare_imports(arena, &file->new.outline.imports, &file->old.outline.imports,
                        &file->imports_added);
        compare_imports(arena, &file->old.outline.imports, &file->new.outline.imports,
                        &file->imports_removed);
        if (!file->unseen.len)
            dependencies_compare(arena, file->new.path.len ? file->new.path : file->old.path,
                                 file->old.text, file->new.text, &file->dependencies);
    }
    for (uint32_t i = 0; i < set->files.len; i++)
        offers_compare(arena, set, i);
    count_lines(arena, scratch, set);
}

uint32_t changed_lines_added(const ChangedFile *file, const ChangedSymbol *changed)
{
    uint32_t lines = 0;
    if (changed->new_symbol == SYMBOL_ABSENT)
        return 0;
    const Symbol *symbol = &file->new.outline.symbols.ptr[changed->new_symbol];
    for (size_t i = 0; i < file->hunks.len; i++) {
        const LineHunk *hunk = &file->hunks.ptr[i];
        uint32_t start = MAX(hunk->new_start, symbol->start_line);
        uint32_t end = MIN(hunk->new_start + hunk->new_count, symbol->end_line + 1);
        lines += end > start ? end - start : 0;
    }
    return lines;
}

bool changed_is_code(const ChangedSymbol *changed)
{
    bool moved = changed->kind == CHANGE_MOVED && !(changed->parts & PART_DIFFERS_BODY);
    return changed->kind != CHANGE_COMMENT && changed->kind != CHANGE_DOCSTRING &&
           changed->kind != CHANGE_FORMAT && !moved;
}
