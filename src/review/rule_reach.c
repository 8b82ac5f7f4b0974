/* Rules about what functions reach, and what reaches them: effects, and tests. */
#include "review/rule_functions.h"

#include "base/map.h"
#include "base/path.h"
#include "change/places.h"
#include "index/graph/effects.h"
#include "index/graph/levels.h"
#include "index/graph/metrics.h"
#include "index/graph/risk.h"
#include "search/neighbours.h"
#include "search/tests.h"

/* ---- effects ---- */

/* Effects that reviewers should know about when they are new in a module. */
#define EFFECTS_TOLD (EFFECT(PROCESS) | EFFECT(NETWORK) | EFFECT(FILE) | EFFECT(ENVIRONMENT))
/* Those that deserve more than a note. */
#define EFFECTS_WARNED (EFFECT(PROCESS) | EFFECT(NETWORK))

/* Effects of a file in the new state, without reported symbols, whose former effects are known. */
static unsigned effects_of_file(const ReviewContext *review, uint32_t id)
{
    const CatalogFile *row = catalog_row(review->catalog, id);
    const ChangedFile *changed = review_changed_file(review, row->path);
    Arena work = *review->scratch;
    uint8_t *effects = NEW(&work, uint8_t, row->count + 1);
    unsigned all = 0;
    metrics_effects(work, review->catalog, id, effects);
    for (size_t i = 0; changed && i < changed->symbols.len; i++) {
        uint32_t symbol = changed->symbols.ptr[i].new_symbol;
        if (symbol != SYMBOL_ABSENT && symbol + 1 < row->count)
            effects[symbol + 1] = 0;
    }
    for (uint32_t i = 0; i < row->count; i++)
        all |= effects[i];
    return all;
}

static unsigned effects_of_reported(const ReviewContext *review, Str directory)
{
    unsigned effects = 0;
    for (size_t f = 0; f < review->set->files.len; f++)
        for (size_t i = 0; i < review->set->files.ptr[f].symbols.len; i++) {
            const ChangedSymbol *changed = &review->set->files.ptr[f].symbols.ptr[i];
            Str was = review->set->files.ptr[changed->old_file].old.path;
            if (changed->before && str_equal(path_directory(was), directory))
                effects |= changed->before->effects;
        }
    return effects;
}

/* Effects of all code in a directory before the change. */
static unsigned effects_before(const ReviewContext *review, Map *known, Str directory)
{
    bool added;
    uint64_t *effects = map_put(known, directory, &added);
    if (!added)
        return (unsigned)*effects;
    unsigned all = effects_of_reported(review, directory);
    for (uint32_t i = 0; i < review->catalog->files.len; i++) {
        const CatalogFile *file = &review->catalog->files.ptr[i];
        if (file->path.len && file->class != FILE_TEST &&
            str_equal(path_directory(file->path), directory))
            all |= effects_of_file(review, i);
    }
    *effects = all;
    return all;
}

/* Whether all code of the directory is new; then no effect in it is news. */
static bool is_new_directory(const ReviewContext *review, Str directory)
{
    for (uint32_t i = 0; i < review->catalog->files.len; i++) {
        Str path = review->catalog->files.ptr[i].path;
        if (!path.len || !str_equal(path_directory(path), directory))
            continue;
        const ChangedFile *changed = review_changed_file(review, path);
        if (!changed || changed->old.path.len)
            return false;
    }
    return true;
}

static void tell_effects(const ReviewFind *find, const ChangedSymbol *changed, unsigned effects,
                         Str directory)
{
    Arena *arena = find->review->arena;
    Buf list = buf_open(arena, 0);
    effects_put(&list, "", effects);
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    finding->message = str_format(arena, "%.*s is the first in its directory with effects on: %.*s",
                                  STR_ARG(finding->symbol), STR_ARG(buf_str(&list)));
    if (!(effects & EFFECTS_WARNED))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    review_add_evidence(
        find, finding,
        str_format(arena, "no other code in %.*s did that before", STR_ARG(directory)));
    finding->key =
        str_format(arena, "%.*s %.*s", STR_ARG(finding->symbol), STR_ARG(buf_str(&list)));
    finding->suggestion = STR("see that it is meant to, and that what it is given is checked");
}

bool review_find_effects(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    Map known = map_open(review->arena);
    (void)err;
    for (size_t f = 0; review->catalog && f < review->set->files.len; f++) {
        const ChangedFile *file = &review->set->files.ptr[f];
        Str directory = path_directory(file->new.path);
        for (size_t i = 0; review_is_code(review, file) && i < file->symbols.len; i++) {
            const ChangedSymbol *changed = &file->symbols.ptr[i];
            unsigned before = changed->before ? changed->before->effects : 0;
            unsigned after = changed->after ? changed->after->effects & EFFECTS_TOLD : 0;
            unsigned fresh = after & ~before;
            if (!fresh || !(fresh &= ~effects_before(review, &known, directory)) ||
                is_new_directory(review, directory))
                continue;
            tell_effects(find, changed, fresh, directory);
            *map_find(&known, directory) |= fresh; /* report it once */
        }
    }
    return true;
}

/* ---- tests ---- */

/* Nodes examined per function; beyond this it counts as tested. */
#define TESTS_NODES_MAX 4000
/* Tests that run a program from outside have no edges into it. So the rule applies only if a sample
   of TESTS_ASKED complex functions of the language, spread over its files, is reached to at least
   TESTS_SHARE_MIN percent. */
#define TESTS_SHARE_MIN 60
#define TESTS_ASKED 40
#define TANGLED_MIN 5 /* cognitive complexity */

typedef enum Tested {
    TESTED_NOT,
    TESTED_MAYBE, /* callers may be missing */
    TESTED,
} Tested;

static bool is_named_in_tests(const ReviewContext *review, const IdVec *symbols)
{
    const Catalog *catalog = review->catalog;
    Arena work = *review->scratch;
    size_t count = names_count(&catalog->names);
    uint8_t *marks = NEW(&work, uint8_t, count);
    for (size_t i = 0; i < symbols->len; i++)
        marks[catalog_entry(catalog, symbols->ptr[i])->name] = 1;
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len && catalog->files.ptr[i].class == FILE_TEST &&
            catalog_mentions_any(catalog, i, marks, count))
            return true;
    return false;
}

/* Whether one of the symbols has no known user although only its own file or class could use it.
   Then something uses it without an edge. */
static bool are_uses_unseen(const ReviewContext *review, const IdVec *symbols)
{
    const Catalog *catalog = review->catalog;
    Arena work = *review->scratch;
    SymbolMetrics *metrics = NEW(&work, SymbolMetrics, symbols->len);
    metrics_some(work, catalog, symbols->ptr, symbols->len, metrics);
    for (size_t i = 0; i < symbols->len; i++) {
        SymbolPlace place = catalog_place(catalog, symbols->ptr[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        const RiskOf of = risk_of_file(catalog, file);
        if (place.index && !metrics[i].fan_in && !risk_of(&of, place.index, &metrics[i]).exposure &&
            !str_equal(catalog_name(catalog, file->entries[place.index].name), STR("main")))
            return true;
    }
    return false;
}

static Tested is_tested(const ReviewContext *review, uint32_t symbol)
{
    Arena work SCOPED(arena_close) = {0};
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .depth = NEIGHBOURS_DEPTH_MAX,
                                .limit = TESTS_NODES_MAX,
                                .types = true,
                                .lone = true,
                                .overrides = true,
                                .closure = true};
    IdVec focus = {0}, symbols = {0};
    Neighbourhood found;
    arena_open(&work, 0);
    tests_focus(review->catalog, &work, symbol, &focus);
    neighbours_find(review->catalog, &work, focus.ptr, focus.len, &options, &found);
    for (size_t i = 0; i < found.nodes.len; i++) {
        uint32_t node = found.nodes.ptr[i].symbol;
        if (node != SYMBOL_NOWHERE && tests_hold(review->catalog, node))
            return TESTED;
        if (node != SYMBOL_NOWHERE)
            *VEC_PUSH(&work, &symbols) = node;
    }
    bool unseen =
        found.left_out || is_named_in_tests(review, &symbols) || are_uses_unseen(review, &symbols);
    return unseen ? TESTED_MAYBE : TESTED_NOT;
}

typedef struct TangledFile {
    Str path;
    uint32_t file;
} TangledFile;

static int by_path(const void *a, const void *b)
{
    return str_compare(((const TangledFile *)a)->path, ((const TangledFile *)b)->path);
}

/* The language's complex functions, by path, so that the sample does not depend on file ids. */
static IdVec tangled_functions(const ReviewContext *review, const Language *language)
{
    const Catalog *catalog = review->catalog;
    VEC(TangledFile) files = {0};
    IdVec tangled = {0};
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->path.len && file->language == language && file->class == FILE_SOURCE &&
            !classify_is_aside(file->path))
            *VEC_PUSH(review->arena, &files) = (TangledFile){file->path, i};
    }
    if (files.len)
        qsort(files.ptr, files.len, sizeof *files.ptr, by_path);
    for (size_t f = 0; f < files.len; f++) {
        const CatalogFile *file = catalog_row(catalog, files.ptr[f].file);
        for (uint32_t i = 1; i < file->count; i++)
            if (file->entries[i].complexity >= TANGLED_MIN)
                *VEC_PUSH(review->arena, &tangled) = file->first + i;
    }
    return tangled;
}

static bool are_most_reached(const ReviewContext *review, Map *known, const Language *language)
{
    bool added;
    uint64_t *answer = map_put(known, lang_id(language), &added);
    if (!added)
        return *answer;
    IdVec tangled = tangled_functions(review, language);
    size_t reached = 0, asked = 0;
    for (size_t i = 0; i < tangled.len; i += 1 + tangled.len / TESTS_ASKED, asked++)
        reached += is_tested(review, tangled.ptr[i]) == TESTED;
    *answer = asked && reached * 100 >= asked * TESTS_SHARE_MIN;
    return *answer;
}

static void check_tested(const ReviewFind *find, Map *known, const ChangedSymbol *changed,
                         const Places *places)
{
    const ReviewContext *review = find->review;
    const ChangedFile *file = &review->set->files.ptr[changed->file];
    uint32_t symbol = places_dense(places, changed->file, changed->new_symbol, false);
    if (!changed_is_code(changed) || !changed->after || changed->after->risk < RISK_HIGH ||
        symbol == SYMBOL_NOWHERE || !changed->after->fan_in ||
        tests_hold(review->catalog, symbol) ||
        !are_most_reached(review, known, file->new.outline.language) ||
        is_tested(review, symbol) != TESTED_NOT)
        return;
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    finding->message =
        str_format(review->arena, "%.*s needs care, and no test is known to reach it",
                   STR_ARG(finding->symbol));
    review_add_evidence(find, finding,
                        str_format(review->arena, "risk %u of 100", changed->after->risk));
    finding->key = finding->symbol;
    finding->suggestion = STR("write a test that calls it, or what calls it");
}

bool review_find_untested(const ReviewFind *find, Err *err)
{
    const ReviewContext *review = find->review;
    Map known = map_open(review->arena);
    (void)err;
    if (!review->catalog)
        return true;
    Places places = places_of(review->arena, review->set, review->catalog);
    for (size_t f = 0; f < review->set->files.len; f++) {
        const ChangedFile *file = &review->set->files.ptr[f];
        for (size_t i = 0; review_is_code(review, file) && i < file->symbols.len; i++)
            check_tested(find, &known, &file->symbols.ptr[i], &places);
    }
    return true;
}
