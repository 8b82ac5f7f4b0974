/* Scope analysis of local variables, in three passes. The first records in a hash table which names
   each symbol binds. The second drops uses of bound names, and bindings that no other reference
   depends on. The third orders the rest so that a value comes before the binding that it
   initialises. */
#include "lang/walk/locals.h"
#include "lang/walk/type.h"

#include "base/map.h"

#include "base/buf.h"
#include "lang/registry.h"
#include "lang/walk/argument.h"

/* Names are numbered. The key of a bound name is the eight bytes (symbol, number). Its value has
   the bit BOUND_ASKED if a reference depends on it, and in the bits above index + 1 of the BIND
   with its declared type. */
#define BOUND_ASKED 1
/* Two BINDs of one name at one place are at most this many references apart. */
#define REPEATED_WITHIN 4
/* Bounds the search for the end of an initialiser; in longer ones (whole modules) references may
   stay out of order. */
#define VALUE_REFERENCES_MAX 1000
typedef struct Locals {
    Arena *arena; /* temporary */
    Arena *outlasting;
    Outline *outline;
    Map names;
    Map bound;
} Locals;

typedef struct BoundKey {
    uint32_t symbol, name;
} BoundKey;

static Str key_text(const BoundKey *key)
{
    return (Str){(const char *)key, sizeof *key};
}

/* The leading name of a receiver: `a` of `a.b()`, `self` of `self.x.y`. */
static Str leading_name(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == '$'))
        len++;
    return str_slice(text, 0, len);
}

/* Finds a bound name in the symbol or one around it. Names bound outside of all symbols (loop
   variables) hold only there. */
static uint64_t *find_bound(const Locals *settle, uint32_t symbol, Str name)
{
    const uint64_t *number = map_find(&settle->names, name);
    uint64_t *found = NULL;
    for (bool more = number; more && !found; more = symbol) {
        BoundKey key = {symbol, (uint32_t)*number};
        found = map_find(&settle->bound, key_text(&key));
        symbol = symbol ? settle->outline->symbols.ptr[symbol - 1].parent : 0;
    }
    return found;
}

static void collect(Locals *settle)
{
    const ReferenceVec *references = &settle->outline->references;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND)
            continue;
        bool added = false;
        uint64_t *number = map_put(&settle->names, reference->name, &added);
        if (added)
            *number = settle->names.len;
        BoundKey *key = NEW(settle->arena, BoundKey, 1);
        *key = (BoundKey){reference->symbol, (uint32_t)*number};
        map_put(&settle->bound, key_text(key), NULL);
    }
}

static bool is_self(Str name)
{
    return str_equal(name, STR("self")) || str_equal(name, STR("this")) ||
           str_equal(name, STR("cls")) || str_equal(name, STR("$this"));
}

/* Whether it binds a variable of a function, not a member such as `self.x`, which other functions
   may use. */
static bool is_local(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND &&
           leading_name(reference->name).len == reference->name.len;
}

/* ---- arguments ---- */

/* Appends one part of an argument. A variable of a declared type becomes a value of that type. For
   anything else, the variable that it starts with is marked as needed. */
static void put_piece(const Locals *settle, const Reference *call, Str piece, Buf *out)
{
    Str name = leading_name(piece);
    uint64_t *bound = name.len ? find_bound(settle, call->symbol, name) : NULL;
    uint64_t typed = bound ? *bound >> 1 : 0;
    if (typed && name.len == piece.len) {
        buf_put(out, type_erased(out->arena, settle->outline->references.ptr[typed - 1].receiver));
        buf_put(out, STR("{}"));
        return;
    }
    if (bound)
        *bound |= BOUND_ASKED;
    buf_put(out, piece);
}

static size_t piece_length(Str text)
{
    size_t len = 0;
    while (len < text.len && !byte_in(text.ptr[len], ",|+"))
        len++;
    return len;
}

static Str resolve_given(const Locals *settle, const Reference *call)
{
    Buf out = buf_open(settle->outlasting, 0);
    Str rest = call->given;
    size_t argument = 0; /* where the current argument begins */
    while (rest.len) {
        size_t len = piece_length(rest);
        put_piece(settle, call, str_slice(rest, 0, len), &out);
        if (out.len - argument > ARGUMENT_BYTES_MAX)
            return (Str){0};
        if (len < rest.len)
            buf_put_byte(&out, rest.ptr[len]);
        if (len < rest.len && rest.ptr[len] == ',')
            argument = out.len;
        rest = str_from_offset(rest, len + 1);
    }
    return buf_str(&out);
}

/* ---- marks ---- */

static void note_type(const Locals *settle, const Reference *bind, size_t index)
{
    uint64_t *bound = find_bound(settle, bind->symbol, bind->name);
    bool typed = bind->receiver.len && !(bind->flags & REFERENCE_VALUE);
    if (bound)
        *bound = (*bound & BOUND_ASKED) | (typed ? (uint64_t)(index + 1) << 1 : 0);
}

/* Marks the bound names that references depend on, and drops uses of bound names. */
static void mark_and_drop(Locals *settle)
{
    ReferenceVec *references = &settle->outline->references;
    size_t kept = 0;
    for (size_t i = 0; i < references->len; i++) {
        Reference reference = references->ptr[i];
        bool bind = reference.kind == REFERENCE_BIND;
        bool typed = bind && !(reference.flags & REFERENCE_VALUE);
        Str name =
            bind || reference.receiver.len ? leading_name(reference.receiver) : reference.name;
        uint64_t *bound = typed || !name.len ? NULL : find_bound(settle, reference.symbol, name);
        bool use = reference.kind == REFERENCE_USE && !reference.receiver.len;
        if (use && (bound || is_self(reference.name)))
            continue;
        if (bound)
            *bound |= BOUND_ASKED;
        if (reference.given.len)
            reference.given = resolve_given(settle, &reference);
        references->ptr[kept++] = reference;
        if (bind && settle->outline->language->argument)
            note_type(settle, &reference, kept - 1);
    }
    references->len = kept;
}

/* Several rules may bind a name at one place. Whether an earlier BIND is for the same place:
   without a type, it then takes over the new one. */
static bool is_repeated(const Reference *reference, Reference *references, size_t count)
{
    size_t least = count > REPEATED_WITHIN ? count - REPEATED_WITHIN : 0;
    if (reference->kind != REFERENCE_BIND)
        return false;
    for (size_t i = count; i-- > least;) {
        Reference *last = &references[i];
        if (last->kind != REFERENCE_BIND || last->start != reference->start ||
            !str_equal(last->name, reference->name))
            continue;
        if (!last->receiver.len) {
            last->receiver = reference->receiver;
            last->flags = reference->flags;
        }
        return true;
    }
    return false;
}

static bool is_idle(const Locals *settle, const Reference *reference)
{
    if (reference->kind != REFERENCE_BIND)
        return false;
    if (!is_local(reference) || is_self(reference->name))
        return !reference->receiver.len;
    const uint64_t *bound = find_bound(settle, reference->symbol, reference->name);
    return bound && !(*bound & BOUND_ASKED);
}

static void drop_idle(const Locals *settle, bool keep)
{
    ReferenceVec *references = &settle->outline->references;
    size_t kept = 0;
    for (size_t i = 0; i < references->len; i++) {
        Reference reference = references->ptr[i];
        if (!is_repeated(&reference, references->ptr, kept) &&
            (keep || !is_idle(settle, &reference)))
            references->ptr[kept++] = reference;
    }
    references->len = kept;
}

/* ---- order ---- */

typedef struct Order {
    const Locals *settle;
    Map seen; /* BoundKeys of the names bound so far */
} Order;

static void note_seen(Order *order, const Reference *bind)
{
    const uint64_t *number = map_find(&order->settle->names, bind->name);
    BoundKey *key = NEW(order->settle->arena, BoundKey, 1);
    *key = (BoundKey){bind->symbol, number ? (uint32_t)*number : 0};
    map_put(&order->seen, key_text(key), NULL);
}

/* Whether the name was bound before, in the symbol or one around it. */
static bool was_seen(const Order *order, const Reference *bind)
{
    const uint64_t *number = map_find(&order->settle->names, bind->name);
    for (uint32_t symbol = bind->symbol; number;
         symbol = order->settle->outline->symbols.ptr[symbol - 1].parent) {
        BoundKey key = {symbol, (uint32_t)*number};
        if (map_find(&order->seen, key_text(&key)))
            return true;
        if (!symbol)
            break;
    }
    return false;
}

/* Moves the BIND at `at` after the references of its initialiser. */
static void move_behind(ReferenceVec *references, size_t at)
{
    Reference bind = references->ptr[at];
    size_t end = at + 1, most = MIN(references->len, at + VALUE_REFERENCES_MAX);
    while (end < most && references->ptr[end].start < bind.until)
        end++;
    memmove(&references->ptr[at], &references->ptr[at + 1], (end - at - 1) * sizeof bind);
    bind.until = 0;
    references->ptr[end - 1] = bind;
}

/* `x = x.next()`: the x on the right is the previous one, so its reference must come before the
   BIND. */
static void bind_after_values(const Locals *settle)
{
    ReferenceVec *references = &settle->outline->references;
    Order order = {.settle = settle, .seen = map_open(settle->arena)};
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND)
            continue;
        bool waits = reference->until > reference->start && was_seen(&order, reference);
        note_seen(&order, reference);
        if (waits)
            move_behind(references, i--); // another reference is at this index now
    }
}

void locals_resolve_references(Arena *arena, Arena scratch, Outline *outline, bool keep)
{
    Locals settle = {.arena = &scratch,
                     .outlasting = arena,
                     .outline = outline,
                     .names = map_open(&scratch),
                     .bound = map_open(&scratch)};
    collect(&settle);
    if (!settle.bound.len)
        return;
    mark_and_drop(&settle);
    drop_idle(&settle, keep);
    bind_after_values(&settle);
}
