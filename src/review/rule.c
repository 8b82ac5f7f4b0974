/* The table of rules, and what several rules need: walks over changed functions and lines, and
   whether a file is the repository's own code. The set of removed lines, which distinguishes moved
   lines from new ones, is made once. */
#include "review/rule.h"

#include "review/rule_functions.h"

static const ReviewRule rules[] = {
#define RULE(id_, type_, severity_, on_, find_, looks_, why_, silence_) \
    {.id = id_, \
     .type = REVIEW_##type_, \
     .severity = REVIEW_##severity_, \
     .on = on_, \
     .find = review_##find_, \
     .looks = looks_, \
     .why = why_, \
     .suppression = silence_},
#include "review/rules.def"
#undef RULE
};

size_t review_rule_count(void)
{
    return COUNT(rules);
}

const ReviewRule *review_rule_at(size_t index)
{
    return &rules[index];
}

const ReviewRule *review_rule_find(Str id)
{
    for (size_t i = 0; i < COUNT(rules); i++)
        if (str_equal(id, str_from(rules[i].id)))
            return &rules[i];
    return NULL;
}

size_t review_rule_index(const ReviewRule *rule)
{
    return (size_t)(rule - rules);
}

/* ---- findings ---- */

Str review_path(const ChangedFile *file)
{
    return file->new.path.len ? file->new.path : file->old.path;
}

Finding *review_add(const ReviewFind *find, const ChangedFile *file, Str message)
{
    const ReviewSetting *setting = &find->review->policy->rules[review_rule_index(find->rule)];
    Finding *finding = VEC_PUSH(find->review->arena, find->findings);
    finding->rule = find->rule;
    finding->severity = setting->has_severity ? setting->severity : find->rule->severity;
    finding->message = message;
    finding->path = review_path(file);
    finding->gone = !file->new.path.len;
    return finding;
}

Finding *review_add_symbol(const ReviewFind *find, const ChangedSymbol *changed, Str message)
{
    const ChangeSet *set = find->review->set;
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangedFile *file = &set->files.ptr[gone ? changed->old_file : changed->file];
    const Symbol *symbol = changed_symbol(set, changed);
    Finding *finding = review_add(find, file, message);
    finding->gone = gone;
    finding->path = gone ? file->old.path : file->new.path;
    finding->start = symbol->start_line;
    finding->end = symbol->end_line;
    finding->symbol =
        symbol_qualified_name(find->review->arena, gone ? &file->old.outline : &file->new.outline,
                              gone ? changed->old_symbol : changed->new_symbol);
    return finding;
}

void review_add_evidence(const ReviewFind *find, Finding *finding, Str text)
{
    *VEC_PUSH(find->review->arena, &finding->evidence) = text;
}

bool review_tells_line(const ReviewFind *find, size_t *count)
{
    if (++*count <= REVIEW_LINES_TOLD)
        return true;
    Finding *last = &find->findings->ptr[find->findings->len - 1];
    if (*count > REVIEW_LINES_TOLD + 1)
        last->evidence.len--;
    review_add_evidence(
        find, last,
        str_format(find->review->arena, "%zu more lines of this file", *count - REVIEW_LINES_TOLD));
    return false;
}

void review_add_limit(const ReviewFind *find, Str reason, Str action)
{
    Arena *arena = find->review->arena;
    *VEC_PUSH(arena, find->limits) = (ReviewUnseen){
        .reason = str_format(arena, "%s: %.*s", find->rule->id, STR_ARG(reason)), .action = action};
}

/* ---- files ---- */

/* Whether each side that there is has such a path, so that a move alone changes nothing. */
static bool has_paths(const ChangedFile *file, bool is_such(Str path))
{
    return (!file->old.path.len || is_such(file->old.path)) &&
           (!file->new.path.len || is_such(file->new.path));
}

bool review_is_aside(const ChangedFile *file)
{
    return has_paths(file, classify_is_aside);
}

bool review_is_own(const ReviewContext *review, const ChangedFile *file)
{
    FileClass class = review_class(review, file);
    return !file->unseen.len && !file->link && class != FILE_GENERATED && class != FILE_VENDORED &&
           class != FILE_MINIFIED && class != FILE_LARGE && class != FILE_BINARY &&
           class != FILE_POINTER && !has_paths(file, classify_is_foreign);
}

/* ---- functions ---- */

bool review_is_code(const ReviewContext *review, const ChangedFile *file)
{
    return review_class(review, file) == FILE_SOURCE && review_is_own(review, file) &&
           !review_is_aside(file) && file->new.path.len;
}

bool review_is_within_tests(const ChangeSide *side, uint32_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t at = index + 1; at; at = symbols->ptr[at - 1].parent) {
        Str name = symbols->ptr[at - 1].name;
        if (str_equal(name, STR("tests")) || str_equal(name, STR("test")) ||
            str_starts(name, STR("test_")))
            return true;
    }
    return false;
}

void review_visit_functions(const ReviewFind *find, ReviewVisit *visit)
{
    const ReviewContext *review = find->review;
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (!review_is_code(review, file))
            continue;
        for (size_t k = 0; k < file->symbols.len; k++) {
            const ChangedSymbol *changed = &file->symbols.ptr[k];
            const Symbol *symbol = changed_symbol(review->set, changed);
            if (changed->new_symbol != SYMBOL_ABSENT && changed->kind != CHANGE_EXTRACTED &&
                symbol_is_function(symbol->kind) &&
                !review_is_within_tests(&file->new, changed->new_symbol))
                visit(find, changed, symbol, changed_old_symbol(review->set, changed));
        }
    }
}

/* ---- lines ---- */

ReviewLines review_lines(const ChangedFile *file, bool old)
{
    return (ReviewLines){.file = file, .old = old};
}

bool review_next_line(ReviewLines *lines, Str *text)
{
    Str rest =
        str_from_offset(lines->old ? lines->file->old.text : lines->file->new.text, lines->at);
    size_t all = lines->at + rest.len;
    uint32_t wanted = lines->line + 1;
    while (!lines->left) {
        if (lines->hunk == lines->file->hunks.len)
            return false;
        const LineHunk *hunk = &lines->file->hunks.ptr[lines->hunk++];
        lines->left = lines->old ? hunk->old_count : hunk->new_count;
        wanted = lines->old ? hunk->old_start : hunk->new_start;
    }
    while (lines->line < wanted) {
        if (!str_take_line(&rest, text))
            return false;
        lines->line++;
    }
    lines->at = all - rest.len;
    lines->left--;
    return true;
}

static void collect_removed(const ReviewContext *review)
{
    Str line;
    review->removed->made = true;
    review->removed->lines = map_open(review->arena);
    for (size_t i = 0; i < review->set->files.len; i++) {
        ReviewLines lines = review_lines(&review->set->files.ptr[i], true);
        while (review_next_line(&lines, &line))
            map_put(&review->removed->lines, str_trim(line), NULL);
    }
}

bool review_is_moved(const ReviewContext *review, Str line)
{
    if (!review->removed->made)
        collect_removed(review);
    return map_find(&review->removed->lines, str_trim(line)) != NULL;
}

bool review_find_by_model(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    return !review->ask_model || review->ask_model(review->model, find, err);
}
