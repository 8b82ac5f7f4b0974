/* A swap of two fields leaves each field as it was: only the sequence of pairs shows it. A new
   member breaks others where they must implement it, give it a value, or match it. */
#include "change/required_members.h"

#include "change/affected.h"
#include "change/head_text.h"
#include "text/lines.h"

#define SOFT "; code that "

typedef struct Members {
    Arena *arena;
    const ChangeSide *old, *new;
    const LangFacts *facts;
    const Partner *partners; /* of the new file's symbols */
    ChangedSymbol *changed;
    const Symbol *type; /* in its new form */
} Members;

/* Whether the type's head has one of the words, `@dataclass` or `NamedTuple`. */
static bool is_marked(const Members *members)
{
    const Symbol *type = members->type;
    uint32_t end = type->body ? type->body : type->end;
    Str head = str_slice(members->new->text, type->lead, end), mark;
    Str marks = str_from(members->facts->placed_marks ? members->facts->placed_marks : "");
    while (str_take_until(&marks, ' ', &mark))
        if (str_find(head, mark) != STR_NONE)
            return true;
    return false;
}

static Str text_of(const ChangeSide *side, const Symbol *symbol)
{
    return str_slice(side->code.text, symbol->start, symbol->end);
}

/* Whether it has a value of its own, `A = 1`, so that its place does not give it one. */
static bool has_value(const ChangeSide *side, const Symbol *symbol)
{
    return str_find_byte(text_of(side, symbol), '=') != STR_NONE;
}

/* ---- order ---- */

static bool has_place(const Symbol *symbol)
{
    return !(symbol->modifiers & MODIFIER(STATIC)) && !symbol_is_callable(symbol->kind) &&
           !symbol_is_type(symbol->kind);
}

/* The old form of a member that was in this type before; NULL: it was not. */
static const Symbol *old_member(const Members *members, uint32_t index)
{
    const Partner *partner = &members->partners[index];
    if (partner->symbol == SYMBOL_ABSENT || partner->extracted ||
        partner->file != members->changed->old_file)
        return NULL;
    const Symbol *old = &members->old->outline.symbols.ptr[partner->symbol];
    return old->parent == members->changed->old_symbol + 1 ? old : NULL;
}

typedef struct Order {
    bool fields, others; /* those with a place, and functions */
    bool numbered;       /* each of the moved ones has a value of its own */
} Order;

static Order order_of(const Members *members)
{
    const SymbolVec *now = &members->new->outline.symbols;
    uint32_t last[2] = {0};
    Order order = {.numbered = true};
    for (uint32_t i = members->changed->new_symbol + 1; i < members->type->next;
         i = now->ptr[i].next) {
        bool placed = has_place(&now->ptr[i]);
        if (!old_member(members, i))
            continue;
        if (members->partners[i].symbol < last[placed]) {
            *(placed ? &order.fields : &order.others) = true;
            order.numbered &= has_value(members->new, &now->ptr[i]);
        }
        last[placed] = MAX(last[placed], members->partners[i].symbol);
    }
    return order;
}

static void compare_order(const Members *members)
{
    Order order = order_of(members);
    ChangedSymbol *changed = members->changed;
    bool placed =
        str_is_listed(symbol_kind_name(members->type->kind), members->facts->placed_kinds);
    bool values = members->type->kind == SYMBOL_ENUM, marked = is_marked(members);
    bool breaks = order.fields && (marked || (placed && !(values && order.numbered)));
    if (!order.fields && !order.others)
        return;
    changed->parts |= order.fields ? PART_DIFFERS_BODY : PART_DIFFERS_FORMAT;
    if (order.fields)
        changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
    Str text = !breaks  ? STR("members are in another order")
               : values ? STR("values are in another order, and their numbers with them")
               : marked ? STR("fields are in another order, as are the constructor's parameters")
                        : STR("fields are in another order" SOFT "relies on it reads others now");
    if (breaks)
        affected_say(members->arena, changed,
                     marked   ? AFFECTS_MAKERS
                     : values ? AFFECTS_UNSEEN | AFFECTS_NUMBERED
                              : AFFECTS_UNSEEN | AFFECTS_PLACED,
                     text);
    else
        change_say(members->arena, &changed->what, text);
}

/* ---- what is asked of others ---- */

static bool is_declared_open(const Members *members)
{
    const Symbol *type = members->type;
    return str_find(str_slice(members->new->text, type->lead, type->name_start),
                    STR("non_exhaustive")) != STR_NONE;
}

bool required_members_is_without_body(Str file, const Symbol *member)
{
    static const uint32_t given = MODIFIER(STATIC) | MODIFIER(DEFAULT) | MODIFIER(PRIVATE);
    Str text = str_slice(file, member->start, member->end);
    bool accessors =
        str_find(text, STR("get;")) != STR_NONE || str_find(text, STR("set;")) != STR_NONE;
    return (accessors || !member->body) && !(member->modifiers & given) &&
           (accessors || str_find_byte(text, '{') == STR_NONE) &&
           str_find_byte(text, '=') == STR_NONE;
}

/* Whether a declared type is a choice of others, `{…} | {…}`: their members are not its own. */
static bool is_choice(const Members *members)
{
    Str text = text_of(members->new, members->type);
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += byte_in(text.ptr[i], "([{");
        depth -= depth && byte_in(text.ptr[i], ")]}");
        if (!depth && text.ptr[i] == '|')
            return members->type->kind == SYMBOL_TYPE;
    }
    return false;
}

/* Whether a list of the module says that others may leave a callback out. */
static bool is_listed_optional(const ChangeSide *side, const Symbol *member)
{
    Str text = side->code.text, line;
    for (size_t at; (at = str_find(text, STR("@optional_callbacks"))) != STR_NONE;) {
        text = str_from_offset(text, at);
        if (str_take_line(&text, &line) && head_text_has_word(line, member->name))
            return true;
    }
    return false;
}

/* Whether all that a function does is to raise an error which says that heirs implement it, and its
   type calls it. */
static bool is_left_to_heirs(const Members *members, const ChangeSide *side, const Symbol *member)
{
    static const Str says[] = {STR_INIT("Implemented"), STR_INIT("implemented"),
                               STR_INIT("must implement"), STR_INIT("abstract")};
    const SymbolVec *symbols = &side->outline.symbols;
    Str body = member->body ? str_slice(side->code.text, member->body, member->end) : (Str){0};
    Str around = member->parent ? text_of(side, &symbols->ptr[member->parent - 1]) : (Str){0};
    while (body.len && (byte_is_space(body.ptr[0]) || byte_in(body.ptr[0], "{:")))
        body = str_from_offset(body, 1);
    Str first = str_slice(body, 0, str_word_end(body, 0));
    bool raises = first.len && symbol_is_function(member->kind) &&
                  str_is_listed(first, members->facts->raise_words);
    size_t lines = 0, named = 0, uses = 0;
    for (size_t i = 0; i < body.len; i++)
        lines += body.ptr[i] == '\n';
    for (size_t i = 0; raises && i < COUNT(says); i++)
        named += str_find(body, says[i]) != STR_NONE;
    for (size_t at = 0, next;
         named && (next = str_find(str_from_offset(around, at), member->name)) != STR_NONE;) {
        size_t from = at + next;
        at = from + member->name.len;
        uses += (!from || !byte_is_word(around.ptr[from - 1])) &&
                (at == around.len || !byte_is_word(around.ptr[at]));
    }
    return lines <= 1 && uses > 1;
}

/* Whether another form of the member has a body: an overload that only has a signature. */
static bool has_body_beside(const ChangeSide *side, const Symbol *member)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (symbols->ptr[i].body && symbols->ptr[i].parent == member->parent &&
            str_equal(symbols->ptr[i].name, member->name))
            return true;
    return false;
}

/* Whether heirs must implement a new member. */
static bool must_be_implemented(const Members *members, const ChangeSide *side,
                                const Symbol *member)
{
    SymbolKind outer = members->type->kind;
    Str head = str_slice(side->text, member->lead, member->name_start);
    Str text = text_of(side, member);
    bool virtual = member->modifiers & MODIFIER(VIRTUAL) && str_find(text, STR("= 0")) != STR_NONE;
    if (member->modifiers & MODIFIER(ABSTRACT) || virtual ||
        str_find(head, STR("@abstractmethod")) != STR_NONE ||
        (str_find(head, STR("@callback")) != STR_NONE && !is_listed_optional(side, member)) ||
        is_left_to_heirs(members, side, member))
        return true;
    bool optional = member->name_end < side->text.len && side->text.ptr[member->name_end] == '?';
    bool open = members->type->modifiers & MODIFIER(ABSTRACT) && symbol_is_callable(member->kind) &&
                !member->body && member->kind != SYMBOL_CONSTRUCTOR && str_ends(text, STR(";")) &&
                !has_body_beside(side, member) && str_find(head, STR("external")) == STR_NONE;
    if (open && str_find(head, STR("native")) == STR_NONE)
        return true;
    bool asks = outer == SYMBOL_INTERFACE || outer == SYMBOL_TRAIT ||
                (outer == SYMBOL_TYPE && members->facts->members_are_public && !is_choice(members));
    return asks && !optional && !symbol_is_type(member->kind) &&
           (required_members_is_without_body(side->code.text, member) ||
            (symbol_is_callable(member->kind) && !member->body &&
             !(member->modifiers & MODIFIER(DEFAULT))));
}

/* Reads the parameters of a type's constructor. False: it has none of its own. */
static bool read_maker(Arena *arena, const ChangeSide *side, uint32_t type, ParameterVec *list)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i = symbols->ptr[i].next)
        if (symbols->ptr[i].kind == SYMBOL_CONSTRUCTOR && parameters_read(arena, side, i, list))
            return true;
    return false;
}

/* Whether each constructor of a type wants an argument; *list has the parameters of the first one.
 */
static bool wants_arguments(Arena *arena, const ChangeSide *side, uint32_t type, ParameterVec *list)
{
    const SymbolVec *symbols = &side->outline.symbols;
    size_t constructors = 0;
    if (lang_facts(side->outline.language)->types_take_parameters &&
        parameters_are_in_head(side, type) && parameters_read(arena, side, type, list))
        constructors++;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i = symbols->ptr[i].next) {
        ParameterVec other;
        size_t least = 0, most;
        if (symbols->ptr[i].kind != SYMBOL_CONSTRUCTOR)
            continue;
        if (!parameters_read(arena, side, i, &other))
            return false;
        parameters_count(&other, &least, &most);
        if (!least)
            return false;
        *list = constructors++ ? *list : other;
    }
    size_t least = 0, most;
    parameters_count(list, &least, &most);
    return constructors && least;
}

static bool has_constructor(const ChangeSide *side, uint32_t type)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i = symbols->ptr[i].next)
        if (symbols->ptr[i].kind == SYMBOL_CONSTRUCTOR)
            return true;
    return parameters_are_in_head(side, type);
}

bool required_members_ask_makers(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                                 ParameterVec *list)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    *list = (ParameterVec){0};
    if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT)
        return false;
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    bool made = (old->kind == SYMBOL_CLASS || old->kind == SYMBOL_STRUCT) && old->kind == new->kind;
    return made && !has_constructor(a, changed->old_symbol) &&
           !change_side_bases(arena, a, changed->old_symbol).len &&
           wants_arguments(arena, b, changed->new_symbol, list);
}

/* Says that a type which was made of nothing wants arguments, also from the constructors of its
   heirs. */
static bool compare_makers(const Members *members, const ChangeSet *set)
{
    ParameterVec list;
    if (!required_members_ask_makers(members->arena, set, members->changed, &list))
        return false;
    affected_say(members->arena, members->changed,
                 AFFECTS_FITTING | (members->facts->bases_are_made ? AFFECTS_HEIRS : 0),
                 STR("its constructor wants arguments now"));
    return true;
}

/* Whether the constructor of the old type asked for a value of that name. */
static bool was_given(const Members *members, Str name)
{
    ParameterVec list = {0};
    const Symbol *old = &members->old->outline.symbols.ptr[members->changed->old_symbol];
    if (!symbol_is_type(old->kind)) /* a value that was a type: its text has the names */
        return head_text_has_word(text_of(members->old, old), name);
    if (!read_maker(members->arena, members->old, members->changed->old_symbol, &list))
        return false;
    for (size_t k = 0; k < list.len; k++)
        if (str_equal(list.ptr[k].name, name) && !list.ptr[k].optional)
            return true;
    return false;
}

/* Whether code that makes a value must give a new field. */
static bool must_be_given(const Members *members, const Symbol *member)
{
    Str text = text_of(members->new, member);
    bool named = str_find(str_slice(members->new->text, member->start, member->name_start),
                          STR("required ")) != STR_NONE;
    bool field = member->kind == SYMBOL_FIELD || member->kind == SYMBOL_PROPERTY;
    bool classwide = str_find(text, STR("ClassVar")) != STR_NONE;
    return field && (named || (is_marked(members) && !has_value(members->new, member) &&
                               !classwide && str_find_byte(text, ':') != STR_NONE));
}

static void say_asked(const Members *members, const Symbol *member, unsigned affects,
                      const char *format)
{
    affected_say(members->arena, members->changed, affects,
                 str_format(members->arena, format, STR_ARG(member->name)));
    if (affects & AFFECTS_HEIRS)
        members->changed->asked[members->changed->breaking.len - 1] = member->name;
}

/* Whether another declaration of the type's name, an extension, has a body for the member. */
static bool is_given_beside(const Members *members, const Symbol *member)
{
    const SymbolVec *symbols = &members->new->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *other = &symbols->ptr[i];
        if (other != member && other->body && other->parent && other->parent != member->parent &&
            str_equal(other->name, member->name) &&
            str_equal(symbols->ptr[other->parent - 1].name, members->type->name))
            return true;
    }
    return false;
}

static void compare_new(const Members *members, const Symbol *member)
{
    if (is_given_beside(members, member))
        return;
    if (must_be_implemented(members, members->new, member))
        say_asked(members, member, AFFECTS_HEIRS, "'%.*s' is new, and must be implemented");
    else if (must_be_given(members, member) && !was_given(members, member->name))
        say_asked(members, member, AFFECTS_MAKERS, "field '%.*s' is new, and must be given");
    else if (member->kind == SYMBOL_ENUM_MEMBER && members->facts->matches_are_exhaustive &&
             !is_declared_open(members))
        say_asked(members, member, AFFECTS_UNSEEN,
                  "'%.*s' is new" SOFT "matches every variant lacks it");
}

/* Whether a member without a number stands before old ones without, whose numbers it shifts. */
static bool shifts_numbers(const Members *members, uint32_t index)
{
    const SymbolVec *now = &members->new->outline.symbols;
    if (now->ptr[index].kind != SYMBOL_ENUM_MEMBER || has_value(members->new, &now->ptr[index]))
        return false;
    for (uint32_t i = now->ptr[index].next; i < members->type->next; i = now->ptr[i].next) {
        if (has_value(members->new, &now->ptr[i]))
            return false;
        if (old_member(members, i) && now->ptr[i].next < members->type->next)
            return true; /* the last one may only count the others */
    }
    return false;
}

static void compare_asked(const Members *members)
{
    const SymbolVec *now = &members->new->outline.symbols;
    for (uint32_t i = members->changed->new_symbol + 1; i < members->type->next;
         i = now->ptr[i].next) {
        const Symbol *member = &now->ptr[i];
        const Symbol *old = old_member(members, i);
        if (!old && members->facts->heads.enums_are_numbered && shifts_numbers(members, i))
            say_asked(members, member, AFFECTS_UNSEEN | AFFECTS_NUMBERED,
                      "'%.*s' is new before others, whose numbers shift");
        else if (!old)
            compare_new(members, member);
        else if (must_be_implemented(members, members->new, member) &&
                 !must_be_implemented(members, members->old, old))
            say_asked(members, member, AFFECTS_HEIRS, "'%.*s' must be implemented now");
    }
}

/* Adds the breaks; whether there are any. */
static bool compare_members(const Members *members)
{
    size_t before = members->changed->breaking.len;
    compare_order(members);
    compare_asked(members);
    return members->changed->breaking.len != before;
}

void required_members_compare(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                              ChangedSymbol *changed)
{
    const ChangeSide *new = &set->files.ptr[changed->file].new;
    const Members members = {.arena = arena,
                             .old = &set->files.ptr[changed->old_file].old,
                             .new = new,
                             .facts = lang_facts(new->outline.language),
                             .partners = pairing->new_to_old[changed->file],
                             .changed = changed,
                             .type = &new->outline.symbols.ptr[changed->new_symbol]};
    if (!symbol_is_type(members.type->kind) && members.type->kind != SYMBOL_MODULE)
        return;
    /* What the change the other way would ask for differs in both, so the parts are the same. */
    ChangedSymbol mirror = {.file = changed->old_file,
                            .old_file = changed->file,
                            .new_symbol = changed->old_symbol,
                            .old_symbol = changed->new_symbol};
    const Members back = {.arena = arena,
                          .old = members.new,
                          .new = members.old,
                          .facts = members.facts,
                          .partners = pairing->old_to_new[changed->old_file],
                          .changed = &mirror,
                          .type = &members.old->outline.symbols.ptr[changed->old_symbol]};
    bool asks = compare_members(&members);
    asks |= compare_makers(&members, set);
    if (!asks && !compare_members(&back))
        return;
    changed->parts |= PART_DIFFERS_BODY;
    changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
}

bool required_members_break_is_soft(Str breaking)
{
    return str_find(breaking, STR(SOFT)) != STR_NONE;
}

/* Whether the constructor of one state asks for the fields of a type without one in the other. */
static bool is_made_as(Arena *arena, const ChangeSide *a, uint32_t maker, const ChangeSide *b,
                       uint32_t type)
{
    const SymbolVec *now = &b->outline.symbols;
    ParameterVec list = {0}, other = {0};
    size_t given = 0;
    if (!read_maker(arena, a, maker, &list) || read_maker(arena, b, type, &other))
        return false;
    for (uint32_t i = type + 1; i < now->ptr[type].next; i = now->ptr[i].next) {
        const Symbol *field = &now->ptr[i];
        bool typed = str_find_byte(text_of(b, field), ':') != STR_NONE;
        if (!has_place(field) || !typed)
            continue;
        bool valued = has_value(b, field);
        if (given < list.len &&
            (!str_equal(list.ptr[given].name, field->name) || list.ptr[given].optional != valued))
            return false;
        if (given >= list.len && !valued)
            return false;
        given++;
    }
    return given >= list.len;
}

bool required_members_are_made_alike(Arena *arena, const ChangeSet *set,
                                     const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    return is_made_as(arena, a, changed->old_symbol, b, changed->new_symbol) ||
           is_made_as(arena, b, changed->new_symbol, a, changed->old_symbol);
}
