#include "search/handle_hash.h"

#include "index/catalog/hash_prefixes.h"
#include "index/catalog/symbol.h"

/* Shorter prefixes are words, too: `cafe`, `face`. */
#define HASH_PREFIX_MIN 6
#define FILE_DIGITS 8
#define SYMBOL_DIGITS 16

typedef struct Finding {
    const Catalog *catalog;
    void (*visit)(void *context, uint32_t symbol);
    void *context;
    size_t count;
} Finding;

static uint64_t number_of(Str digits)
{
    uint64_t value = 0;
    return str_parse_hex(digits, &value) ? value : 0;
}

static void take(void *context, uint32_t symbol)
{
    Finding *finding = context;
    finding->count++;
    finding->visit(finding->context, symbol);
}

/* Visits symbols by prefixes of file hash and symbol hash. */
static void by_halves(Finding *finding, Str file_digits, Str symbol_digits)
{
    const Catalog *catalog = finding->catalog;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    unsigned other = 4 * (unsigned)(FILE_DIGITS - file_digits.len);
    uint64_t of_file = number_of(file_digits);
    PrefixWanted wanted = {.digits = number_of(symbol_digits),
                           .count = (unsigned)symbol_digits.len,
                           .visit = take,
                           .context = finding};
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if ((uint64_t)symbol_file_hash(catalog->files.ptr[f].path) >> other == of_file)
            catalog_with_hash(catalog, scratch, f, &wanted);
}

void handle_by_hash(const Catalog *catalog, Str text, void (*visit)(void *context, uint32_t symbol),
                    void *context)
{
    Finding finding = {catalog, visit, context, 0};
    size_t colon = str_find_byte(text, ':');
    Str file = colon == STR_NONE ? text : str_slice(text, 0, colon);
    Str symbol = colon == STR_NONE ? (Str){0} : str_from_offset(text, colon + 1);
    if (!str_is_lower_hex(file) || (symbol.len && !str_is_lower_hex(symbol)) ||
        file.len > SYMBOL_DIGITS)
        return;
    if (colon == STR_NONE && text.len >= HASH_PREFIX_MIN && text.len <= FILE_DIGITS)
        by_halves(&finding, text, (Str){0});
    else if (colon == FILE_DIGITS && symbol.len <= SYMBOL_DIGITS)
        by_halves(&finding, file, symbol);
    if (!finding.count && colon == STR_NONE && text.len >= HASH_PREFIX_MIN)
        by_halves(&finding, (Str){0}, text);
}
