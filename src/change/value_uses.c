/* Copies and conversions happen at the same places: where a variable is declared with a value,
   where a value is returned, and where it is an argument. A name of the type there is copied, a
   literal is converted. */
#include "change/value_uses.h"

#include "change/affected.h"
#include "change/head_text.h"
#include "change/parameters.h"
#include "change/typed_names.h"

/* Types of one file that are looked at. */
#define TYPES_MAX 20

typedef struct Valued {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str type;
    bool copies;  /* else conversions are sought */
    StrVec names; /* of the file, that are of the type */
    TypedTakerVec takers;
} Valued;

/* ---- types that cannot be copied ---- */

/* Whether one of the words names a type by value in a field: `std::unique_ptr<T> a`. */
static bool holds_uncopied(const ChangeSide *side, const Symbol *field)
{
    const char *words = lang_facts(side->outline.language)->heads.uncopied;
    Str type = str_slice(side->code.text, field->start, field->name_start);
    size_t open = str_find_byte(type, '<');
    Str outer = str_slice(type, 0, open), word;
    Str rest = str_from(words ? words : "");
    bool shared = head_text_has_word(type, STR("static")) || str_find_byte(type, '&') != STR_NONE ||
                  str_ends(str_trim(type), STR("*"));
    while (!shared && str_take_until(&rest, ' ', &word))
        if (head_text_has_word(outer, word))
            return true;
    return false;
}

/* What a type's own copying constructor says: it has one, or it is deleted. */
typedef enum CopyMaker {
    MAKER_IMPLIED,
    MAKER_WRITTEN,
    MAKER_DELETED
} CopyMaker;

static CopyMaker copy_maker(Arena *arena, const ChangeSide *side, uint32_t type)
{
    const SymbolVec *symbols = &side->outline.symbols;
    Str name = symbols->ptr[type].name;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i++) {
        const Symbol *member = &symbols->ptr[i];
        Str text = str_slice(side->code.text, member->start, member->end);
        ParameterVec list;
        if (member->parent != type + 1 || !str_equal(member->name, name) ||
            !parameters_read(arena, side, i, &list) || list.len != 1 ||
            !head_text_has_word(list.ptr[0].type, name) ||
            !str_ends(str_trim(list.ptr[0].type), STR("&")) ||
            str_ends(str_trim(list.ptr[0].type), STR("&&")))
            continue;
        return head_text_has_word(text, STR("delete")) ? MAKER_DELETED : MAKER_WRITTEN;
    }
    return MAKER_IMPLIED;
}

static bool can_be_copied(Arena *arena, const ChangeSide *side, uint32_t type)
{
    const SymbolVec *symbols = &side->outline.symbols;
    CopyMaker maker = copy_maker(arena, side, type);
    if (maker != MAKER_IMPLIED)
        return maker == MAKER_WRITTEN;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i++)
        if (symbols->ptr[i].parent == type + 1 && symbols->ptr[i].kind == SYMBOL_FIELD &&
            holds_uncopied(side, &symbols->ptr[i]))
            return false;
    return true;
}

static uint32_t find_type(const ChangeSide *side, Str name)
{
    for (uint32_t i = 0; i < side->outline.symbols.len; i++)
        if (symbol_is_type(side->outline.symbols.ptr[i].kind) &&
            side->outline.symbols.ptr[i].body && str_equal(side->outline.symbols.ptr[i].name, name))
            return i;
    return SYMBOL_ABSENT;
}

/* ---- places ---- */

static void add(Valued *valued, const UseText *file, size_t token)
{
    Consequence use = valued->use;
    use.line = use_text_line(file, token);
    use_text_add(valued->uses, valued->found, file, &use);
}

/* Whether the expression of the tokens is a name of the type, or what a pointer to one points at.
 */
static bool is_name(const Valued *valued, const UseText *file, size_t first, size_t last)
{
    bool pointed = use_text_mark(file, first) == '*';
    first += pointed;
    return first + 1 == last &&
           (pointed ? use_text_is_any_word(file, first)
                    : change_texts_have(&valued->names, use_text_at(file, first)));
}

/* Whether the tokens join a string to other values: `"/home/" + user`. */
static bool joins_string(const UseText *file, size_t first, size_t last)
{
    bool string = false;
    for (size_t i = first; i < last && i < file->tokens.len; i++) {
        string |= file->tokens.ptr[i].kind == TOKEN_STRING;
        if (use_text_mark(file, i) && use_text_mark(file, i) != '+')
            return false;
    }
    return string && last > first + 2;
}

/* Whether the tokens are a literal, which has another type. */
static bool is_literal(const UseText *file, size_t first, size_t last)
{
    bool sign = use_text_mark(file, first) == '-';
    TokenKind kind = first + sign < last ? file->tokens.ptr[first + sign].kind : TOKEN_COMMENT;
    return joins_string(file, first, last) ||
           (first + sign + 1 == last && (kind == TOKEN_NUMBER || kind == TOKEN_STRING));
}

/* Whether the tokens end with a member that is no value of the type: `it->second`. */
static bool is_other_member(const Valued *valued, const UseText *file, size_t first, size_t last)
{
    char mark = last > first + 2 ? use_text_mark(file, last - 2) : '\0';
    for (size_t i = first; i < last; i++)
        if (!use_text_is_any_word(file, i) && !byte_in(use_text_mark(file, i), ".->"))
            return false;
    return mark && byte_in(mark, ".>") && use_text_is_any_word(file, last - 1) &&
           !change_texts_have(&valued->names, use_text_at(file, last - 1));
}

static bool is_place(const Valued *valued, const UseText *file, size_t first, size_t last,
                     bool by_value)
{
    return valued->copies ? by_value && is_name(valued, file, first, last)
                          : is_literal(file, first, last);
}

/* The token of the `;`, or of the bracket or comma, that ends an expression. */
static size_t expression_end(const UseText *file, size_t i)
{
    for (size_t depth = 0; i < file->tokens.len; i++) {
        char mark = use_text_mark(file, i);
        if (!depth && mark && byte_in(mark, ";,)]}"))
            return i;
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return i;
}

/* `T a = b;`, and for copies also `T a(b);` and `T a{b};`. */
static void look_at_variable(Valued *valued, const UseText *file, size_t mention)
{
    size_t name = mention + 1, first = name + 2, last;
    char mark = use_text_mark(file, name + 1);
    bool given = mark == '=' || (valued->copies && (mark == '(' || mark == '{'));
    if (!use_text_is_any_word(file, name) || !given)
        return;
    last = expression_end(file, first);
    if (is_place(valued, file, first, last, true))
        add(valued, file, name);
}

/* What the body of a function whose result is the type returns. */
static void look_at_results(Valued *valued, const UseText *file, size_t mention)
{
    size_t open = mention + 2;
    while (use_text_mark(file, open - 1) == ':' || use_text_mark(file, open) == ':')
        open++;
    if (!use_text_is_any_word(file, mention + 1) || use_text_mark(file, open) != '(')
        return;
    for (open = use_text_close(file, open); open < file->tokens.len; open++)
        if (use_text_mark(file, open) && byte_in(use_text_mark(file, open), "{;"))
            break;
    size_t close = use_text_mark(file, open) == '{' ? use_text_close(file, open) : open;
    for (size_t i = open; i < close && i < file->tokens.len; i++)
        if (use_text_is_word(file, i, STR("return")) && !valued->copies &&
            (is_literal(file, i + 1, expression_end(file, i + 1)) ||
             is_other_member(valued, file, i + 1, expression_end(file, i + 1))))
            add(valued, file, i);
}

/* A literal that an operator gets with a value of the type: `a + 1`. */
static void look_at_operator(Valued *valued, const UseText *file, size_t i)
{
    size_t at = i + 1;
    char mark = use_text_mark(file, at);
    if (valued->copies || !mark || !byte_in(mark, "+-*/%<>=!") ||
        (i && use_text_mark(file, i - 1) && byte_in(use_text_mark(file, i - 1), ".>")) ||
        !change_texts_have(&valued->names, use_text_at(file, i)))
        return;
    bool paired = use_text_mark(file, at + 1) == '=';
    bool assigns = mark == '=' && !paired;
    at += 1 + paired;
    if (!assigns && is_literal(file, at, at + 1))
        add(valued, file, i);
}

/* Arguments of functions that take the type, and of those that put a value in a container. */
static void look_at_call(Valued *valued, const UseText *file, size_t name)
{
    size_t open = name + 1, first, last;
    bool puts = valued->copies && use_text_mark(file, name - 1) == '.' &&
                str_is_listed(use_text_at(file, name), "push_back emplace_back push insert assign");
    if (puts && typed_names_argument(file, open, 0, &first, &last) &&
        is_name(valued, file, first, last))
        add(valued, file, name);
    for (size_t i = 0; i < valued->takers.len; i++) {
        const TypedTaker *taker = &valued->takers.ptr[i];
        if (use_text_is_word(file, name, taker->name) &&
            typed_names_argument(file, open, taker->place, &first, &last) &&
            is_place(valued, file, first, last, taker->by_value)) {
            add(valued, file, name);
            return;
        }
    }
}

static void look_in(Valued *valued, const UseText *file)
{
    valued->names = (StrVec){0};
    typed_names_read(valued->uses->arena, file, valued->type, &valued->names);
    for (size_t i = 1; i < file->tokens.len; i++) {
        if (use_text_is_word(file, i, valued->type)) {
            look_at_variable(valued, file, i);
            look_at_results(valued, file, i);
        } else if (use_text_is_any_word(file, i)) {
            if (use_text_mark(file, i + 1) == '(')
                look_at_call(valued, file, i);
            look_at_operator(valued, file, i);
        }
    }
}

static void look_for(Valued *valued, const FileIdVec *files)
{
    Arena *arena = valued->uses->arena;
    valued->takers = (TypedTakerVec){0};
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < files->len; k++) {
            const UseText *file =
                use_text_open(valued->uses, valued->uses->catalog->files.ptr[files->ptr[k]].path);
            if (!file || !use_text_has_word(file, valued->type))
                continue;
            if (pass)
                look_in(valued, file);
            else
                typed_names_takers(arena, file, valued->type, &valued->takers);
        }
}

/* ---- what the change does ---- */

/* Whether a changed symbol ends that its type is copied, or that values become one. */
static bool is_sought(TextUses *uses, const ChangedFile *file, const ChangedSymbol *changed,
                      Valued *valued)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? changed_old_side(uses->set, changed) : &file->new;
    const Symbol *symbol = changed_symbol(uses->set, changed);
    valued->type = symbol_is_type(symbol->kind) ? symbol->name
                   : symbol->parent             ? side->outline.symbols.ptr[symbol->parent - 1].name
                                                : (Str){0};
    if (!valued->type.len)
        return false;
    valued->copies = !(affected_all(changed) & AFFECTS_CONVERTERS);
    if (!valued->copies) {
        valued->use.why = STR("its constructor is explicit now");
        return true;
    }
    uint32_t was = find_type(&file->old, valued->type), is = find_type(&file->new, valued->type);
    valued->use.why =
        str_format(uses->arena, "copying a %.*s is an error now", STR_ARG(valued->type));
    return was != SYMBOL_ABSENT && is != SYMBOL_ABSENT &&
           can_be_copied(uses->arena, &file->old, was) &&
           !can_be_copied(uses->arena, &file->new, is);
}

void value_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    StrVec copied = {0};
    if (!lang_facts(file->new.outline.language)->heads.uncopied)
        return;
    for (uint32_t i = 0; i < file->symbols.len && copied.len < TYPES_MAX; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        Valued valued = {.uses = uses, .found = found};
        valued.use =
            (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i, .likely = true};
        if (!is_sought(uses, file, changed, &valued) ||
            (valued.copies && change_texts_have(&copied, valued.type)))
            continue;
        if (valued.copies)
            *VEC_PUSH(uses->arena, &copied) = valued.type;
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        look_for(&valued, &files);
    }
}
