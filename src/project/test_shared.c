#include "project/test_shared.h"

/* Places of one test. */
#define PLACES_MAX 50
/* Functions that call each other, which are looked at for one test. */
#define MAKERS_MAX 20
/* Test files that are searched for a title. */
#define FILES_MAX 300

typedef struct Makers {
    Project *project;
    IdVec list; /* functions that make the tests, in the order in which they were found */
    TestPlaceVec *places;
} Makers;

static void add_place(Project *project, TestPlaceVec *places, TestPlace place)
{
    for (size_t i = 0; i < places->len; i++)
        if (places->ptr[i].file == place.file && places->ptr[i].block == place.block)
            return;
    if (places->len < PLACES_MAX)
        *VEC_PUSH(project->request->arena, places) = place;
}

/* ---- functions that make tests ---- */

static bool take_call(void *context, const Edge *edge)
{
    Makers *makers = context;
    const Catalog *catalog = makers->project->session->catalog;
    uint32_t file = catalog_place(catalog, edge->caller).file;
    if (edge->confidence == EDGE_AMBIGUOUS || catalog->files.ptr[file].class != FILE_TEST)
        return true;
    if (!test_block_makes_cases(makers->project, edge->caller)) {
        add_place(makers->project, makers->places, (TestPlace){.file = file});
        return true;
    }
    for (size_t i = 0; i < makers->list.len; i++)
        if (makers->list.ptr[i] == edge->caller)
            return true;
    if (makers->list.len < MAKERS_MAX)
        *VEC_PUSH(makers->project->request->arena, &makers->list) = edge->caller;
    return true;
}

static void find_calls(Project *project, uint32_t symbol, TestPlaceVec *places)
{
    Makers makers = {.project = project, .places = places};
    *VEC_PUSH(project->request->arena, &makers.list) = symbol;
    for (size_t i = 0; i < makers.list.len; i++)
        catalog_edges_to(project->session->catalog, makers.list.ptr[i], take_call, &makers);
}

/* ---- groups that are included by title ---- */

void test_shared_titled(Project *project, uint32_t own, TitledKind kind, Str title,
                        TestPlaceVec *places)
{
    const Catalog *catalog = project->session->catalog;
    const Language *language = catalog->files.ptr[own].language;
    size_t read = 0;
    for (uint32_t f = 0; title.len && f < catalog->files.len && read < FILES_MAX; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (!file->path.len || f == own || file->class != FILE_TEST || file->language != language)
            continue;
        read++;
        const char *path = str_terminate(project->request->arena, file->path);
        if (str_find(project_file(project, (Str){0}, path)->text, title) == STR_NONE)
            continue;
        const TitledBlocks *blocks = test_blocks(project, f);
        for (uint32_t i = 1; blocks && i < blocks->list.len; i++)
            if (blocks->list.ptr[i].kind == kind && str_equal(blocks->list.ptr[i].title, title))
                add_place(project, places, (TestPlace){f, i});
    }
}

/* The title of the shared group around the block; empty: it is in no such group. */
static Str shared_title(const TitledBlocks *blocks, uint32_t block)
{
    for (; block; block = blocks->list.ptr[block].parent)
        if (blocks->list.ptr[block].kind == BLOCK_SHARED)
            return blocks->list.ptr[block].title;
    return (Str){0};
}

/* Whether the group is included in its own file: there it runs where it is written. */
static bool is_included(const TitledBlocks *blocks, Str title)
{
    for (size_t i = 1; i < blocks->list.len; i++)
        if (blocks->list.ptr[i].kind == BLOCK_INCLUDED &&
            str_equal(blocks->list.ptr[i].title, title))
            return true;
    return false;
}

void test_shared_places(Project *project, uint32_t symbol, uint32_t block, TestPlaceVec *places)
{
    uint32_t file = catalog_place(project->session->catalog, symbol).file;
    const TitledBlocks *blocks = test_blocks(project, file);
    if (!blocks || !block || block >= blocks->list.len)
        return;
    Str title = shared_title(blocks, block);
    if (title.len && !is_included(blocks, title))
        test_shared_titled(project, file, BLOCK_INCLUDED, title, places);
    else if (!title.len && test_block_makes_cases(project, symbol))
        find_calls(project, symbol, places);
}
