/* Only a name that its function declares to be of the type, and that is used after it was handed on
   whole, is a place. */
#include "change/moved_uses.h"

#include "change/head_text.h"

/* Tokens before a name in which the function around it begins. */
#define TOKENS_BACK 4000

typedef struct Moved {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str type, method; /* the method that takes its object; empty: the type is no longer copied */
} Moved;

/* Whether the head before a declaration derives a trait. */
static bool derives(const ChangeSide *side, uint32_t index, Str trait)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str head = str_slice(side->code.text, symbol->lead, symbol->name_start);
    size_t at = str_find(head, STR("derive("));
    return at != STR_NONE && head_text_has_word(str_from_offset(head, at), trait);
}

/* Whether a method takes its object itself, `self` without `&`. */
static bool takes_object(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    Str text = str_slice(side->code.text, symbol->name_end, end);
    size_t open = str_find_byte(text, '(');
    Str first = open == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, open + 1));
    if (str_starts(first, STR("mut ")))
        first = str_trim(str_from_offset(first, 4));
    return str_starts(first, STR("self")) && first.len > 4 && byte_in(first.ptr[4], ",)");
}

/* The brace that ends the function around a token; the number of tokens: none is near. */
static size_t function_end(const UseText *file, size_t i)
{
    size_t k = i;
    while (k && i - k < TOKENS_BACK && !use_text_is_word(file, k, STR("fn")))
        k--;
    while (k < file->tokens.len && use_text_mark(file, k) != '{' && use_text_mark(file, k) != ';')
        k++;
    size_t close = use_text_mark(file, k) == '{' ? use_text_close(file, k) : k;
    return close < i ? i : close;
}

/* The name that a mention of the type declares: `a: T`, `let a = T {`; 0: none. */
static size_t declared_at(const UseText *file, size_t mention)
{
    size_t i = mention;
    while (i > 2 && use_text_mark(file, i - 1) == ':' && use_text_mark(file, i - 2) == ':')
        i -= 3;
    char before = i > 1 ? use_text_mark(file, i - 1) : '\0',
         next = use_text_mark(file, mention + 1);
    bool name = before && byte_in(before, ":=") && use_text_is_any_word(file, i - 2);
    bool typed = before == ':' && next && byte_in(next, ",)=;");
    bool made = before == '=' && next && byte_in(next, "{(:");
    return name && (typed || made) ? i - 2 : 0;
}

/* Whether the value of the name at a token is handed on whole: `f(a)`, `b = a;`, `T { x: a }`, or
   it is the object of the method. */
static bool is_handed_on(const Moved *moved, const UseText *file, size_t i)
{
    char before = use_text_mark(file, i - 1), next = use_text_mark(file, i + 1);
    if (moved->method.len)
        return next == '.' && use_text_is_word(file, i + 2, moved->method) &&
               use_text_mark(file, i + 3) == '(';
    bool macro = before == '(' && i > 2 && use_text_mark(file, i - 2) == '!';
    for (size_t open = i; open && !macro && before == ','; open--) // println!("{}", a)
        if (use_text_mark(file, open) == '(') {
            macro = use_text_mark(file, open - 1) == '!';
            break;
        }
    return !macro && before && byte_in(before, "(,=:") && next && byte_in(next, "),;}") &&
           !(before == '=' &&
             byte_in(use_text_mark(file, i - 2) ? use_text_mark(file, i - 2) : ' ', "=!<>"));
}

static void add(Moved *moved, const UseText *file, size_t token)
{
    Consequence use = moved->use;
    use.line = use_text_line(file, token);
    use_text_add(moved->uses, moved->found, file, &use);
}

/* Whether the function around a token only borrows its object: `&self`. */
static bool borrows_object(const UseText *file, size_t i)
{
    size_t k = i;
    while (k && i - k < TOKENS_BACK && !use_text_is_word(file, k, STR("fn")))
        k--;
    for (; k < i && use_text_mark(file, k) != '{'; k++)
        if (use_text_is_word(file, k, STR("self")))
            return use_text_mark(file, k - 1) == '&' || use_text_is_word(file, k - 1, STR("mut"));
    return false;
}

/* Whether a method of the type takes its object for good. */
static bool is_taking_method(const Moved *moved, Str name)
{
    const ChangeSide *side = &moved->uses->set->files.ptr[moved->use.file].new;
    for (uint32_t i = 0; i < side->outline.symbols.len; i++)
        if (symbol_is_callable(side->outline.symbols.ptr[i].kind) &&
            str_equal(side->outline.symbols.ptr[i].name, name) && takes_object(side, i))
            return true;
    return false;
}

/* Looks for a field of the type that a method takes out of its borrowed object: `self.a`. */
static void look_at_field(Moved *moved, const UseText *file, size_t i)
{
    char before = i > 3 ? use_text_mark(file, i - 3) : '\0', next = use_text_mark(file, i + 1);
    if (moved->method.len || i < 4 || use_text_mark(file, i - 1) != '.' ||
        !use_text_is_word(file, i - 2, STR("self")))
        return;
    bool called = next == '.' && use_text_mark(file, i + 3) == '(' &&
                  is_taking_method(moved, use_text_at(file, i + 2));
    bool whole = before && byte_in(before, "(,={};") && next && byte_in(next, "),;}");
    if ((called || whole) && borrows_object(file, i))
        add(moved, file, i);
}

/* Looks for uses of a declared name after it was handed on. */
static void follow(Moved *moved, const UseText *file, size_t name)
{
    size_t end = function_end(file, name), gone = 0;
    Str word = use_text_at(file, name);
    for (size_t i = name + 1; i < end && i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, word) || use_text_mark(file, i - 1) == '.')
            continue;
        if (use_text_mark(file, i + 1) == '=' && use_text_mark(file, i + 2) != '=')
            gone = 0;
        else if (gone)
            add(moved, file, i);
        if (is_handed_on(moved, file, i) && !gone)
            gone = i;
    }
}

static void look_in(Moved *moved, const UseText *file)
{
    for (size_t i = 2; i < file->tokens.len; i++) {
        size_t name = use_text_is_word(file, i, moved->type) ? declared_at(file, i) : 0;
        if (!name)
            continue;
        follow(moved, file, name);
        for (size_t k = 4; k < file->tokens.len; k++)
            if (use_text_is_word(file, k, use_text_at(file, name)))
                look_at_field(moved, file, k);
    }
}

/* Whether the change makes values of a type go where they are handed on. */
static bool is_sought(const TextUses *uses, const ChangedFile *file, const ChangedSymbol *changed,
                      Str trait, Moved *moved)
{
    if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT)
        return false;
    const ChangeSide *a = changed_old_side(uses->set, changed), *b = &file->new;
    const Symbol *symbol = changed_symbol(uses->set, changed);
    if (symbol_is_type(symbol->kind)) {
        moved->type = symbol->name;
        moved->use.why = str_format(
            uses->arena, "it is not %.*s any more, and was handed on before", STR_ARG(trait));
        return derives(a, changed->old_symbol, trait) && !derives(b, changed->new_symbol, trait);
    }
    if (!symbol_is_callable(symbol->kind) || !symbol->parent)
        return false;
    moved->type = str_first_word(b->outline.symbols.ptr[symbol->parent - 1].name);
    moved->method = symbol->name;
    moved->use.why = str_format(uses->arena, "'%.*s' took it for good", STR_ARG(symbol->name));
    return takes_object(b, changed->new_symbol) && !takes_object(a, changed->old_symbol);
}

void moved_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const char *trait = lang_facts(file->new.outline.language)->heads.moved;
    FileIdVec files = {0};
    for (uint32_t i = 0; trait && i < file->symbols.len; i++) {
        Moved moved = {.uses = uses, .found = found};
        moved.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        if (!is_sought(uses, file, &file->symbols.ptr[i], str_from(trait), &moved))
            continue;
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user && use_text_has_word(user, moved.type))
                look_in(&moved, user);
        }
    }
}
