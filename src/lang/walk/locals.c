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
#include "lang/walk/type_head.h"

/* Names are numbered. The key of a bound name is the eight bytes (symbol, number). Its value has
   the bit BOUND_ASKED if a reference depends on it, and in the bits above index + 1 of the BIND
   with its declared type. */
#define BOUND_ASKED 1
/* Two BINDs of one name at one place are at most this many references apart. */
#define REPEATED_WITHIN 4
/* Bounds the search for the end of an initialiser; in longer ones (whole modules) references may
   stay out of order. */
#define VALUE_REFERENCES_MAX 1000
/* Variables that stand for each other in a row, before one is taken for unknown. */
#define RETURNED_STEPS_MAX 4
/* A longer returned expression is taken for unknown. */
#define RETURNED_BYTES_MAX 200
/* Of a value in Locals.inner. */
#define INNER_ONLY 1
#define INNER_OPEN 2
typedef struct Locals {
    Arena *arena; /* temporary */
    Arena *outlasting;
    Outline *outline;
    Map names;
    Map bound;
    Map inner; /* keys as in `bound`: INNER_ONLY when only unnamed scopes bind the name, and
                  INNER_OPEN for each such scope around the reference that is being read */
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

static bool is_end(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && reference->flags & REFERENCE_ENDS;
}

static bool is_inner(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && reference->flags & REFERENCE_INNER;
}

/* Whether it begins or ends a place where a variable that is bound elsewhere has another type. */
static bool narrows(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND &&
           reference->flags & (REFERENCE_NARROWS | REFERENCE_WIDENS);
}

/* Whether it says what a name has that is declared elsewhere: `list << Foo.new`. */
static bool guesses(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && reference->flags & REFERENCE_GUESSES;
}

static void collect(Locals *settle)
{
    const ReferenceVec *references = &settle->outline->references;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND || is_end(reference) || narrows(reference) ||
            guesses(reference))
            continue;
        bool added = false;
        uint64_t *number = map_put(&settle->names, reference->name, &added);
        if (added)
            *number = settle->names.len;
        BoundKey *key = NEW(settle->arena, BoundKey, 1);
        *key = (BoundKey){reference->symbol, (uint32_t)*number};
        map_put(&settle->bound, key_text(key), &added);
        uint64_t *inner = map_put(&settle->inner, key_text(key), NULL);
        *inner = is_inner(reference) && (added || *inner) ? INNER_ONLY : 0;
    }
}

/* Whether a name that only unnamed scopes bind is read outside of them. */
static bool is_outside(const Locals *settle, uint32_t symbol, Str name)
{
    const uint64_t *number = map_find(&settle->names, name);
    for (bool more = number; more; more = symbol) {
        BoundKey key = {symbol, (uint32_t)*number};
        const uint64_t *inner = map_find(&settle->inner, key_text(&key));
        if (inner && *inner != INNER_ONLY)
            return false;
        symbol = symbol ? settle->outline->symbols.ptr[symbol - 1].parent : 0;
    }
    return true;
}

/* Follows the unnamed scopes around the references. */
static void note_inner(const Locals *settle, const Reference *bind)
{
    const uint64_t *number = map_find(&settle->names, bind->name);
    BoundKey key = {bind->symbol, number ? (uint32_t)*number : 0};
    uint64_t *inner = map_find(&settle->inner, key_text(&key));
    if (!inner)
        return;
    if (!is_end(bind))
        *inner += is_inner(bind) ? INNER_OPEN : 0;
    else if (*inner >= INNER_OPEN)
        *inner -= INNER_OPEN;
}

static bool is_self(Str name)
{
    return str_equal(name, STR("self")) || str_equal(name, STR("this")) ||
           str_equal(name, STR("cls")) || str_equal(name, STR("$this"));
}

static bool is_returned(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && str_equal(reference->name, STR(RETURNED_NAME));
}

/* Whether it binds a variable of a function, not a member such as `self.x`, which other functions
   may use. */
static bool is_local(const Reference *reference)
{
    return reference->kind == REFERENCE_BIND && !is_returned(reference) &&
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

/* Marks the bound names among the words of a text with arguments (lang/walk/given.h). */
static void mark_words(const Locals *settle, const Reference *reference, Str text)
{
    for (size_t i = 0; i < text.len;) {
        Str name = leading_name(str_from_offset(text, i));
        bool member = i && byte_in(text.ptr[i - 1], ".&");
        uint64_t *bound = name.len && !member ? find_bound(settle, reference->symbol, name) : NULL;
        if (bound)
            *bound |= BOUND_ASKED;
        i += MAX(name.len, (size_t)1);
    }
}

static void mark_arguments(Locals *settle, Reference *reference)
{
    const Language *language = settle->outline->language;
    if (str_find(reference->receiver, STR("<=")) != STR_NONE)
        mark_words(settle, reference, reference->receiver);
    bool kept = language->calls_keep_arguments && !language->argument;
    if (reference->given.len && kept)
        mark_words(settle, reference, reference->given);
    else if (reference->given.len)
        reference->given = resolve_given(settle, reference);
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
        if (bind)
            note_inner(settle, &reference);
        bool outside = use && bound && is_outside(settle, reference.symbol, name);
        if (use && ((bound && !outside) || is_self(reference.name)))
            continue;
        if (bound)
            *bound |= BOUND_ASKED;
        mark_arguments(settle, &reference);
        references->ptr[kept++] = reference;
        if (bind && !narrows(&reference) && settle->outline->language->argument)
            note_type(settle, &reference, kept - 1);
    }
    references->len = kept;
}

/* Several rules may bind a name at one place. Whether an earlier BIND is for the same place:
   without a type, it then takes over the new one. */
static bool is_repeated(const Reference *reference, Reference *references, size_t count)
{
    size_t least = count > REPEATED_WITHIN ? count - REPEATED_WITHIN : 0;
    if (reference->kind != REFERENCE_BIND || is_end(reference) || narrows(reference))
        return false;
    for (size_t i = count; i-- > least;) {
        Reference *last = &references[i];
        if (last->kind != REFERENCE_BIND || is_end(last) || narrows(last) ||
            last->start != reference->start || !str_equal(last->name, reference->name))
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
    if (!is_end(reference) && (!is_local(reference) || is_self(reference->name)))
        return !reference->receiver.len;
    const uint64_t *bound = find_bound(settle, reference->symbol, reference->name);
    bool called = narrows(reference) && !bound && str_ends(reference->receiver, STR("s>"));
    return called || (guesses(reference) && !bound) || (bound && !(*bound & BOUND_ASKED));
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

/* ---- results ---- */

/* The last BIND of the name in the symbol before the reference at `at`, in a scope that is open
   there; NULL: none. */
static const Reference *open_before(const ReferenceVec *references, size_t at, uint32_t symbol,
                                    Str name)
{
    size_t least = at > VALUE_REFERENCES_MAX ? at - VALUE_REFERENCES_MAX : 0;
    size_t ended = 0; // scopes that ended before
    for (size_t i = at; i-- > least;) {
        const Reference *bind = &references->ptr[i];
        if (bind->kind != REFERENCE_BIND || bind->symbol != symbol || !str_equal(bind->name, name))
            continue;
        if (is_end(bind))
            ended++;
        else if (ended && is_inner(bind))
            ended--;
        else if (!ended)
            return bind;
    }
    return NULL;
}

/* The BIND of the name that holds at a reference: the last in its symbol; else one after it, since
   a value that is the last of a body is listed before what is in the body; else one of an unnamed
   scope around the symbol. */
static const Reference *bound_before(const Locals *settle, size_t at, Str name)
{
    const ReferenceVec *references = &settle->outline->references;
    uint32_t symbol = references->ptr[at].symbol;
    const Reference *last = open_before(references, at, symbol, name);
    size_t most = last ? 0 : MIN(references->len, at + VALUE_REFERENCES_MAX);
    for (size_t i = at + 1; i < most && references->ptr[i].symbol == symbol; i++) {
        const Reference *bind = &references->ptr[i];
        if (bind->kind == REFERENCE_BIND && !is_end(bind) && str_equal(bind->name, name))
            last = bind;
    }
    while (!last && symbol) {
        symbol = settle->outline->symbols.ptr[symbol - 1].parent;
        const Reference *outer = open_before(references, at, symbol, name);
        last = outer && is_inner(outer) ? outer : NULL;
    }
    return last;
}

/* A returned expression without the function's own variables: `x.y` becomes `Foo().y`. Empty when
   one has no known value. */
static Str without_locals(const Locals *settle, size_t at, Str text)
{
    const ReferenceVec *references = &settle->outline->references;
    for (int step = 0; step < RETURNED_STEPS_MAX; step++) {
        Str name = leading_name(text);
        const Reference *bind = name.len ? bound_before(settle, at, name) : NULL;
        if (!bind || is_self(name))
            return text;
        if (!bind->receiver.len || str_ends(bind->receiver, STR(">")) ||
            str_find_byte(bind->receiver, '|') != STR_NONE)
            return (Str){0};
        bool value = bind->flags & REFERENCE_VALUE;
        Str made =
            value ? bind->receiver : type_each(settle->outlasting, bind->receiver, STR("{}"));
        const Str parts[] = {made, str_from_offset(text, name.len)};
        text = str_join_all(settle->outlasting, parts, COUNT(parts));
        at = (size_t)(bind - references->ptr);
    }
    return (Str){0};
}

static Str results_without_locals(const Locals *settle, size_t at)
{
    Str rest = settle->outline->references.ptr[at].receiver, part, all = {0};
    while (type_head_take(&rest, '|', &part)) {
        Str text = without_locals(settle, at, part);
        const Str next[] = {all, all.len ? STR("|") : (Str){0}, text.len ? text : STR("_")};
        all = str_join_all(settle->outlasting, next, COUNT(next));
    }
    return str_equal(all, STR("_")) || all.len > RETURNED_BYTES_MAX ? (Str){0} : all;
}

/* Whether other functions may see the value that is bound: what the function gives to its block, or
   a member of its object. */
static bool is_seen_elsewhere(const Reference *reference)
{
    Str name = reference->name, first = leading_name(name);
    bool member = str_starts(name, STR("@")) || (is_self(first) && first.len < name.len);
    return reference->kind == REFERENCE_BIND && reference->flags & REFERENCE_VALUE &&
           (member || str_starts(name, STR(RETURNED_NAME ".&")));
}

/* Whether the text begins with the arguments of a call, `<=Foo{}>()`; a list is `<=a,=b>`. */
static bool begins_arguments(Str text)
{
    size_t end = 0, depth = 0;
    if (!str_starts(text, STR("<=")))
        return false;
    do {
        depth += text.ptr[end] == '<';
        depth -= text.ptr[end] == '>';
    } while (++end < text.len && depth);
    Str after = str_from_offset(text, end);
    return str_starts(after, STR("()")) || str_starts(after, STR("<"));
}

/* Elements of lists are evaluated without the variables: `tuple<=a,=b>` becomes
   `tuple<=A(),=B()>`. */
static Str elements_without_locals(const Locals *settle, size_t at)
{
    Str rest = settle->outline->references.ptr[at].receiver;
    Buf out = buf_open(settle->outlasting, 0);
    while (rest.len) {
        size_t mark = MIN(str_find_byte(rest, '='), rest.len);
        bool given = mark && begins_arguments(str_from_offset(rest, mark - 1));
        buf_put(&out, str_slice(rest, 0, mark));
        rest = str_from_offset(rest, mark);
        size_t len = 1;
        while (len < rest.len && !byte_in(rest.ptr[len], ",<>|"))
            len++;
        Str whole = rest.len ? str_slice(rest, 1, len) : (Str){0};
        Str text = whole.len ? without_locals(settle, at, whole) : (Str){0};
        bool plain = text.len && str_find_byte(text, '|') == STR_NONE;
        buf_put(&out, plain || given ? STR("=") : whole.len ? STR("_") : (Str){0});
        buf_put(&out, plain ? text : given ? whole : (Str){0});
        rest = str_from_offset(rest, rest.len ? len : 0);
    }
    return buf_str(&out);
}

/* Other files have no variables of a function: what it returns is written without them. */
static void resolve_results(const Locals *settle)
{
    ReferenceVec *references = &settle->outline->references;
    for (size_t i = 0; i < references->len; i++) {
        Reference *reference = &references->ptr[i];
        if (str_find_byte(reference->receiver, '=') != STR_NONE)
            reference->receiver = elements_without_locals(settle, i);
        if (is_returned(reference))
            reference->receiver = results_without_locals(settle, i);
        else if (is_seen_elsewhere(reference) && !str_starts(reference->receiver, STR("_"))) {
            Str text = results_without_locals(settle, i);
            reference->receiver = text.len ? text : reference->receiver;
        }
    }
}

/* ---- order ---- */

typedef struct Order {
    const Locals *settle;
    Map seen;     /* BoundKeys of the names bound so far → how many of their BINDs hold */
    Map declared; /* names of the file's symbols and imports */
} Order;

static uint64_t *seen_of(Order *order, const Reference *bind)
{
    const uint64_t *number = map_find(&order->settle->names, bind->name);
    BoundKey *key = NEW(order->settle->arena, BoundKey, 1);
    *key = (BoundKey){bind->symbol, number ? (uint32_t)*number : 0};
    return map_put(&order->seen, key_text(key), NULL);
}

/* Whether the name was bound before, in the symbol or one around it. */
static bool was_seen(const Order *order, const Reference *bind)
{
    const uint64_t *number = map_find(&order->settle->names, bind->name);
    for (uint32_t symbol = bind->symbol; number;
         symbol = order->settle->outline->symbols.ptr[symbol - 1].parent) {
        BoundKey key = {symbol, (uint32_t)*number};
        const uint64_t *seen = map_find(&order->seen, key_text(&key));
        if (seen && *seen)
            return true;
        if (!symbol)
            break;
    }
    return false;
}

static void note_declared(Order *order)
{
    const Outline *outline = order->settle->outline;
    order->declared = map_open(order->settle->arena);
    for (size_t i = 0; i < outline->symbols.len; i++)
        map_put(&order->declared, outline->symbols.ptr[i].name, NULL);
    for (size_t i = 0; i < outline->imports.len; i++)
        for (size_t b = 0; b < outline->imports.ptr[i].bindings.len; b++)
            map_put(&order->declared, outline->imports.ptr[i].bindings.ptr[b].alias, NULL);
}

/* Drops the end of an inner BIND where nothing else has the name. */
static void drop_ends(Order *order, ReferenceVec *references)
{
    size_t kept = 0;
    order->seen = map_open(order->settle->arena);
    for (size_t i = 0; i < references->len; i++) {
        Reference reference = references->ptr[i];
        uint64_t *seen = reference.kind == REFERENCE_BIND ? seen_of(order, &reference) : NULL;
        bool ends = is_end(&reference);
        if (seen && !ends)
            ++*seen;
        else if (ends && *seen)
            --*seen;
        reference.flags &= (uint16_t)(is_inner(&reference) ? ~REFERENCE_ENDED : ~0);
        if (!ends || was_seen(order, &reference) || map_find(&order->declared, reference.name))
            references->ptr[kept++] = reference;
    }
    references->len = kept;
}

/* Moves the BIND at `at` after the references of its initialiser. */
static void move_behind(ReferenceVec *references, size_t at)
{
    Reference bind = references->ptr[at];
    size_t end = at + 1, most = MIN(references->len, at + VALUE_REFERENCES_MAX);
    while (end < most &&
           (references->ptr[end].start < bind.until ||
            (is_end(&references->ptr[end]) && references->ptr[end].start <= bind.until &&
             str_equal(references->ptr[end].name, bind.name))))
        end++;
    memmove(&references->ptr[at], &references->ptr[at + 1], (end - at - 1) * sizeof bind);
    bind.until = 0;
    references->ptr[end - 1] = bind;
}

/* Whether the initialiser calls a function of the variable's name: `count := count(xs)`. */
static bool calls_namesake(const ReferenceVec *references, size_t at)
{
    const Reference *bind = &references->ptr[at];
    size_t most = MIN(references->len, at + VALUE_REFERENCES_MAX);
    for (size_t i = at + 1; i < most && references->ptr[i].start < bind->until; i++) {
        const Reference *call = &references->ptr[i];
        if (call->kind == REFERENCE_CALL && call->symbol == bind->symbol && !call->receiver.len &&
            str_equal(call->name, bind->name))
            return true;
    }
    return false;
}

/* `x = x.next()`: the x on the right is the previous one, so its reference must come before the
   BIND. */
static void bind_after_values(const Locals *settle)
{
    ReferenceVec *references = &settle->outline->references;
    Order order = {.settle = settle, .seen = map_open(settle->arena)};
    bool after = settle->outline->language->variables_begin_after_values;
    for (size_t i = 0; i < references->len; i++) {
        const Reference *reference = &references->ptr[i];
        if (reference->kind != REFERENCE_BIND || narrows(reference))
            continue;
        bool waits = reference->until > reference->start &&
                     (was_seen(&order, reference) || (after && calls_namesake(references, i)));
        if (!is_end(reference))
            ++*seen_of(&order, reference);
        if (waits)
            move_behind(references, i--); // another reference is at this index now
    }
    note_declared(&order);
    drop_ends(&order, references);
}

void locals_resolve_references(Arena *arena, Arena scratch, Outline *outline, bool keep)
{
    Locals settle = {.arena = &scratch,
                     .outlasting = arena,
                     .outline = outline,
                     .names = map_open(&scratch),
                     .bound = map_open(&scratch),
                     .inner = map_open(&scratch)};
    collect(&settle);
    if (!settle.bound.len)
        return;
    resolve_results(&settle);
    mark_and_drop(&settle);
    drop_idle(&settle, keep);
    bind_after_values(&settle);
}
