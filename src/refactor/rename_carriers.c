/* The names of a tree that may lead to a value of the symbol's type, found in rounds. */
#include "refactor/rename_carriers.h"

#include "lang/registry.h"
#include "text/lines.h"

/* Rounds from a name to what it leads to; if names are still found, everything counts. */
#define ROUNDS_MAX 12
/* Fields that are noted; of others nothing is known. */
#define FIELDS_MAX 5000
#define EVERY_FILE UINT32_MAX

/* ---- names ---- */

static unsigned bit_of(Str name)
{
    unsigned char first = (unsigned char)name.ptr[0], last = (unsigned char)name.ptr[name.len - 1];
    return (unsigned)(first * 31U + last * 7U + name.len * 131U) % 1024U;
}

static void add_bit(Carriers *carriers, Str name)
{
    carriers->words[bit_of(name) / 64] |= UINT64_C(1) << bit_of(name) % 64;
}

static bool has_bit(const Carriers *carriers, Str name)
{
    return name.len && carriers->words[bit_of(name) / 64] >> bit_of(name) % 64 & 1;
}

const Carrier *carrier_find(const CarrierPlace *place, Str word)
{
    const Carriers *carriers = place->carriers;
    uint32_t file = (uint32_t)(place->row - carriers->rename->catalog->files.ptr);
    for (size_t i = 0; has_bit(carriers, word) && i < carriers->names.len; i++) {
        const Carrier *carrier = &carriers->names.ptr[i];
        bool here = carrier->file == EVERY_FILE ||
                    (carrier->file == file && carrier->first <= place->line &&
                     place->line <= carrier->last);
        if (here && str_equal(carrier->name, word))
            return carrier;
    }
    return NULL;
}

static bool is_listed(const Str *names, size_t count, Str name)
{
    for (size_t i = 0; i < count; i++)
        if (str_equal(names[i], name))
            return true;
    return false;
}

bool carrier_is_declared(const Carriers *carriers, Str name)
{
    const Rename *rename = carriers->rename;
    Catalog *catalog = rename->catalog;
    uint32_t id = name.len ? names_find(&catalog->names, name) : 0;
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        if (rename_speaks(rename, row->language) &&
            !symbol_is_type((SymbolKind)catalog_entry(catalog, named.ptr[i])->kind))
            return true;
    }
    return is_listed(carriers->fields.ptr, carriers->fields.len, name);
}

/* Whether code of the tree declares a variable, a constant or a field of the name. */
static bool is_shared(const Carriers *carriers, Str name)
{
    Catalog *catalog = carriers->rename->catalog;
    uint32_t id = name.len ? names_find(&catalog->names, name) : 0;
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len; i++) {
        const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        SymbolKind kind = (SymbolKind)catalog_entry(catalog, named.ptr[i])->kind;
        if (rename_speaks(carriers->rename, row->language) && !symbol_is_type(kind) &&
            !symbol_is_function(kind))
            return true;
    }
    return false;
}

/* The innermost function, or with `type` the innermost type, around a line of a file; or NULL. */
static const Entry *around(const CatalogFile *row, uint32_t line, bool type)
{
    const Entry *found = NULL;
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        SymbolKind kind = (SymbolKind)entry->kind;
        if ((type ? symbol_is_type(kind) : symbol_is_function(kind) || kind == SYMBOL_PROPERTY) &&
            entry->start_line <= line && line <= entry->end_line)
            found = entry;
    }
    return found;
}

bool carrier_declares(const CarrierPlace *place, Str name, uint32_t line)
{
    const Catalog *catalog = place->carriers->rename->catalog;
    for (uint32_t i = 1; i < place->row->count; i++) {
        const Entry *entry = &place->row->entries[i];
        if (symbol_is_function((SymbolKind)entry->kind) && entry->start_line == line &&
            str_equal(catalog_name(catalog, entry->name), name))
            return true;
    }
    return false;
}

static void add(Carriers *carriers, Carrier new)
{
    if (!new.name.len || !byte_is_word(new.name.ptr[0]) || byte_is_digit(new.name.ptr[0]) ||
        name_is_listed(carriers->rename->facts->reserved, new.name) ||
        name_is_listed(carriers->rename->facts->plain, new.name))
        return;
    for (size_t i = 0; i < carriers->names.len; i++) {
        Carrier *old = &carriers->names.ptr[i];
        if (!str_equal(old->name, new.name) || old->file != new.file || old->first != new.first ||
            (new.is_type && !old->is_type))
            continue;
        carriers->has_grown |= old->keys && !new.keys && !old->is_typed;
        old->keys &= new.keys || old->is_typed;
        return;
    }
    if (carriers->names.len >= CARRIERS_MAX) {
        carriers->loose = true;
        return;
    }
    new.name = str_copy(carriers->rename->request->arena, new.name);
    *VEC_PUSH(carriers->rename->request->arena, &carriers->names) = new;
    add_bit(carriers, new.name);
    carriers->has_grown = true;
}

/* Whether a type's values are shown with their fields: records, data classes, objects of
   JavaScript. */
static bool shows_fields(const CarrierPlace *place, const Entry *type)
{
    size_t first = lines_offset(place->text, type->start_line > 2 ? type->start_line - 2 : 1),
           last = lines_offset(place->text, type->start_line + 1);
    Str head = str_slice(place->text, first, last), found;
    return place->carriers->rename->facts->exports ||
           rename_has_mark(
               head, "record data dataclass NamedTuple namedtuple define attrs BaseModel", &found);
}

static void add_name(CarrierPlace *place, Str name, bool everywhere, bool keys, bool typed)
{
    Carriers *carriers = place->carriers;
    const Entry *function =
        everywhere || is_shared(carriers, name) ? NULL : around(place->row, place->line, false);
    if (function && str_equal(catalog_name(carriers->rename->catalog, function->name), name))
        function = NULL;
    const Entry *type = function ? NULL : around(place->row, place->line, true);
    Carrier new = {.name = name, .file = EVERY_FILE, .keys = keys, .is_typed = typed};
    if (function) {
        new.file = (uint32_t)(place->row - carriers->rename->catalog->files.ptr);
        new.first = function->start_line;
        new.last = function->end_line;
    }
    add(carriers, new);
    if (type && shows_fields(place, type))
        add(carriers, (Carrier){.name = catalog_name(carriers->rename->catalog, type->name),
                                .file = EVERY_FILE,
                                .is_type = true});
}

void carrier_add(CarrierPlace *place, Str name, bool everywhere, bool keys)
{
    add_name(place, name, everywhere, keys, false);
}

static bool is_called(const Carriers *carriers, Str name, uint32_t position)
{
    for (size_t i = 0; i < carriers->called.len; i++) {
        const CarrierCall *call = &carriers->called.ptr[i];
        if (str_equal(call->name, name) &&
            (call->position == position || call->position == CARRIER_ANYWHERE))
            return true;
    }
    return false;
}

static bool is_called_at_all(const Carriers *carriers, Str name)
{
    for (size_t i = 0; i < carriers->called.len; i++)
        if (str_equal(carriers->called.ptr[i].name, name))
            return true;
    return false;
}

void carrier_add_called(CarrierPlace *place, Str name, uint32_t position)
{
    Carriers *carriers = place->carriers;
    Arena *arena = carriers->rename->request->arena;
    if (!name.len || is_called(carriers, name, position))
        return;
    carriers->loose |= carriers->called.len >= CARRIERS_MAX;
    if (carriers->called.len >= CARRIERS_MAX)
        return;
    *VEC_PUSH(arena, &carriers->called) = (CarrierCall){str_copy(arena, name), position};
    carriers->has_grown = true;
}

void carrier_add_function(CarrierPlace *place)
{
    const Rename *rename = place->carriers->rename;
    const Entry *function = around(place->row, place->line, false);
    if (function &&
        !name_is_listed(rename->facts->plain, catalog_name(rename->catalog, function->type)))
        carrier_add(place, catalog_name(rename->catalog, function->name), true, false);
}

/* ---- parameters ---- */

/* Notes the parameters of a function that are given such a value, plain ones left out. `called`:
   the name by which calls mean it. */
static void add_parameters(CarrierPlace *place, const Entry *function, Str called)
{
    const Rename *rename = place->carriers->rename;
    if (!is_called_at_all(place->carriers, called))
        return;
    size_t start = lines_offset(place->text, function->start_line);
    Str name = catalog_name(rename->catalog, function->name);
    size_t at = rename_find_mark(place->text, name, start);
    size_t open = at == STR_NONE ? at : str_find_byte(str_from_offset(place->text, at), '(');
    if (open == STR_NONE || open > name.len + 80)
        return;
    Str parameters = rename_arguments(place->text, at + open), part;
    uint32_t position = 0;
    bool takes_rest = false;
    place->line = function->start_line;
    while (str_take_until(&parameters, ',', &part)) {
        Str found;
        bool plain = rename->facts->plain && rename_has_mark(part, rename->facts->plain, &found);
        size_t end = MIN(str_find_byte(part, ':'), str_find_byte(part, '='));
        Str word = str_last_word(str_trim(str_slice(part, 0, MIN(end, part.len))));
        if (name_is_listed("self cls this", word))
            continue;
        part = str_trim(part);
        takes_rest |= part.len && byte_in(part.ptr[0], "*.");
        if (!plain && (takes_rest || is_called(place->carriers, called, position)))
            carrier_add(place, word, false, false);
        position++;
    }
}

static void add_called_parameters(CarrierPlace *place)
{
    Catalog *catalog = place->carriers->rename->catalog;
    for (uint32_t i = 1; i < place->row->count; i++) {
        const Entry *entry = &place->row->entries[i];
        if (!symbol_is_function((SymbolKind)entry->kind))
            continue;
        Str name = catalog_name(catalog, entry->name);
        const Entry *parent = entry->parent ? &place->row->entries[entry->parent] : NULL;
        bool constructs = parent && symbol_is_type((SymbolKind)parent->kind) &&
                          (entry->kind == SYMBOL_CONSTRUCTOR ||
                           name_is_listed("__init__ __new__ constructor", name));
        add_parameters(place, entry, name);
        if (constructs)
            add_parameters(place, entry, catalog_name(catalog, parent->name));
    }
}

/* ---- types ---- */

/* Whether brackets of type arguments are open before the offset; *end is behind them. */
static bool is_argument(Str text, size_t start, size_t at, size_t *end)
{
    size_t depth = 0;
    for (size_t i = at; i > start; i--) {
        depth += text.ptr[i - 1] == '>';
        if (text.ptr[i - 1] == '<' && !depth--) {
            for (*end = at, depth = 1; depth && *end < text.len && text.ptr[*end] != '\n';
                 (*end)++) {
                depth += text.ptr[*end] == '<';
                depth -= text.ptr[*end] == '>';
            }
            return true;
        }
    }
    return false;
}

/* The name that is declared after its type: `Mode mode`, `List<Mode> all`, `Mode next(`. */
static void add_named_after(CarrierPlace *place, size_t start, size_t end)
{
    Str text = place->text;
    size_t behind = end, at = end;
    bool keys = false;
    if (is_argument(text, lines_start_at(text, start), start, &behind)) {
        keys = str_find_byte(str_slice(text, end, behind), ',') != STR_NONE;
        at = behind;
    }
    while (at < text.len && byte_in(text.ptr[at], ">[]?*&! "))
        at++;
    Str word = str_slice(text, at, str_word_end(text, at));
    if (at == end || !word.len ||
        name_is_listed("extends implements in of is as instanceof get set where when", word))
        return;
    bool function = at + word.len < text.len && text.ptr[at + word.len] == '(';
    add_name(place, word, function, keys, true);
}

/* The name that is declared before its type: `mode: Mode`, `next(): Mode`, `def f() -> Mode`. */
static void add_named_before(CarrierPlace *place, size_t start)
{
    Str text = place->text;
    size_t line = lines_start_at(text, start), at = start;
    while (at > line && !byte_in(text.ptr[at - 1], ":={;") &&
           !(at > line + 1 && text.ptr[at - 1] == '>' && text.ptr[at - 2] == '-'))
        at--;
    bool arrow = at > line && text.ptr[at - 1] == '>';
    if (at <= line || (!arrow && text.ptr[at - 1] != ':') ||
        (at > line + 1 && text.ptr[at - 2] == ':'))
        return;
    Str left = str_trim_end(str_slice(text, line, at - 1 - arrow));
    if (str_ends(left, STR("?")))
        left = str_slice(left, 0, left.len - 1);
    if (str_ends(left, STR(")")))
        carrier_add_function(place);
    else
        add_name(place, str_last_word(left), false, false, true);
}

/* A type that has this one for a base, or the other way round. */
static void add_heir(CarrierPlace *place, size_t start)
{
    const Entry *type = around(place->row, place->line, true);
    Carriers *carriers = place->carriers;
    if (!type || type->start_line != place->line)
        return;
    Str name = catalog_name(carriers->rename->catalog, type->name);
    size_t line = lines_start_at(place->text, start);
    Str before = str_slice(place->text, line, start);
    if (rename_find_mark(before, name, 0) != STR_NONE && str_find_byte(before, '{') == STR_NONE)
        add(carriers, (Carrier){.name = name, .file = EVERY_FILE, .is_type = true});
}

/* ---- files ---- */

/* Whether the offset is in a comment, or in a string but not in what it puts in. */
static bool is_mention(const CarrierPlace *place, size_t at)
{
    Str text = place->text;
    const char *marks = place->row->language->line_comment;
    Str rest = str_from(marks ? marks : "\n"), mark;
    char quote = 0;
    size_t inside = 0;
    (void)str_take_until(&rest, ' ', &mark);
    for (size_t i = lines_start_at(text, at); i < at; i++) {
        char byte = text.ptr[i], before = i ? text.ptr[i - 1] : 0;
        if (!quote && str_starts(str_from_offset(text, i), mark))
            return true;
        if (quote && byte == '\\')
            i++;
        else if (quote && byte == quote && !inside)
            quote = 0;
        else if (quote)
            inside = byte == '{' ? inside + 1 : inside - (inside && byte == '}');
        else if (byte_in(byte, "\"`") || (byte == '\'' && !(i > 1 && byte_is_word(before) &&
                                                            byte_is_word(text.ptr[i - 2]))))
            quote = byte;
    }
    return quote && !inside && text.ptr[at - 1] != '$';
}

/* Whether the name of an enumeration's member is behind another type's: `Paint.RED`. */
static bool is_of_other(const CarrierPlace *place, Str word, size_t start)
{
    const Rename *rename = place->carriers->rename;
    Str receiver = start && place->text.ptr[start - 1] == '.'
                       ? str_word_before(place->text, start - 1)
                       : (Str){0};
    return receiver.len && !rename->is_type && str_equal(word, rename->old) &&
           !carrier_find(place, receiver);
}

const Carrier *carrier_at(const CarrierPlace *place, size_t start, size_t end)
{
    Str word = str_slice(place->text, start, end);
    const Carrier *carrier = carrier_find(place, word);
    return carrier && !is_of_other(place, word, start) ? carrier : NULL;
}

static void follow_word(CarrierPlace *place, size_t start, size_t end, const Carrier *carrier)
{
    const RenameFacts *facts = place->carriers->rename->facts;
    char next = end < place->text.len ? place->text.ptr[end] : 0;
    bool type = carrier->is_type, keys = carrier->keys;
    bool used = byte_in(next, ".({:?") && !(next == ':' && place->text.ptr[end + 1] != ':');
    if (type && !used) {
        add_named_after(place, start, end);
        add_named_before(place, start);
        add_heir(place, start);
    }
    if (!type || used || facts->modules_are_values)
        (void)carrier_follow(place, start, end, keys);
}

/* What a handler names the exception: `except E as e`, `catch (E e)`. */
static void add_caught(CarrierPlace *place, size_t at)
{
    Str line = rename_line_at(place->text, at);
    line = str_from_offset(line, at - lines_start_at(place->text, at));
    size_t as = rename_find_mark(line, STR("as"), 0), open = str_find_byte(line, '('),
           close = str_find_byte(line, ')');
    if (as != STR_NONE)
        carrier_add(place, str_first_word(str_trim(str_from_offset(line, as + 2))), false, false);
    if (open == STR_NONE || close == STR_NONE || close < open)
        return;
    Str names = str_trim(str_slice(line, open + 1, close));
    size_t colon = str_find_byte(names, ':');
    carrier_add(place, str_last_word(str_trim(str_slice(names, 0, MIN(colon, names.len)))), false,
                false);
}

/* Notes a field that an assignment makes. */
static void add_field(CarrierPlace *place, size_t end)
{
    Str text = place->text, rest = str_from_offset(text, end), name;
    size_t dot = str_starts(rest, STR(".")) ? 1 : str_starts(rest, STR("->")) ? 2 : 0;
    name = str_slice(text, end + dot, str_word_end(text, end + dot));
    rest = str_trim(str_from_offset(rename_line_at(text, end), 0));
    size_t at = rename_find_mark(rest, name, 0), after = at + name.len;
    while (at != STR_NONE && after < rest.len && byte_in(rest.ptr[after], " \t"))
        after++;
    bool assigned = at != STR_NONE && after + 1 < rest.len && byte_in(rest.ptr[after], "=:,") &&
                    rest.ptr[after + 1] != '=';
    if (dot && name.len && assigned && place->carriers->fields.len < FIELDS_MAX &&
        !is_listed(place->carriers->fields.ptr, place->carriers->fields.len, name))
        *VEC_PUSH(place->carriers->rename->request->arena, &place->carriers->fields) =
            str_copy(place->carriers->rename->request->arena, name);
}

static bool visit_fields(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Carriers *carriers = context;
    CarrierPlace place = {.carriers = carriers, .row = row, .text = text};
    static const char *const selves[] = {"self", "this"};
    (void)rest;
    for (size_t i = 0; i < COUNT(selves) && rename_speaks(carriers->rename, row->language); i++)
        for (size_t at = 0; (at = rename_find_mark(text, str_from(selves[i]), at)) != STR_NONE;
             at += 4)
            add_field(&place, at + 4);
    return false;
}

static bool visit(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Carriers *carriers = context;
    CarrierPlace place = {.carriers = carriers, .row = row, .text = text, .line = 1, .notes = true};
    (void)rest;
    if (!rename_speaks(carriers->rename, row->language) || !row->count)
        return false;
    add_called_parameters(&place);
    uint32_t line = 1;
    for (size_t i = 0; i < text.len; i++) {
        line += text.ptr[i] == '\n';
        if (!byte_is_word(text.ptr[i]))
            continue;
        size_t end = str_word_end(text, i);
        place.line = line;
        if (carriers->throws && name_is_listed("except catch", str_slice(text, i, end)))
            add_caught(&place, i);
        const Carrier *carrier = carrier_at(&place, i, end);
        if (carrier && !is_mention(&place, i))
            follow_word(&place, i, end, carrier);
        i = end - 1;
    }
    return false;
}

/* The object whose code it is, in the lines of the types. */
static void add_selves(Carriers *carriers, const IdVec *types)
{
    Catalog *catalog = carriers->rename->catalog;
    static const char *const selves[] = {"self", "this", "cls"};
    for (size_t i = 0; i < types->len; i++) {
        const Entry *entry = catalog_entry(catalog, types->ptr[i]);
        for (size_t k = 0; symbol_is_type((SymbolKind)entry->kind) && k < COUNT(selves); k++)
            *VEC_PUSH(carriers->rename->request->arena, &carriers->names) =
                (Carrier){.name = str_from(selves[k]),
                          .file = catalog_place(catalog, types->ptr[i]).file,
                          .first = entry->start_line,
                          .last = entry->end_line};
    }
    for (size_t k = 0; k < COUNT(selves); k++)
        add_bit(carriers, str_from(selves[k]));
}

void rename_find_carriers(Rename *rename)
{
    Carriers *carriers = NEW(rename->request->arena, Carriers, 1);
    *carriers = (Carriers){.rename = rename, .has_grown = true};
    rename->carriers = carriers;
    add_selves(carriers, &rename->owners);
    for (size_t i = 0; i < rename->owners.len; i++)
        add(carriers,
            (Carrier){.name = rename_owner_name(rename, i), .file = EVERY_FILE, .is_type = true});
    bool value = rename->facts->enum_values && rename->is_member && !rename->is_function &&
                 !rename->assigned.len && !catalog_entry(rename->catalog, rename->symbol)->type;
    if (rename->is_type || rename->is_variant || rename->is_constant || value)
        add(carriers,
            (Carrier){.name = rename->old, .file = EVERY_FILE, .is_type = rename->is_type});
    (void)rename_each_text(rename, *rename->request->scratch, visit_fields, carriers);
    int round = 0;
    for (; round < ROUNDS_MAX && carriers->has_grown; round++) {
        carriers->has_grown = false;
        (void)rename_each_text(rename, *rename->request->scratch, visit, carriers);
    }
    carriers->loose |= carriers->has_grown;
}

/* Whether a name in the expression leads to a value, and with `given` the expression gives it. */
static bool carries(const Rename *rename, Str text, Str piece, bool given)
{
    CarrierPlace place = {.carriers = rename->carriers,
                          .row = rename->scanned,
                          .text = text,
                          .from = (size_t)(piece.ptr - text.ptr),
                          .line = (uint32_t)lines_at_offset(text, (size_t)(piece.ptr - text.ptr))};
    char quote = 0;
    for (size_t i = place.from; i < place.from + piece.len; i++) {
        char byte = text.ptr[i];
        if (quote ? byte == quote : byte_in(byte, "\"'`"))
            quote = quote ? 0 : byte;
        if (quote || !byte_is_word(byte))
            continue;
        size_t end = str_word_end(text, i);
        const Carrier *carrier = carrier_at(&place, i, end);
        if (carrier && (!given || carrier_follow(&place, i, end, carrier->keys)))
            return true;
        i = end - 1;
    }
    return false;
}

bool rename_carries(const Rename *rename, Str text, Str piece)
{
    return carries(rename, text, piece, true);
}

bool rename_names_carrier(const Rename *rename, Str text, Str piece)
{
    return carries(rename, text, piece, false);
}

bool rename_carries_all(const Rename *rename)
{
    return rename->carriers->loose;
}
