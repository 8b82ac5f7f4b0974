/* Assignments to state: fills SymbolCode.writes. A member (`self.x`) is state. A bare name is state
   if the file declares a variable or field of that name, and neither the function nor one around it
   binds it. In some languages an assignment is itself a BIND; such a BIND does not make the name
   local. */
#include "lang/walk/locals.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "base/map.h"
#include "lang/walk/flow.h"

/* Number of names that are kept for a symbol, and bytes of one; the rest is dropped. */
#define WRITES_MAX 12
#define WRITE_BYTES_MAX 60

typedef struct Writes {
    Arena *arena;
    Outline *outline;
    Map names;      /* bound name → its number */
    Map declared;   /* names of the file's variables and fields */
    IdMap assigned; /* start offsets of assigned names */
    IdMap local;    /* (symbol, number) of bound names */
} Writes;

static Str leading_name(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == '$'))
        len++;
    return str_slice(text, 0, len);
}

static void collect_local(Writes *writes)
{
    const ReferenceVec *references = &writes->outline->references;
    for (size_t i = 0; i < references->len; i++)
        if (references->ptr[i].kind == REFERENCE_WRITE)
            id_map_put(&writes->assigned, writes->arena, references->ptr[i].start, 0);
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND ||
            id_map_get(&writes->assigned, reference->start) != ID_MAP_NONE)
            continue;
        bool added = false;
        uint64_t *number = map_put(&writes->names, reference->name, &added);
        if (added)
            *number = writes->names.len;
        id_map_put(&writes->local, writes->arena, id_pair(reference->symbol, (uint32_t)*number), 0);
    }
}

static bool is_local(const Writes *writes, uint32_t symbol, Str name)
{
    const uint64_t *number = map_find(&writes->names, name);
    bool found = false;
    for (bool more = number; more && !found; more = symbol) {
        found = id_map_get(&writes->local, id_pair(symbol, (uint32_t)*number)) != ID_MAP_NONE;
        symbol = symbol ? writes->outline->symbols.ptr[symbol - 1].parent : 0;
    }
    return found;
}

static void collect_declared(Writes *writes)
{
    for (size_t i = 0; i < writes->outline->symbols.len; i++) {
        const Symbol *symbol = &writes->outline->symbols.ptr[i];
        if (symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_FIELD ||
            symbol->kind == SYMBOL_PROPERTY || symbol->kind == SYMBOL_CONSTANT)
            map_put(&writes->declared, symbol->name, NULL);
    }
}

/* `x.1`, an element that is written, is `x[]`: any of them. */
static Str without_index(Arena *arena, Str name)
{
    for (size_t i = 1; i < name.len; i++)
        if (name.ptr[i - 1] == '.' && byte_is_digit(name.ptr[i]))
            return str_join(arena, str_slice(name, 0, i - 1), STR("[]"));
    return name;
}

static bool is_state(const Writes *writes, const Reference *reference)
{
    Str name = reference->name, first = leading_name(name);
    if (!reference->symbol || !name.len || name.len > WRITE_BYTES_MAX ||
        str_find_byte(name, ' ') != STR_NONE)
        return false;
    if (first.len < name.len && name.ptr[first.len] == '.')
        return true;
    return first.len && map_find(&writes->declared, first) &&
           !is_local(writes, reference->symbol, first);
}

static bool has_word(Str list, Str word)
{
    Str part;
    while (str_take_until(&list, ' ', &part))
        if (str_equal(part, word))
            return true;
    return false;
}

static void add_write(Arena *arena, Symbol *symbol, Str name)
{
    Str writes = symbol_code(symbol)->writes;
    size_t count = 1;
    for (size_t i = 0; i < writes.len; i++)
        count += writes.ptr[i] == ' ';
    if (!flow_holds_code(symbol->kind) || count >= WRITES_MAX || has_word(writes, name))
        return;
    symbol_code_open(arena, symbol)->writes =
        writes.len ? str_format(arena, "%.*s %.*s", STR_ARG(writes), STR_ARG(name))
                   : str_copy(arena, name);
}

void locals_collect_writes(Arena *arena, Arena scratch, Outline *outline)
{
    ReferenceVec *references = &outline->references;
    Writes writes = {.arena = &scratch,
                     .outline = outline,
                     .names = map_open(&scratch),
                     .declared = map_open(&scratch)};
    size_t kept = 0;
    while (kept < references->len && references->ptr[kept].kind != REFERENCE_WRITE)
        kept++;
    if (kept == references->len)
        return;
    collect_declared(&writes);
    collect_local(&writes);
    for (size_t i = kept; i < references->len; i++) {
        Reference reference = references->ptr[i];
        if (reference.kind == REFERENCE_WRITE)
            reference.name = without_index(arena, reference.name);
        if (reference.kind != REFERENCE_WRITE)
            references->ptr[kept++] = reference;
        else if (is_state(&writes, &reference))
            add_write(arena, &outline->symbols.ptr[reference.symbol - 1], reference.name);
    }
    references->len = kept;
}
