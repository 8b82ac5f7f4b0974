/* The symbol of a question about calls: by its hash, by a line, or by its name. */
#include "org/org_calls.h"
#include "org/org_text.h"

#define FOUND_MAX 1000 /* symbols that a name may mean: a longer list is useless */

#define HASH_FILE_DIGITS 8
#define HASH_DIGITS 16
#define HASH_DIGITS_MIN 6 /* shorter prefixes are words (search/handle_hash.c) */

/* The second half of a symbol hash, or a prefix of it; empty if the text is not a hash. */
static Str identity_digits(Str text)
{
    size_t colon = str_find_byte(text, ':');
    Str digits = colon == STR_NONE ? text : str_from_offset(text, colon + 1);
    bool halves = colon == STR_NONE ||
                  (colon == HASH_FILE_DIGITS && str_is_lower_hex(str_slice(text, 0, colon)));
    bool long_enough = colon == STR_NONE ? digits.len >= HASH_DIGITS_MIN : digits.len > 0;
    return halves && long_enough && digits.len <= HASH_DIGITS && str_is_lower_hex(digits)
               ? digits
               : (Str){0};
}

static bool ask_places(Org *org, Arena *arena, const PostgresStatement *statement,
                       OrgPlaceVec *places, Err *err)
{
    PostgresRows rows;
    if (!postgres_query(org->postgres, arena, statement, &rows, err))
        return false;
    for (size_t i = 0; i < rows.count; i++)
        *VEC_PUSH(arena, places) = org_place(arena, &rows, i);
    return true;
}

static bool find_by_hash(Org *org, Arena *arena, const OrgAsked *asked, Str digits,
                         OrgPlaceVec *places, Err *err)
{
    uint64_t low = 0;
    unsigned rest = 4 * (unsigned)(HASH_DIGITS - digits.len);
    (void)str_parse_hex(digits, &low);
    low <<= rest;
    uint64_t high = rest ? low | ((UINT64_C(1) << rest) - 1) : low;
    const PostgresValue values[] = {{.text = str_format(arena, "%lld", (long long)low)},
                                    {.text = str_format(arena, "%lld", (long long)high)},
                                    {.text = asked->branch},
                                    {.text = str_format(arena, "%d", FOUND_MAX)}};
    return ask_places(org, arena,
                      &(PostgresStatement){
                          .sql = "SELECT " ORG_PLACE_COLUMNS
                                 " FROM fovea.find_identity($1::bigint, $2::bigint, $3, $4::int)",
                          .values = values,
                          .count = COUNT(values)},
                      places, err);
}

/* `path:12`, also `path:12-40` and `path:12:5`. */
static bool find_by_line(Org *org, Arena *arena, const OrgAsked *asked, Str text,
                         OrgPlaceVec *places, Err *err)
{
    uint64_t line = 0, outer;
    size_t colon = str_find_last_byte(text, ':');
    Str path = str_slice(text, 0, colon == STR_NONE ? 0 : colon);
    Str digits = colon == STR_NONE ? (Str){0} : str_from_offset(text, colon + 1);
    size_t before = str_find_last_byte(path, ':');
    if (before != STR_NONE && str_parse_u64(str_from_offset(path, before + 1), &outer)) {
        digits = str_from_offset(path, before + 1);
        path = str_slice(path, 0, before);
    }
    if (!path.len || !str_parse_u64(str_slice(digits, 0, str_find_byte(digits, '-')), &line) ||
        !line || line > INT32_MAX)
        return true;
    const PostgresValue values[] = {{.text = org_text(arena, path)},
                                    {.text = str_format(arena, "%llu", (unsigned long long)line)},
                                    {.text = asked->branch},
                                    {.text = str_format(arena, "%d", FOUND_MAX)}};
    return ask_places(org, arena,
                      &(PostgresStatement){.sql = "SELECT " ORG_PLACE_COLUMNS
                                                  " FROM fovea.find_line($1, $2::int, $3, $4::int)",
                                           .values = values,
                                           .count = COUNT(values)},
                      places, err);
}

bool org_calls_candidates(Org *org, Arena *arena, const OrgAsked *asked, Str *text, OrgTree *tree,
                          Err *err)
{
    OrgPlaceVec places = {0};
    Str digits = identity_digits(*text);
    if ((digits.len && !find_by_hash(org, arena, asked, digits, &places, err)) ||
        (!places.len && !find_by_line(org, arena, asked, *text, &places, err)) ||
        (!places.len && !org_find_named(org, arena, asked, *text, &places, err)) ||
        !org_tree_make(org, arena, asked->branch, &places, tree, err))
        return false;
    *text = org_tree_handle(tree, arena, *text);
    return true;
}

uint32_t org_calls_by_hash(const OrgTree *tree, Arena *arena, Str text)
{
    uint32_t found = SYMBOL_NOWHERE;
    Str digits = identity_digits(text);
    Str half = str_slice(text, 0, str_find_byte(text, ':') == STR_NONE ? 0 : HASH_FILE_DIGITS + 1);
    for (uint32_t i = 0; digits.len && i < tree->catalog->symbol_count; i++) {
        if (!catalog_place(tree->catalog, i).index || !tree->catalog->elsewhere->known[i])
            continue;
        Str hash = catalog_symbol_hash(tree->catalog, arena, i);
        if (!str_starts(hash, half) ||
            !str_starts(str_from_offset(hash, HASH_FILE_DIGITS + 1), digits))
            continue;
        if (found != SYMBOL_NOWHERE)
            return SYMBOL_NOWHERE;
        found = i;
    }
    return found;
}
