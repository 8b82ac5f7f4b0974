/* Statements are read by their tokens. A list in braces holds `a`, `a as b`, `a: b`, `a() {…}`: a
   name is the word after `as`, before the first colon or parenthesis, or the last one. */
#include "change/offers.h"

#include "change/affected.h"
#include "change/shims.h"

#include "base/map.h"
#include "base/path.h"
#include "text/lines.h"

/* Names that one file offers: far more than people write. */
#define OFFERS_MAX 2000

typedef struct Reading {
    Arena *arena;
    ChangeSide *side;
    const TokenVec *tokens;
} Reading;

static void offer_as(const Reading *reading, Str name, Str source)
{
    ChangeOffers *offers = &reading->side->offers;
    if (!name.len || offers->names.len >= OFFERS_MAX || change_texts_have(&offers->names, name))
        return;
    *VEC_PUSH(reading->arena, &offers->names) = name;
    *VEC_PUSH(reading->arena, &offers->sources) = source;
}

static void offer(const Reading *reading, Str name)
{
    offer_as(reading, name, name);
}

static Str token_text(const Reading *reading, uint32_t index)
{
    const Token *token = &reading->tokens->ptr[index];
    return str_slice(reading->side->code.text, token->start, token->end);
}

static char mark_at(const Reading *reading, uint32_t index)
{
    const Token *token = &reading->tokens->ptr[index];
    return token->kind == TOKEN_MARK ? reading->side->code.text.ptr[token->start] : '\0';
}

/* ---- lists ---- */

typedef struct Item {
    Str name;
    Str source; /* its first word, or the word after its colon */
    bool fixed; /* no later token changes it */
} Item;

static void take_token(const Reading *reading, uint32_t index, Item *item)
{
    const Token *token = &reading->tokens->ptr[index];
    Str text = token_text(reading, index);
    if (item->fixed) {
        if (token->kind == TOKEN_WORD && mark_at(reading, index - 1) == ':')
            item->source = text;
        return;
    }
    if (!item->name.len)
        item->source = text;
    if (token->kind == TOKEN_STRING && text.len > 1)
        item->name = str_slice(text, 1, text.len - 1);
    else if (token->kind == TOKEN_WORD || token->kind == TOKEN_NUMBER)
        item->name = text;
    else
        item->fixed = item->name.len && byte_in(mark_at(reading, index), ":(=");
}

/* Whether a comma precedes the token: those between words are no tokens of their own. */
static bool is_after_comma(const Reading *reading, uint32_t index)
{
    const Token *token = &reading->tokens->ptr[index];
    Str gap = str_slice(reading->side->code.text, token[-1].end, token->start);
    return mark_at(reading, index) == ',' || str_find_byte(gap, ',') != STR_NONE;
}

static void end_item(const Reading *reading, Item *item, bool *spread)
{
    offer_as(reading, *spread ? (Str){0} : item->name, item->source);
    reading->side->offers.open |= *spread;
    *item = (Item){0};
    *spread = false;
}

/* Reads the list in brackets that begins at token `at`. Spread values (`...a`) offer names that
   cannot be known here. */
static void read_list(const Reading *reading, uint32_t at, uint32_t end)
{
    Item item = {0};
    bool spread = false;
    for (uint32_t i = at + 1, depth = 1; i < end && depth; i++) {
        char mark = mark_at(reading, i);
        bool closes = mark && byte_in(mark, ")]}");
        if (depth == 1 && (closes || is_after_comma(reading, i)))
            end_item(reading, &item, &spread);
        spread |= depth == 1 && mark == '.' && !item.name.len;
        if (depth == 1 && !closes)
            take_token(reading, i, &item);
        depth += mark && byte_in(mark, "([{");
        depth -= closes;
    }
}

/* The first token of a symbol that is that mark; `last` if none is. */
static uint32_t find_mark(const Reading *reading, uint32_t from, uint32_t last, char mark)
{
    while (from < last && mark_at(reading, from) != mark)
        from++;
    return from;
}

/* ---- statements ---- */

bool offers_is_statement(const Symbol *symbol)
{
    bool assigned =
        symbol->modifiers & MODIFIER(DEFAULT) && str_find_byte(symbol->name, '.') != STR_NONE;
    return symbol->kind == SYMBOL_EXPORT || assigned;
}

static bool is_from_elsewhere(const Reading *reading, const Symbol *symbol)
{
    const ImportVec *imports = &reading->side->outline.imports;
    for (size_t i = 0; i < imports->len; i++)
        if (imports->ptr[i].line >= symbol->start_line && imports->ptr[i].line <= symbol->end_line)
            return true;
    return false;
}

static void read_statement(const Reading *reading, const Symbol *symbol, const OwnPart *own)
{
    bool whole = symbol->modifiers & MODIFIER(DEFAULT);
    bool assigned = whole && str_find_byte(symbol->name, '.') != STR_NONE;
    uint32_t equals = assigned ? find_mark(reading, own->first, own->last, '=') : own->first;
    uint32_t open = assigned ? equals + 1 : find_mark(reading, own->first, own->last, '{');
    if (is_from_elsewhere(reading, symbol))
        return; /* its bindings are read */
    if (open < own->last && mark_at(reading, open) == '{' && (assigned || !whole))
        read_list(reading, open, own->last);
    else
        offer(reading, assigned ? symbol->name : STR("default"));
}

/* Whether its head has the language's word for its own package: `pub(crate)`. */
static bool is_kept_inside(const ChangeSide *side, const Symbol *symbol)
{
    return lang_keeps_inside(side->outline.language,
                             str_slice(side->text, symbol->start, symbol->name_start));
}

static void read_symbols(const Reading *reading)
{
    const SymbolVec *symbols = &reading->side->outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        if (symbol->parent)
            continue;
        if (offers_is_statement(symbol))
            read_statement(reading, symbol, &reading->side->own[i]);
        else if (symbol->modifiers & MODIFIER(DEFAULT))
            offer(reading, STR("default"));
        else if (symbol->modifiers & MODIFIER(EXPORTED) && !is_kept_inside(reading->side, symbol))
            offer(reading, symbol->name);
    }
}

/* ---- imports that are given on ---- */

static Str last_component(Str path)
{
    size_t at = path.len;
    while (at && (byte_is_word(path.ptr[at - 1]) || path.ptr[at - 1] == '*'))
        at--;
    return str_from_offset(path, at);
}

static Str line_of(const ChangeSide *side, const Import *import)
{
    Str rest = str_from_offset(side->text, lines_offset(side->text, import->line)), line = {0};
    str_take_line(&rest, &line);
    return line;
}

static void read_binding(const Reading *reading, const Import *import, const Binding *binding)
{
    Str name = binding->alias.len ? binding->alias : last_component(binding->name);
    if (str_equal(name, STR("*")) || !name.len)
        name = str_format(reading->arena, "* of %.*s", STR_ARG(import->name));
    offer_as(reading, name, last_component(binding->name.len ? binding->name : import->name));
}

/* Whether imports of the file are its interface: those of its own package in `__init__.py`. */
static bool gives_on(const ChangeSide *side, const Import *import)
{
    const char *file = lang_facts(side->outline.language)->gives_imports_on;
    return file && str_equal(path_base(side->path), str_from(file)) &&
           str_starts(import->name, STR("."));
}

static void read_imports(const Reading *reading)
{
    const ImportVec *imports = &reading->side->outline.imports;
    for (size_t i = 0; i < imports->len; i++) {
        const Import *import = &imports->ptr[i];
        if (lang_keeps_inside(reading->side->outline.language, line_of(reading->side, import)))
            continue;
        for (size_t k = 0; k < import->bindings.len; k++) {
            const Binding *binding = &import->bindings.ptr[k];
            bool given = gives_on(reading->side, import) && !(binding->flags & BINDING_INNER) &&
                         lang_shows(reading->side->outline.language, binding->name);
            if (given || binding->flags & BINDING_REEXPORT)
                read_binding(reading, import, binding);
        }
    }
}

/* ---- lists of names ---- */

/* Offers all members of a type: `T(..)`. */
static void offer_members(const Reading *reading, Str type)
{
    const SymbolVec *symbols = &reading->side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        Str outer = (Str){0};
        for (uint32_t at = symbols->ptr[i].parent; at; at = symbols->ptr[at - 1].parent)
            outer = symbols->ptr[at - 1].name;
        if (str_equal(outer, type))
            offer(reading, symbols->ptr[i].name);
    }
}

/* Reads the words and strings in the brackets that begin at token `at`, with those in brackets
   after one of them. */
static void read_words(const Reading *reading, uint32_t at)
{
    Str outer = {0};
    for (uint32_t i = at + 1, depth = 1; i < reading->tokens->len && depth; i++) {
        Str text = token_text(reading, i);
        TokenKind kind = reading->tokens->ptr[i].kind;
        char mark = mark_at(reading, i);
        outer = depth == 1 && kind == TOKEN_WORD ? text : outer;
        if (depth == 2 && mark == '.' && outer.len)
            offer_members(reading, outer);
        if (depth == 2 && kind == TOKEN_WORD && outer.len)
            offer(reading, text);
        if (depth == 1 && (kind == TOKEN_WORD || kind == TOKEN_STRING))
            offer(reading, kind == TOKEN_WORD ? text : str_slice(text, 1, text.len - 1));
        depth += mark && byte_in(mark, "([{");
        depth -= mark && byte_in(mark, ")]}");
    }
}

/* Tokens between the word that begins a list and its bracket: `__all__: list[str] = [`. */
#define LIST_HEAD_MAX 8

static bool begins_list(const Reading *reading, uint32_t at, Str marks)
{
    const Token *token = &reading->tokens->ptr[at];
    Str mark;
    if (token->kind != TOKEN_WORD ||
        (token->start && !byte_in(reading->side->code.text.ptr[token->start - 1], "\n-@")))
        return false;
    while (str_take_until(&marks, ' ', &mark))
        if (str_equal(token_text(reading, at), mark))
            return true;
    return false;
}

/* Whether the word begins the list that an import takes which names nothing: the first of those. */
static bool is_first(const char *marks, Str word)
{
    Str rest = str_from(marks), first;
    return str_take_until(&rest, ' ', &first) && str_equal(first, word);
}

/* The bracket that begins the list of the word at a token: the first one, or the one after `=`. The
   number of tokens: none does. */
static uint32_t list_after(const Reading *reading, uint32_t at, bool *given)
{
    uint32_t count = (uint32_t)reading->tokens->len, last = MIN(at + LIST_HEAD_MAX, count);
    uint32_t first = count;
    *given = false;
    for (uint32_t i = at + 1; i < last; i++) {
        char mark = mark_at(reading, i);
        if (str_equal(token_text(reading, i), STR("where")))
            break;
        if (mark && byte_in(mark, "([{") && first == count)
            first = i;
        if (mark == '=') {
            bool quoted = i + 1 < count && str_equal(token_text(reading, i + 1), STR("qw"));
            uint32_t open = i + 1 + quoted;
            *given = true;
            return open < count && mark_at(reading, open) && byte_in(mark_at(reading, open), "([{")
                       ? open
                       : count;
        }
    }
    if (first + 1 < last && mark_at(reading, first + 1) == '[')
        first++;
    return first;
}

/* Reads what an import takes that asks for all names: only a list of strings, or of quoted words,
   says it whole. */
static void read_listed(const Reading *reading, uint32_t open)
{
    ChangeOffers *offers = &reading->side->offers;
    uint32_t count = (uint32_t)reading->tokens->len, i = open + 1;
    bool whole = open < count;
    bool quoted = whole && str_equal(token_text(reading, open - 1), STR("qw"));
    for (; i < count && !(mark_at(reading, i) && byte_in(mark_at(reading, i), ")]}")); i++) {
        Str text = token_text(reading, i);
        TokenKind kind = reading->tokens->ptr[i].kind;
        bool word = kind == TOKEN_WORD && quoted, string = kind == TOKEN_STRING && text.len > 2;
        whole &= word || string || kind == TOKEN_COMMENT || kind == TOKEN_INDENT ||
                 mark_at(reading, i) == ',';
        if (word || string)
            *VEC_PUSH(reading->arena, &offers->listed) =
                word ? text : str_slice(text, 1, text.len - 1);
    }
    bool joined = i + 1 < count && mark_at(reading, i + 1) == '+';
    offers->has_list = true;
    offers->list_is_open |= !whole || joined;
}

/* Reads lists such as `__all__ = ["a", "b"]`: after a word at the beginning of a line, up to the
   end of the brackets. */
static void read_lists(const Reading *reading)
{
    const char *marks = lang_facts(reading->side->outline.language)->offer_lists;
    uint32_t count = (uint32_t)reading->tokens->len;
    for (uint32_t i = 0; marks && i < count; i++) {
        bool given;
        if (!begins_list(reading, i, str_from(marks)))
            continue;
        uint32_t open = list_after(reading, i, &given);
        if (given && is_first(marks, token_text(reading, i)))
            read_listed(reading, open);
        if (open < count)
            read_words(reading, open);
        reading->side->offers.hides |=
            open < count && lang_facts(reading->side->outline.language)->lists_hide;
    }
}

/* ---- symbols ---- */

/* Whether a symbol gives on what its value names, and nothing else: `exports.b = a`. */
static bool passes_on(const ChangeSide *side, const Symbol *symbol, Str name)
{
    Str value = symbol->body ? str_slice(side->code.text, symbol->body, symbol->end) : (Str){0};
    while (value.len && byte_in(value.ptr[value.len - 1], "; \t\r\n"))
        value.len--;
    return symbol->modifiers & MODIFIER(EXPORTED) && !symbol->parent && str_equal(value, name);
}

static void mark_symbols(const Reading *reading)
{
    ChangeSide *side = reading->side;
    const SymbolVec *symbols = &side->outline.symbols;
    Map named = map_open(reading->arena);
    for (size_t i = 0; i < side->outline.references.len; i++) {
        const Reference *reference = &side->outline.references.ptr[i];
        if (!reference->symbol || reference->symbol > symbols->len)
            continue;
        const Symbol *user = &symbols->ptr[reference->symbol - 1];
        if (reference->kind == REFERENCE_USE &&
            (offers_is_statement(user) || passes_on(side, user, reference->name)))
            map_put(&named, reference->name, NULL);
    }
    side->offers.symbols = NEW(reading->arena, bool, symbols->len);
    bool listed = lang_facts(side->outline.language)->offer_lists;
    bool hides = lang_facts(side->outline.language)->lists_hide;
    for (size_t i = 0; i < symbols->len; i++)
        side->offers.symbols[i] =
            (!symbols->ptr[i].parent && map_find(&named, symbols->ptr[i].name)) ||
            (listed && (!symbols->ptr[i].parent || hides) &&
             change_texts_have(&side->offers.names, symbols->ptr[i].name));
}

void offers_read(Arena *arena, ChangeSide *side, const TokenVec *tokens)
{
    const Reading reading = {arena, side, tokens};
    read_symbols(&reading);
    read_imports(&reading);
    read_lists(&reading);
    mark_symbols(&reading);
    shims_note(arena, side, tokens);
}

/* ---- both states ---- */

/* Whether a reported symbol of the file says that the name is gone, moved or changed. */
static bool is_reported(const ChangeSet *set, uint32_t file, Str name)
{
    for (size_t f = 0; f < set->files.len; f++)
        for (size_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            const ChangedSymbol *changed = &set->files.ptr[f].symbols.ptr[i];
            const Symbol *old = changed_old_symbol(set, changed);
            bool moved = changed->kind == CHANGE_MOVED || changed->kind == CHANGE_MOVED_RENAMED;
            if (old && changed->old_file == file && str_equal(old->name, name) &&
                (changed->breaking.len || moved))
                return true;
        }
    return false;
}

/* Lets the reported symbol of that name have a break, so that its importers are looked for. */
static void say_not_exported(Arena *arena, ChangedFile *file, Str name)
{
    for (size_t i = 0; i < file->symbols.len; i++) {
        ChangedSymbol *changed = &file->symbols.ptr[i];
        const ChangeSide *side = &file->old;
        if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT ||
            changed->old_file != changed->file)
            continue;
        const Symbol *old = &side->outline.symbols.ptr[changed->old_symbol];
        if (!old->parent && str_equal(old->name, name))
            affected_say(arena, changed, AFFECTS_OUTSIDERS,
                         STR("it is no longer exported by name"));
    }
}

/* Whether the file still has the name, which a list leaves out that only an import of all names
   asks (passed_names.h). */
static bool is_had_unlisted(const ChangeSide *side, Str name)
{
    const LangFacts *facts = lang_facts(side->outline.language);
    const char *lists = facts->offer_lists;
    if (!lists || facts->lists_hide || str_find_byte(str_from(lists), ' ') != STR_NONE)
        return false;
    for (size_t i = 0; i < side->outline.symbols.len; i++)
        if (!side->outline.symbols.ptr[i].parent &&
            str_equal(side->outline.symbols.ptr[i].name, name))
            return true;
    for (size_t i = 0; i < side->outline.imports.len; i++)
        for (size_t k = 0; k < side->outline.imports.ptr[i].bindings.len; k++) {
            const Binding *binding = &side->outline.imports.ptr[i].bindings.ptr[k];
            if (str_equal(binding->alias.len ? binding->alias : binding->name, name))
                return true;
        }
    return false;
}

void offers_compare(Arena *arena, ChangeSet *set, uint32_t index)
{
    ChangedFile *file = &set->files.ptr[index];
    const ChangeOffers *old = &file->old.offers, *new = &file->new.offers;
    if (!file->new.path.len || file->unseen.len || new->open)
        return;
    for (size_t i = 0; i < old->names.len; i++)
        if (!change_texts_have(&new->names, old->names.ptr[i]) &&
            !is_reported(set, index, old->names.ptr[i]) &&
            !is_had_unlisted(&file->new, old->names.ptr[i])) {
            *VEC_PUSH(arena, &file->exports_removed) = old->names.ptr[i];
            say_not_exported(arena, file, old->names.ptr[i]);
        }
    set->breaking += file->exports_removed.len > 0;
}
