/* Parts of all ranked files compete in one list. Factors lower what most questions are not after:
   types and values, prototypes, tests and documents. */
#include "search/rank_declarations.h"

#include <math.h>
#include <stdlib.h>

/* Factors for declarations by kind: most questions ask for code that does something. */
#define TYPE_WORTH 0.5F
#define VALUE_WORTH 0.5F
#define WHOLE_WORTH 0.5F
#define BODILESS_WORTH 0.6F
/* The part of a file's role that its declarations do not have in their file's score already. */
#define ROLE_POWER 1.5F

/* ---- factors ---- */

static float kind_worth(const DeclarationOptions *options, const RankedFile *file,
                        const RankedPart *part)
{
    const CatalogFile *row = catalog_row(options->catalog, file->file);
    const Entry *entry = &row->entries[part->entry];
    SymbolKind kind = (SymbolKind)entry->kind;
    if (options->docs || part->asked > 0 ||
        (options->question->asks_for_docs && rank_is_prose(row)))
        return 1;
    if (symbol_is_callable(kind))
        return entry->modifiers & ENTRY_HAS_BODY || kind == SYMBOL_MACRO ? 1 : BODILESS_WORTH;
    if (kind == SYMBOL_DOCUMENT || kind == SYMBOL_SECTION)
        return WHOLE_WORTH;
    return symbol_is_type(kind) || kind == SYMBOL_TYPE || kind == SYMBOL_ENUM ? TYPE_WORTH
                                                                              : VALUE_WORTH;
}

typedef struct OwnerLook {
    const Question *question;
    uint64_t met;
} OwnerLook;

static void look_at_owner(void *context, uint32_t term, Str word, bool joined)
{
    OwnerLook *look = context;
    (void)word;
    for (size_t i = 0; i < look->question->terms.len && !joined; i++)
        if (look->question->terms.ptr[i].term == term)
            look->met |= UINT64_C(1) << i;
}

/* Share of the question's weight in the names of the containers. */
static float owner_share(const DeclarationOptions *options, const Ranking *ranking,
                         const RankedDeclaration *declaration)
{
    OwnerLook look = {.question = options->question};
    const CatalogFile *row = catalog_row(options->catalog, declaration->file->file);
    float sum = 0;
    for (uint32_t owner = row->entries[declaration->entry].parent; owner;
         owner = row->entries[owner].parent)
        terms_visit(catalog_name(options->catalog, row->entries[owner].name), look_at_owner, &look);
    for (size_t i = 0; i < options->question->terms.len; i++)
        if (look.met >> i & 1)
            sum += ranking->shares[i];
    return sum;
}

/* ---- the list ---- */

static float sum_up(const RankedDeclaration *declaration)
{
    static const float weights[] = {
#define X(id, name, weight) weight,
        DECLARATION_EVIDENCE(X)
#undef X
    };
    float sum = 0;
    for (size_t i = 0; i < DECLARATION_EVIDENCE_COUNT; i++)
        sum += weights[i] * declaration->evidence[i];
    return sum * declaration->worth;
}

static int compare_declarations(const void *a, const void *b)
{
    const RankedDeclaration *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void rank_settle(RankedDeclarationVec *list)
{
    for (size_t i = 0; i < list->len; i++)
        list->ptr[i].score = sum_up(&list->ptr[i]);
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, compare_declarations);
}

static void take_part(const DeclarationOptions *options, const RankedFile *file,
                      const RankedPart *part, RankedDeclaration *declaration)
{
    const CatalogFile *row = catalog_row(options->catalog, file->file);
    const Entry *entry = &row->entries[part->entry];
    *declaration = (RankedDeclaration){.file = file, .part = part, .entry = part->entry};
    float *evidence = declaration->evidence;
    evidence[DECLARATION_WORDS] = part->text;
    evidence[DECLARATION_FILE] = file->score;
    evidence[DECLARATION_ASKED] = part->asked;
    if (symbol_is_callable((SymbolKind)entry->kind))
        evidence[DECLARATION_MENTIONED] = part->mentioned;
    evidence[DECLARATION_NEAR] = part->near * file->near;
    evidence[DECLARATION_SIZE] = logf(1 + (float)(entry->end_line - entry->start_line + 1));
    declaration->worth =
        kind_worth(options, file, part) * (file->role > 0 ? powf(file->role, ROLE_POWER) : 1);
}

void rank_declarations(const DeclarationOptions *options, Arena *arena, const Ranking *ranking,
                       RankedDeclarationVec *list)
{
    for (size_t i = 0; i < ranking->files.len; i++) {
        const RankedFile *file = &ranking->files.ptr[i];
        for (size_t k = 0; k < RANK_PARTS_MAX && file->parts[k].score > 0; k++) {
            RankedDeclaration *declaration = VEC_PUSH(arena, list);
            take_part(options, file, &file->parts[k], declaration);
            declaration->order = (uint32_t)list->len;
        }
    }
    rank_settle(list);
    list->len = MIN(list->len, options->limit);
    for (size_t i = 0; i < list->len; i++)
        if (list->ptr[i].entry)
            list->ptr[i].evidence[DECLARATION_OWNER] = owner_share(options, ranking, &list->ptr[i]);
}
