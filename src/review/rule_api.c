/* Rule about public declarations whose callers may break. */
#include "review/rule_functions.h"

#include "change/affected.h"
#include "change/required_members.h"
#include "lang/lang.h"
#include "review/module_reach.h"
#include "review/test_words.h"
#include "text/lines.h"

/* Kinds of declarations that code elsewhere can name. */
static bool is_code(SymbolKind kind)
{
    return kind > SYMBOL_NONE && kind <= SYMBOL_OBJECT && kind != SYMBOL_MODULE &&
           kind != SYMBOL_NAMESPACE && kind != SYMBOL_PACKAGE && kind != SYMBOL_IMPL;
}

/* Whether the symbol's container is reported with a break of its own. */
static bool is_reported_with_outer(const ReviewContext *review, const ChangedFile *file,
                                   const ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const Symbol *symbol = changed_symbol(review->set, changed);
    for (size_t i = 0; symbol->parent && i < file->symbols.len; i++) {
        const ChangedSymbol *other = &file->symbols.ptr[i];
        uint32_t index = gone ? other->old_symbol : other->new_symbol;
        if (index + 1 == symbol->parent && other->breaking.len &&
            (other->new_symbol == SYMBOL_ABSENT) == gone)
            return true;
    }
    return false;
}

static bool is_header(Str path)
{
    static const Str ends[] = {STR_INIT(".h"), STR_INIT(".hpp"), STR_INIT(".hh"), STR_INIT(".hxx")};
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(path, ends[i]))
            return true;
    return false;
}

/* Whether a C file belongs to the public interface: a header in a directory for headers, or at top
   level. Other headers are internal, as are names that no header declares. */
static bool is_offered_by_c(Str path)
{
    static const Str given[] = {STR_INIT("include"), STR_INIT("includes"), STR_INIT("inc"),
                                STR_INIT("public"), STR_INIT("api")};
    Str rest = path, part;
    if (!is_header(path))
        return false;
    while (str_take_until(&rest, '/', &part))
        for (size_t i = 0; i < COUNT(given); i++)
            if (str_equal_nocase(part, given[i]))
                return true;
    return str_find_byte(path, '/') == STR_NONE;
}

/* Whether the path marks a file as internal, by common conventions. */
static bool is_kept_inside(Str path)
{
    static const Str inside[] = {STR_INIT("internal"), STR_INIT("internals"), STR_INIT("detail"),
                                 STR_INIT("details"),  STR_INIT("impl"),      STR_INIT("private"),
                                 STR_INIT("build"),    STR_INIT("scripts"),   STR_INIT("tools"),
                                 STR_INIT("ci"),       STR_INIT("hack")};
    Str rest = path, part;
    while (str_take_until(&rest, '/', &part)) {
        bool whole = rest.len > 0;
        for (size_t i = 0; whole && i < COUNT(inside); i++)
            if (str_equal_nocase(part, inside[i]))
                return true;
        if ((str_starts(part, STR("_")) && !str_starts(part, STR("__"))) ||
            (whole && str_starts(part, STR("."))))
            return true;
    }
    return false;
}

/* Whether its comment, or that of a container, contains `@internal`. */
static bool is_said_internal(const ChangeSide *side, uint32_t index)
{
    for (uint32_t at = index + 1; at; at = side->outline.symbols.ptr[at - 1].parent) {
        const Symbol *symbol = &side->outline.symbols.ptr[at - 1];
        if (str_find(str_slice(side->text, symbol->lead, symbol->start), STR("@internal")) !=
            STR_NONE)
            return true;
    }
    return false;
}

/* A script's top-level variable is for the script alone. */
static bool is_script_variable(const Symbol *old, const Symbol *symbol)
{
    return symbol->kind == SYMBOL_VARIABLE && !symbol->parent &&
           (!old || old->kind == symbol->kind) &&
           !(symbol->modifiers & (MODIFIER(EXPORTED) | MODIFIER(PUBLIC)));
}

/* Whether a line before its name says that it is a test, which a runner finds and nobody calls. */
static bool is_run_as_test(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    size_t from = lines_offset(side->text, lines_at_offset(side->text, symbol->lead));
    Str rest = str_slice(side->text, from, symbol->name_end), line;
    while (symbol_is_function(symbol->kind) && str_take_line(&rest, &line))
        if (review_declares_test(side->outline.language, line))
            return true;
    return false;
}

static bool is_reported(const ReviewContext *review, const ChangedFile *file,
                        const ChangedSymbol *changed)
{
    const Symbol *symbol = changed_symbol(review->set, changed);
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? &file->old : &file->new;
    uint32_t index = gone ? changed->old_symbol : changed->new_symbol;
    return changed->breaking.len && changed->is_public && is_code(symbol->kind) &&
           !is_script_variable(changed_old_symbol(review->set, changed), symbol) &&
           !is_reported_with_outer(review, file, changed) && !is_said_internal(side, index) &&
           !is_run_as_test(side, index);
}

static bool is_offered(const ChangedFile *file)
{
    const ChangeSide *side = file->new.path.len ? &file->new : &file->old;
    Str path = review_path(file);
    return !is_kept_inside(path) && (!lang_is_c(side->outline.language) || is_offered_by_c(path));
}

/* Names that break in headers. If a declaration and a definition in C break alike, only the
   header's is reported. */
static Map names_in_headers(const ReviewContext *review)
{
    Map names = map_open(review->arena);
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        for (size_t k = 0; k < file->symbols.len && is_header(review_path(file)); k++)
            if (file->symbols.ptr[k].breaking.len)
                map_put(&names, changed_symbol(review->set, &file->symbols.ptr[k])->name, NULL);
    }
    return names;
}

static bool is_reported_in_header(const Map *names, const ChangedFile *file, Str name)
{
    const ChangeSide *side = file->new.path.len ? &file->new : &file->old;
    return lang_is_c(side->outline.language) && !is_header(review_path(file)) &&
           map_find(names, name);
}

/* The first break that is more than a type hint, or than what users of every member see; else
   NULL. */
static const Str *first_break(const ReviewContext *review, const ChangedSymbol *changed)
{
    const Language *language = review->set->files.ptr[changed->file].new.outline.language;
    for (size_t i = 0; i < changed->breaking.len; i++)
        if (!required_members_break_is_soft(changed->breaking.ptr[i]) &&
            !affected_is_hint(language, changed->breaking.ptr[i]))
            return &changed->breaking.ptr[i];
    return NULL;
}

/* Whether it is used in the repository, and all breaks were looked for there. Uses that break are
   findings of their own, so the rest fits. */
static bool has_only_fitting_users(const ChangedSymbol *changed)
{
    return changed->users && affected_is_checked(changed);
}

/* Whether other rules name places that it breaks. */
static bool has_broken_users(const ReviewContext *review, const ChangedFile *file,
                             const ChangedSymbol *changed)
{
    for (size_t i = 0; review->uses && i < review->uses->len; i++) {
        const Consequence *use = &review->uses->ptr[i];
        bool named = use->fault == USE_NAMED || use->fault == USE_MENTIONED;
        if (!named && !consequence_is_of_file(use) && &review->set->files.ptr[use->file] == file &&
            &file->symbols.ptr[use->reported] == changed)
            return true;
    }
    return false;
}

static void tell(const ReviewFind *find, const ChangedSymbol *changed)
{
    Arena *arena = find->review->arena;
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    const Str *hard = first_break(find->review, changed);
    const Str *first = hard ? hard : changed->breaking.ptr;
    finding->message = str_format(arena, "%.*s: %.*s", STR_ARG(finding->symbol), STR_ARG(*first));
    finding->key = finding->symbol;
    for (size_t i = 0; i < changed->breaking.len; i++)
        if (&changed->breaking.ptr[i] != first)
            review_add_evidence(find, finding, changed->breaking.ptr[i]);
    const Symbol *old = changed_old_symbol(find->review->set, changed);
    if (old && old->signature.len)
        review_add_evidence(find, finding, str_format(arena, "was: %.*s", STR_ARG(old->signature)));
    finding->suggestion =
        changed->new_symbol == SYMBOL_ABSENT
            ? STR("keep it for a while, marked as outdated, or say in the notes "
                  "of the release that it is gone")
            : STR("keep what callers use now: give new parameters a default, keep the old "
                  "name next to the new one");
    if (!hard || has_only_fitting_users(changed))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
}

/* If many declarations of a file break, the rest share one finding. */
typedef struct Rest {
    Finding *finding; /* NULL: not needed yet */
    ReviewSeverity severity;
} Rest;

static void tell_rest(const ReviewFind *find, const ChangedFile *file, const ChangedSymbol *changed,
                      Rest *rest)
{
    Arena *arena = find->review->arena;
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side =
        gone ? &find->review->set->files.ptr[changed->old_file].old : &file->new;
    Str name = symbol_qualified_name(arena, &side->outline,
                                     gone ? changed->old_symbol : changed->new_symbol);
    if (!rest->finding) {
        Finding *finding =
            review_add(find, file, STR("more declarations of this file break who uses them"));
        finding->key = finding->message;
        finding->start = finding->end =
            gone ? 0 : changed_symbol(find->review->set, changed)->start_line;
        finding->suggestion = STR("fovea diff lists them all");
        *rest = (Rest){finding, finding->severity};
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    }
    const Str *hard = first_break(find->review, changed);
    if (hard)
        rest->finding->severity = rest->severity;
    review_add_evidence(find, rest->finding,
                        str_format(arena, "%.*s: %.*s", STR_ARG(name),
                                   STR_ARG(*(hard ? hard : changed->breaking.ptr))));
}

/* Declarations of one file that get a finding each; the rest share one. */
#define REPORTED_MAX 5

/* Reports names that the file no longer gives to others. */
static void tell_exports(const ReviewFind *find, const ChangedFile *file)
{
    const StrVec *names = &file->exports_removed;
    for (size_t i = 0; i < names->len && i < REPORTED_MAX; i++) {
        Finding *finding =
            review_add(find, file,
                       str_format(find->review->arena, "%.*s: it is no longer exported",
                                  STR_ARG(names->ptr[i])));
        finding->key = names->ptr[i];
        finding->suggestion = STR("keep it for a while, marked as outdated, or say in the notes of "
                                  "the release that it is gone");
        if (i + 1 == REPORTED_MAX && names->len > REPORTED_MAX)
            finding->more = names->len - REPORTED_MAX;
    }
}

static void visit_file(const ReviewFind *find, const ChangedFile *file, const Map *names)
{
    const ReviewContext *review = find->review;
    Rest rest = {0};
    size_t reported = 0;
    tell_exports(find, file);
    for (size_t k = 0; k < file->symbols.len; k++) {
        const ChangedSymbol *changed = &file->symbols.ptr[k];
        const Symbol *symbol = changed_symbol(review->set, changed);
        if (!is_reported(review, file, changed) ||
            is_reported_in_header(names, file, symbol->name) ||
            has_broken_users(review, file, changed))
            continue;
        if (reported++ < REPORTED_MAX)
            tell(find, changed);
        else
            tell_rest(find, file, changed, &rest);
    }
}

bool review_find_broken(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    Map names = names_in_headers(review);
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        bool inside = false;
        if (review_class(review, file) != FILE_SOURCE || !review_is_own(review, file) ||
            review_is_aside(file) || !is_offered(file))
            continue;
        if (!module_is_kept_inside(review, file, &inside, err))
            return false;
        if (!inside)
            visit_file(find, file, &names);
    }
    return true;
}
