/* Rules about uses outside the change that it breaks: one finding per symbol. */
#include "review/rule_functions.h"

#include "text/address.h"

#define PLACES_SHOWN 10

/* `src/a.py:12 run: argument 'count' is missing`; without the reason where it is the same for all.
 */
static Str place_text(Arena *arena, const Consequence *use, bool why)
{
    Buf text = buf_open(arena, 0);
    buf_printf(&text, "%.*s:%u", STR_ARG(address_shown(arena, use->path)), use->line);
    if (!str_equal(use->user, use->path))
        buf_printf(&text, " %.*s", STR_ARG(use->user));
    if (why)
        buf_printf(&text, ": %.*s", STR_ARG(use->why));
    buf_put(&text, use->likely ? STR(" (likely)") : (Str){0});
    return buf_str(&text);
}

/* Whether the head does not have the file. */
static bool is_gone_file(const ReviewContext *review, Str path)
{
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        if (str_equal(file->old.path, path) && !str_equal(file->new.path, path))
            return true;
    }
    return false;
}

static void add_places(const ReviewFind *find, Finding *finding, const ConsequenceVec *all,
                       size_t from, size_t to, bool why)
{
    size_t shown = MIN(to - from, (size_t)PLACES_SHOWN);
    for (size_t i = from; i < from + shown; i++)
        review_add_evidence(find, finding, place_text(find->review->arena, &all->ptr[i], why));
    finding->more = to - from - shown;
    if (is_gone_file(find->review, finding->path)) {
        finding->use_path = all->ptr[from].path;
        finding->use_line = all->ptr[from].line;
    }
}

typedef struct Wording {
    const char *what, *one, *many;
} Wording;

static const Wording wordings[USE_FAULT_COUNT] = {
    [USE_UNFIT] = {"call", "was not updated", "were not updated"},
    [USE_GONE] = {"use", "still names it", "still name it"},
    [USE_MISMATCH] = {"method", "does not match it any more", "do not match it any more"},
    [USE_AFFECTED] = {"use", "may no longer fit", "may no longer fit"},
    [USE_NAMED] = {"place", "still names it", "still name it"},
    [USE_MENTIONED] = {"comment or document", "still mentions it", "still mention it"},
    [USE_UNROUTED] = {"request", "does not reach it any more", "do not reach it any more"},
    [USE_UNPROVED] = {"use", "is not proved to fit", "are not proved to fit"},
};

/* Says what is wrong with imports of a file that is no longer at its path, or with its own. */
static Str say_file(Arena *arena, const ChangedFile *file, const Consequence *row, size_t places)
{
    const char *many = places == 1 ? "" : "s";
    const Wording *said = &wordings[row->fault];
    if (row->fault == USE_UNROUTED)
        return str_format(arena, "%.*s: %zu %s%s %s", STR_ARG(address_shown(arena, row->target)),
                          places, said->what, many, places == 1 ? said->one : said->many);
    if (row->fault == USE_NAMED || row->fault == USE_MENTIONED)
        return str_format(arena, "%.*s: %zu %s%s outside of the change %s",
                          STR_ARG(address_shown(arena, row->target)), places, said->what, many,
                          places == 1 ? said->one : said->many);
    if (row->reported == REPORTED_IMPORTS)
        return str_format(arena, "%.*s: %zu import%s of its own lead%s nowhere from the new place",
                          STR_ARG(address_shown(arena, file->new.path)), places, many,
                          places == 1 ? "s" : "");
    if (row->reported == REPORTED_PASSED && str_equal(row->target, file->new.path))
        return str_format(
            arena, "%.*s: %zu place%s outside of the change use%s names that it no longer gives",
            STR_ARG(address_shown(arena, file->new.path)), places, many, places == 1 ? "s" : "");
    if (row->reported == REPORTED_PASSED)
        return str_format(arena, "%.*s: %zu place%s outside of the change use%s names of %.*s",
                          STR_ARG(address_shown(arena, file->new.path)), places, many,
                          places == 1 ? "s" : "", STR_ARG(address_shown(arena, row->target)));
    return str_format(arena, "%.*s: %zu import%s outside of the change %s",
                      STR_ARG(address_shown(arena, file->old.path)), places, many,
                      places == 1 ? "still names it" : "still name it");
}

/* Reports a file that is no longer at its path, with imports [from, to). */
static void tell_file(const ReviewFind *find, const ConsequenceVec *all, size_t from, size_t to)
{
    Arena *arena = find->review->arena;
    const ChangedFile *file = &find->review->set->files.ptr[all->ptr[from].file];
    size_t places = to - from;
    Finding *finding = review_add(find, file, say_file(arena, file, &all->ptr[from], places));
    finding->key = all->ptr[from].target;
    if (all->ptr[from].fault == USE_MENTIONED)
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    add_places(find, finding, all, from, to, true);
    Str path = address_shown(arena, all->ptr[from].path);
    finding->suggestion = str_format(arena, "update %.*s:%u%s", STR_ARG(path), all->ptr[from].line,
                                     places == 1 ? "" : " and the other places");
}

/* What the uses still name: the old name of a symbol that has another one now; else empty. */
static Str former_name(const ReviewFind *find, const ChangedFile *file, const Consequence *first,
                       const Finding *finding)
{
    const ChangedSymbol *changed = &file->symbols.ptr[first->reported];
    bool gone =
        first->fault == USE_GONE || first->fault == USE_NAMED || first->fault == USE_MENTIONED;
    if (!gone || changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT)
        return (Str){0};
    const ChangedFile *from = &find->review->set->files.ptr[changed->old_file];
    Str old = symbol_qualified_name(find->review->arena, &from->old.outline, changed->old_symbol);
    return str_equal(old, finding->symbol) ? (Str){0} : old;
}

/* Reports one symbol with its uses [from, to). */
static void tell(const ReviewFind *find, const ConsequenceVec *all, size_t from, size_t to)
{
    const ReviewContext *review = find->review;
    Arena *arena = review->arena;
    const Consequence *first = &all->ptr[from];
    const ChangedFile *file = &review->set->files.ptr[first->file];
    const ChangedSymbol *changed = &file->symbols.ptr[first->reported];
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    size_t places = to - from;
    const Wording *said = &wordings[first->fault];
    Str old = former_name(find, file, first, finding);
    Str now = old.len ? str_format(arena, "; it is %.*s now", STR_ARG(finding->symbol)) : old;
    finding->message =
        str_format(arena, "%.*s: %zu %s%s outside of the change %s%.*s",
                   STR_ARG(old.len ? old : finding->symbol), places, said->what,
                   places == 1 ? "" : "s", places == 1 ? said->one : said->many, STR_ARG(now));
    finding->key = finding->symbol;
    if (first->fault == USE_MENTIONED)
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    add_places(find, finding, all, from, to, !old.len);
    Str path = address_shown(arena, first->path);
    finding->suggestion = str_format(arena, "update %.*s:%u%s", STR_ARG(path), first->line,
                                     places == 1 ? "" : " and the other places");
}

static int by_symbol(const void *a, const void *b)
{
    const Consequence *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->reported != y->reported)
        return x->reported < y->reported ? -1 : 1;
    int order = str_compare(x->target, y->target);
    if (!order)
        order = str_compare(x->path, y->path);
    if (order)
        return order;
    return x->line < y->line ? -1 : x->line > y->line;
}

/* Whether a mention adds nothing: the same name is listed as broken. */
static bool is_idle(const ReviewContext *review, const Consequence *use)
{
    for (size_t i = 0; i < review->uses->len && use->fault == USE_MENTIONED; i++) {
        const Consequence *other = &review->uses->ptr[i];
        if (other->fault != USE_MENTIONED && other->file == use->file &&
            other->reported == use->reported && str_equal(other->target, use->target))
            return true;
    }
    return false;
}

static bool find_uses(const ReviewFind *find, UseFault fault)
{
    const ReviewContext *review = find->review;
    ConsequenceVec all = {0};
    for (size_t i = 0; review->uses && i < review->uses->len; i++)
        if (review->uses->ptr[i].fault == fault && !is_idle(review, &review->uses->ptr[i]))
            *VEC_PUSH(review->arena, &all) = review->uses->ptr[i];
    if (all.len)
        qsort(all.ptr, all.len, sizeof *all.ptr, by_symbol);
    for (size_t from = 0, to; from < all.len; from = to) {
        for (to = from + 1; to < all.len; to++)
            if (all.ptr[to].file != all.ptr[from].file ||
                all.ptr[to].reported != all.ptr[from].reported ||
                !str_equal(all.ptr[to].target, all.ptr[from].target))
                break;
        (consequence_is_of_file(&all.ptr[from]) ? tell_file : tell)(find, &all, from, to);
    }
    return true;
}

bool review_find_stale_calls(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_UNFIT);
}

bool review_find_gone(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_GONE);
}

bool review_find_mismatches(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_MISMATCH);
}

bool review_find_affected(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_AFFECTED);
}

bool review_find_named(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_NAMED) && find_uses(find, USE_MENTIONED);
}

bool review_find_unproved(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_UNPROVED);
}

bool review_find_unrouted(const ReviewFind *find, Err *err)
{
    (void)err;
    return find_uses(find, USE_UNROUTED);
}
