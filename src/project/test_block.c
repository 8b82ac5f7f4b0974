#include "project/test_block.h"

static BlockWordsVec words_of(Arena *arena, const ProjectTable *table)
{
    BlockWordsVec words = {0};
    for (size_t i = 0; table && i < table->count; i++)
        if (table->rows[i].block.words)
            *VEC_PUSH(arena, &words) = table->rows[i].block;
    return words;
}

/* Whether the text has one of the words of that kind. *any: there are such words. */
static bool has_word_of(const BlockWordsVec *words, TitledKind kind, Arena *arena, Str text,
                        bool *any)
{
    *any = false;
    for (size_t i = 0; i < words->len; i++) {
        Str rest = str_from(words->ptr[i].words), word;
        while (words->ptr[i].kind == kind && str_take_until(&rest, ' ', &word)) {
            *any = true;
            if (project_has_word(text, str_terminate(arena, word)))
                return true;
        }
    }
    return false;
}

/* Whether the text has one of the words that are needed, if any are. */
static bool has_needed(const BlockWordsVec *words, Arena *arena, Str text)
{
    bool any;
    return has_word_of(words, BLOCK_NEEDS, arena, text, &any) || !any;
}

bool test_blocks_are_among(Project *project, uint32_t file)
{
    Arena *arena = project->request->arena;
    const CatalogFile *row = &project->session->catalog->files.ptr[file];
    BlockWordsVec words = words_of(arena, project_table_of(row->language));
    bool any;
    if (!titled_blocks_has_any(&words, BLOCK_AMONG))
        return false;
    Str text = project_file(project, (Str){0}, str_terminate(arena, row->path))->text;
    return has_word_of(&words, BLOCK_AMONG, arena, text, &any) && test_blocks(project, file);
}

static bool has_cases(const TitledBlocks *blocks)
{
    for (size_t i = 0; i < blocks->list.len; i++)
        if (blocks->list.ptr[i].kind == BLOCK_CASE || blocks->list.ptr[i].kind == BLOCK_SETUP ||
            blocks->list.ptr[i].kind == BLOCK_SHARED)
            return true;
    return false;
}

const TitledBlocks *test_blocks(Project *project, uint32_t file)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    const CatalogFile *row = &catalog->files.ptr[file];
    if (!project->blocks)
        project->blocks = NEW(arena, TitledBlocks *, catalog->files.len + 1);
    if (!project->blocks[file]) {
        TitledBlocks *blocks = project->blocks[file] = NEW(arena, TitledBlocks, 1);
        BlockWordsVec words = words_of(arena, project_table_of(row->language));
        Str text = words.len
                       ? project_file(project, (Str){0}, str_terminate(arena, row->path))->text
                       : (Str){0};
        if (!text.len || !has_needed(&words, arena, text) ||
            !titled_blocks_read(arena, *project->request->scratch, row->language, text, &words,
                                blocks) ||
            !has_cases(blocks))
            *blocks = (TitledBlocks){0};
    }
    return project->blocks[file]->list.len ? project->blocks[file] : NULL;
}

bool test_block_makes_cases(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const Entry *entry = catalog_entry(catalog, symbol);
    bool function = entry->kind == SYMBOL_FUNCTION || entry->kind == SYMBOL_METHOD;
    if (!place.index || !function || catalog->files.ptr[place.file].class != FILE_TEST)
        return false;
    const TitledBlocks *blocks = test_blocks(project, place.file);
    for (size_t i = 1; blocks && i < blocks->list.len; i++) {
        const TitledBlock *block = &blocks->list.ptr[i];
        if (block->kind == BLOCK_CASE && block->first_line >= entry->start_line &&
            block->last_line <= entry->end_line)
            return true;
    }
    return false;
}

Str test_block_path(const TitledBlocks *blocks, Arena *arena, uint32_t block, const char *between)
{
    Str path = {0};
    for (uint32_t at = block; at; at = blocks->list.ptr[at].parent) {
        const TitledBlock *one = &blocks->list.ptr[at];
        bool shown = one->kind == BLOCK_GROUP || one->kind == BLOCK_CASE;
        if (!shown || !one->title.len)
            continue;
        path = path.len
                   ? str_format(arena, "%.*s%s%.*s", STR_ARG(one->title), between, STR_ARG(path))
                   : one->title;
    }
    return path;
}

bool test_block_is_off(const TitledBlocks *blocks, uint32_t block)
{
    for (; block; block = blocks->list.ptr[block].parent)
        if (blocks->list.ptr[block].kind == BLOCK_OFF)
            return true;
    return false;
}
