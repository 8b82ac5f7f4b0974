/* The files of the nodes are read, and documents, where the project's settings say that their
   examples are run. The words of each line with a prompt are looked up among the nodes. */
#include "relations/doc_tests.h"

#include "base/map.h"

/* Files with examples that are read for one answer. */
#define FILES_MAX 100

typedef struct Search {
    Project *project;
    const Neighbourhood *found;
    DocTestVec *tests;
    Map names; /* of nodes -> 1 + index of the nearest */
    IdMap read;
    IdMap known; /* symbols and blocks that are listed */
} Search;

static const ProjectRow *row_with_prompt(const ProjectTable *table)
{
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].doc_prompt)
            return &table->rows[i];
    return NULL;
}

static const ProjectRow *row_that_runs(const ProjectTable *table)
{
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].docs || table->rows[i].doc_block)
            return &table->rows[i];
    return NULL;
}

/* The nearest node that a word of the line names; NULL: none. */
static const Neighbour *named_in(const Search *search, Str line)
{
    const Neighbour *nearest = NULL;
    for (size_t at = 0; at < line.len;) {
        size_t start = at;
        while (at < line.len && byte_is_word(line.ptr[at]))
            at++;
        Str word = str_slice(line, start, at);
        const uint64_t *index = word.len ? map_find(&search->names, word) : NULL;
        const Neighbour *node = index ? &search->found->nodes.ptr[*index - 1] : NULL;
        if (node && (!nearest || node->steps < nearest->steps))
            nearest = node;
        at += at == start;
    }
    return nearest;
}

static uint32_t innermost(const CatalogFile *file, uint32_t line)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < file->count && file->entries[i].start_line <= line; i++)
        if (file->entries[i].end_line >= line)
            found = i;
    return file->first + found;
}

static void add(Search *search, DocTest test)
{
    uint64_t key = id_pair(test.block, test.symbol);
    if (id_map_put(&search->known, search->project->request->arena, key, 0) == ID_MAP_NONE)
        *VEC_PUSH(search->project->request->arena, search->tests) = test;
}

/* Adds the blocks that run the examples of the file's modules: `doctest Wallet.Money`. */
static void add_blocks(Search *search, const CatalogFile *file, const char *word,
                       const Neighbour *node)
{
    const Catalog *catalog = search->project->session->catalog;
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *other = &catalog->files.ptr[f];
        if (!other->path.len || other->class != FILE_TEST || other->language != file->language ||
            search->read.len >= FILES_MAX)
            continue;
        const TitledBlocks *blocks = test_blocks(search->project, (uint32_t)f);
        for (uint32_t i = 1; blocks && i < blocks->list.len; i++) {
            const TitledBlock *block = &blocks->list.ptr[i];
            for (uint32_t k = 1; k < file->count && str_equal(block->word, str_from(word)); k++) {
                SymbolKind kind = (SymbolKind)file->entries[k].kind;
                Str name = catalog_qualified_name(catalog, search->project->request->arena,
                                                  file->first + k);
                if (kind == SYMBOL_MODULE && str_ends(block->title, name))
                    add(search,
                        (DocTest){innermost(catalog_row(catalog, (uint32_t)f), block->first_line),
                                  i, node});
            }
        }
    }
}

static void read_file(Search *search, uint32_t f, const ProjectRow *prompt, const ProjectRow *runs)
{
    const Catalog *catalog = search->project->session->catalog;
    Arena *arena = search->project->request->arena;
    const CatalogFile *file = catalog_row(catalog, f);
    if (search->read.len >= FILES_MAX || id_map_put(&search->read, arena, f, 0) != ID_MAP_NONE ||
        (runs->docs && !runs->docs(search->project, file)))
        return;
    Str text = project_file(search->project, (Str){0}, str_terminate(arena, file->path))->text;
    uint32_t number = 0;
    for (Str line; str_take_line(&text, &line);) {
        number++;
        if (!str_starts(str_trim(line), str_from(prompt->doc_prompt)))
            continue;
        const Neighbour *node = named_in(search, line);
        if (node && runs->doc_block)
            add_blocks(search, file, runs->doc_block, node);
        else if (node)
            add(search, (DocTest){innermost(file, number), 0, node});
    }
}

/* Reads the documents, whose examples are in the language of the row. */
static void read_documents(Search *search, const ProjectRow *prompt, const ProjectRow *runs)
{
    const Catalog *catalog = search->project->session->catalog;
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if (catalog->files.ptr[f].path.len && catalog->files.ptr[f].class == FILE_DOC)
            read_file(search, f, prompt, runs);
}

void doc_tests_find(Project *project, const Neighbourhood *found, DocTestVec *tests)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    Search search = {.project = project, .found = found, .tests = tests, .names = map_open(arena)};
    const ProjectRow *prompt = NULL, *runs = NULL;
    for (size_t i = 0; i < found->nodes.len; i++) {
        uint32_t symbol = found->nodes.ptr[i].symbol;
        SymbolPlace place =
            symbol == SYMBOL_NOWHERE ? (SymbolPlace){0} : catalog_place(catalog, symbol);
        if (!place.index || catalog->files.ptr[place.file].class != FILE_SOURCE)
            continue;
        uint64_t *index = map_put(
            &search.names, catalog_name(catalog, catalog_entry(catalog, symbol)->name), NULL);
        *index = *index ? *index : i + 1;
    }
    for (size_t i = 0; i < found->nodes.len && search.read.len < FILES_MAX; i++) {
        uint32_t symbol = found->nodes.ptr[i].symbol;
        if (symbol == SYMBOL_NOWHERE)
            continue;
        uint32_t file = catalog_place(catalog, symbol).file;
        const ProjectTable *table = project_table_of(catalog->files.ptr[file].language);
        const ProjectRow *own = row_with_prompt(table), *own_runs = row_that_runs(table);
        if (!own || !own_runs || catalog->files.ptr[file].class != FILE_SOURCE)
            continue;
        prompt = own;
        runs = own_runs;
        read_file(&search, file, prompt, runs);
    }
    if (runs && runs->docs)
        read_documents(&search, prompt, runs);
}
