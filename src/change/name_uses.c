/* A word counts if its place in the text speaks for the symbol: a receiver that is called like the
   owner, a name that nothing else has, a string that is the name alone. Constructors are known by
   their owner's name, and by the calls of heirs. */
#include "change/name_uses.h"

#include "change/affected.h"
#include "change/option_reads.h"
#include "change/parameters.h"
#include "change/places.h"
#include "change/result_uses.h"
#include "text/lines.h"

/* A longer name, or one of several words, seldom means something else. */
#define DISTINCT_BYTES 7

typedef struct Sought {
    const ChangedSymbol *changed;
    const Symbol *old;
    Str name, owner;
    bool gone, called, maker;
    bool apart; /* something else has its name */
    unsigned affects;
    bool sections;           /* only a receiver makes a call of it one from outside */
    VEC(ParameterVec) forms; /* of the new state: what it takes now, overloads included */
    Consequence use;
} Sought;

/* ---- what was looked at ---- */

static Str place_key(Arena *arena, Str path, uint32_t line, Str name)
{
    return str_format(arena, "%.*s:%u:%.*s", STR_ARG(path), line, STR_ARG(name));
}

void name_uses_looked(TextUses *uses, Str path, uint32_t line, Str name)
{
    *map_put(&uses->looked, place_key(uses->arena, path, line, name), NULL) = 1;
}

/* ---- words ---- */

static bool is_distinct(Str name)
{
    bool humps = false;
    for (size_t i = 1; i < name.len; i++)
        humps |= name.ptr[i] == '_' || (name.ptr[i] >= 'A' && name.ptr[i] <= 'Z' &&
                                        name.ptr[i - 1] >= 'a' && name.ptr[i - 1] <= 'z');
    return humps || name.len >= DISTINCT_BYTES;
}

/* The token before a dot, an arrow or two colons at the token before; STR_NONE: nothing such. */
static size_t receiver_of(const UseText *file, size_t i)
{
    char last = i ? use_text_mark(file, i - 1) : '\0',
         before = i > 1 ? use_text_mark(file, i - 2) : '\0';
    size_t width = last == '.'                                                        ? 1
                   : (last == '>' && before == '-') || (last == ':' && before == ':') ? 2
                                                                                      : 0;
    if (!width || i <= width)
        return STR_NONE;
    before = use_text_mark(file, i - width - 1);
    return i - width - 1 - (before && byte_in(before, "?!&") && i > width + 1);
}

/* Whether a receiver is called like the owner: `order`, `myOrder`, `orders[0]`, `o` for Order. */
static bool hints_at(Str receiver, Str owner)
{
    while (receiver.len && byte_in(receiver.ptr[0], "$@_"))
        receiver = str_from_offset(receiver, 1);
    if (receiver.len == 1)
        return owner.len && (receiver.ptr[0] | 0x20) == (owner.ptr[0] | 0x20);
    for (size_t i = 0; receiver.len > 2 && i + receiver.len <= owner.len; i++)
        if (str_equal_nocase(str_slice(owner, i, i + receiver.len), receiver))
            return i + receiver.len == owner.len;
    for (size_t i = 0; owner.len > 2 && i + owner.len <= receiver.len; i++)
        if (str_equal_nocase(str_slice(receiver, i, i + owner.len), owner))
            return true;
    return false;
}

bool name_uses_hints(const UseText *file, size_t name, Str owner)
{
    size_t receiver = receiver_of(file, name);
    return receiver != STR_NONE && file->tokens.ptr[receiver].kind == TOKEN_WORD &&
           hints_at(use_text_at(file, receiver), owner);
}

bool name_uses_apart(TextUses *uses, const Consequence *use, Str name, Str owner, bool *inherited)
{
    const StrVec owners = {.ptr = &owner, .len = 1};
    bool found = false;
    Catalog *catalog = uses->catalog;
    const IdSpan all = catalog_named(catalog, names_find(&catalog->names, name));
    Str path = uses->set->files.ptr[use->file].new.path;
    *inherited = false;
    for (size_t i = 0; i < all.len; i++) {
        SymbolPlace place = catalog_place(catalog, all.ptr[i]);
        const CatalogFile *row = catalog_row(catalog, place.file);
        uint32_t parent = row->entries[place.index].parent;
        Str outer = parent ? catalog_name(catalog, row->entries[parent].name) : (Str){0};
        bool own = str_equal(outer, owner) || str_equal(name, owner);
        if (own && str_equal(row->path, path))
            continue;
        found = true;
        *inherited |= outer.len && owner.len && !str_equal(outer, owner) &&
                      use_text_derives(uses, &owners, outer);
    }
    return found;
}

/* Whether the file declares a symbol of that name, on that line or, with line 0, anywhere. */
static bool declares(const TextUses *uses, uint32_t file, Str name, uint32_t line)
{
    const CatalogFile *row = catalog_row(uses->catalog, file);
    for (uint32_t i = 1; i < row->count; i++)
        if (str_equal(catalog_name(uses->catalog, row->entries[i].name), name) &&
            (!line ||
             (row->entries[i].start_line <= line && line <= row->entries[i].start_line + 1)))
            return true;
    return false;
}

/* Whether the line has an import, whose names the graph follows. */
static bool is_import(const TextUses *uses, uint32_t file, uint32_t line)
{
    ImportLinkVec links = {0};
    catalog_imports(uses->catalog, uses->arena, file, &links);
    for (size_t i = 0; i < links.len; i++)
        if (links.ptr[i].line == line)
            return true;
    return false;
}

/* ---- whether a use fits ---- */

static bool has_parameter(const ParameterVec *all, Str name)
{
    for (size_t i = 0; i < all->len; i++) {
        Str own = all->ptr[i].name;
        if (all->ptr[i].many ||
            str_equal(str_starts(own, STR("$")) ? str_from_offset(own, 1) : own, name))
            return true;
    }
    return false;
}

/* Whether a call with such arguments fits the parameters. */
static bool does_list_fit(const UseText *file, const CallArguments *list,
                          const ParameterVec *parameters)
{
    size_t least = 0, given = list->placed + list->names.len;
    bool many = false;
    for (size_t i = 0; i < parameters->len; i++) {
        many |= parameters->ptr[i].many;
        least += !parameters->ptr[i].optional && !parameters->ptr[i].many;
    }
    for (size_t i = 0; i < list->names.len; i++)
        if (lang_names_arguments(file->language) && !has_parameter(parameters, list->names.ptr[i]))
            return false;
    return given >= least && (many || given <= parameters->len);
}

/* Whether the arguments in brackets, or no arguments with `open` 0, fit one of the new forms. */
static bool do_arguments_fit(TextUses *uses, const UseText *file, size_t open, const Sought *sought)
{
    CallArguments list = {0};
    if (open)
        use_text_list(file, uses->arena, open, &list);
    for (size_t i = 0; i < sought->forms.len; i++)
        if (list.spread || does_list_fit(file, &list, &sought->forms.ptr[i]))
            return true;
    return !sought->forms.len;
}

/* Whether a use at the token may break: `open` is the bracket of its arguments, or 0. */
static bool may_break(TextUses *uses, const UseText *file, size_t open, bool elsewhere,
                      bool received, const Sought *sought)
{
    const unsigned always = AFFECTS_USERS | AFFECTS_RESULTS;
    if (sought->gone)
        return true;
    if (sought->affects & AFFECTS_OUTSIDERS && elsewhere && (received || !sought->sections) &&
        !visibility_reach_has(uses->arena, uses->catalog, &uses->folders, uses->set,
                              sought->changed, file->path))
        return true;
    if (sought->affects & always && (received || !sought->sections))
        return true;
    if (sought->affects & AFFECTS_MAKERS && sought->maker)
        return true;
    return sought->affects & AFFECTS_FITTING && open && !do_arguments_fit(uses, file, open, sought);
}

/* ---- files ---- */

static bool is_own_word(Str word)
{
    static const Str own[] = {STR_INIT("self"),  STR_INIT("this"), STR_INIT("super"),
                              STR_INIT("$this"), STR_INIT("cls"),  STR_INIT("base")};
    for (size_t i = 0; i < COUNT(own); i++)
        if (str_equal(word, own[i]))
            return true;
    return false;
}

/* Whether a member's name behind a receiver speaks for the owner. */
static bool speaks_for(const UseText *file, size_t receiver, const Sought *sought)
{
    Str word = use_text_at(file, receiver);
    TokenKind kind = file->tokens.ptr[receiver].kind;
    if (is_own_word(word))
        return false;
    if (kind == TOKEN_WORD && hints_at(word, sought->owner))
        return true;
    bool dynamic = lang_hints_types(file->language) || lang_takes_more(file->language);
    return !sought->apart && is_distinct(sought->name) &&
           (dynamic || use_text_has_word(file, sought->owner));
}

/* Whether a string holds code that reads the name from a receiver: `#{post.slugify(…)}`. */
static bool is_in_hole(const UseText *file, size_t i, const Sought *sought)
{
    const char *holes = lang_facts(file->language)->name_holes;
    Str text = use_text_at(file, i), rest = str_from(holes ? holes : ""), hole;
    size_t from = STR_NONE;
    while (from == STR_NONE && str_take_until(&rest, ' ', &hole))
        if (hole.len && byte_in(hole.ptr[0], "#$@{\\"))
            from = str_find(text, hole);
    if (from == STR_NONE)
        return false;
    for (size_t at = from, next;
         (next = str_find(str_from_offset(text, at), sought->name)) != STR_NONE;) {
        size_t begin = at + next, end = begin + sought->name.len, word = begin;
        at = end;
        if (begin < 2 || text.ptr[begin - 1] != '.' ||
            (end < text.len && byte_is_word(text.ptr[end])))
            continue;
        for (word = begin - 1; word && byte_is_word(text.ptr[word - 1]);)
            word--;
        Str receiver = str_slice(text, word, begin - 1);
        bool dynamic = lang_hints_types(file->language) || lang_takes_more(file->language);
        if (!is_own_word(receiver) && (hints_at(receiver, sought->owner) ||
                                       (dynamic && !sought->apart && is_distinct(sought->name))))
            return true;
    }
    return false;
}

/* Whether a string is the name alone, as reflection and tables have it. */
static bool is_string_of(const UseText *file, size_t i, const Sought *sought)
{
    Str text = use_text_at(file, i);
    return text.len > 2 && str_equal(str_slice(text, 1, text.len - 1), sought->name) &&
           (use_text_has_word(file, sought->owner) ||
            str_find(file->text, sought->owner) != STR_NONE);
}

/* Whether a call asks each element, and the receiver is called like the owner:
   `orders.map(&:total)`. */
static bool is_of_each(const UseText *file, size_t i, const Sought *sought)
{
    if (i < 5 || use_text_mark(file, i - 1) != ':' || use_text_mark(file, i - 2) != '&' ||
        use_text_mark(file, i - 3) != '(')
        return false;
    size_t receiver = receiver_of(file, i - 4);
    return receiver != STR_NONE && file->tokens.ptr[receiver].kind == TOKEN_WORD &&
           hints_at(use_text_at(file, receiver), sought->owner);
}

static void look_for_member(TextUses *uses, ConsequenceVec *found, const UseText *file, uint32_t id,
                            const Sought *sought)
{
    bool elsewhere = !str_equal(file->path, uses->set->files.ptr[sought->use.file].new.path);
    for (size_t i = 0; i < file->tokens.len; i++) {
        bool string = file->tokens.ptr[i].kind == TOKEN_STRING &&
                      (is_string_of(file, i, sought) || is_in_hole(file, i, sought));
        if (!string && !use_text_is_word(file, i, sought->name))
            continue;
        size_t receiver = receiver_of(file, i);
        bool symbol = i && use_text_mark(file, i - 1) == ':' && receiver == STR_NONE &&
                      use_text_mark(file, i + 1) != ':' &&
                      (use_text_has_word(file, sought->owner) || is_of_each(file, i, sought));
        bool received = receiver != STR_NONE;
        if (!string && !(symbol && sought->called) &&
            !(received && speaks_for(file, receiver, sought)))
            continue;
        size_t open = use_text_mark(file, i + 1) == '(' ? i + 1 : 0;
        if (!sought->gone && received && !open && !sought->called)
            continue; /* text_uses.c looks for what is read */
        Consequence use = sought->use;
        Str option = option_reads_concern(uses, file, i, sought->changed);
        use.line = use_text_line(file, i);
        use.why = option.len ? option : use.why;
        if (!map_find(&uses->looked, place_key(uses->arena, file->path, use.line, sought->name)) &&
            (option.len ||
             (may_break(uses, file, open, elsewhere, received || string || symbol, sought) &&
              !result_uses_bear(file, i, sought->affects)) ||
             result_uses_concern(file, i, sought->affects)) &&
            !is_import(uses, id, use.line))
            use_text_add(uses, found, file, &use);
    }
}

/* Names at the top of a file, in files of languages that need no import: a declaration by hand, or
   an include. */
static void look_for_top(TextUses *uses, ConsequenceVec *found, const UseText *file, uint32_t id,
                         const Sought *sought)
{
    bool elsewhere = !str_equal(file->path, uses->set->files.ptr[sought->use.file].new.path);
    bool linked = lang_is_c(file->language);
    if (!elsewhere || (sought->apart && declares(uses, id, sought->name, 0) && !linked))
        return;
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, sought->name) || receiver_of(file, i) != STR_NONE)
            continue;
        size_t open = use_text_mark(file, i + 1) == '(' ? i + 1 : 0;
        Consequence use = sought->use;
        use.line = use_text_line(file, i);
        if ((sought->called && !open) || (!sought->called && use_text_is_named(file, i)) ||
            map_find(&uses->looked, place_key(uses->arena, file->path, use.line, sought->name)))
            continue;
        if (may_break(uses, file, open, elsewhere, true, sought))
            use_text_add(uses, found, file, &use);
    }
}

/* ---- constructors ---- */

static bool is_maker_name(const Symbol *symbol)
{
    static const Str names[] = {STR_INIT("__init__"), STR_INIT("initialize"),
                                STR_INIT("__construct"), STR_INIT("constructor"), STR_INIT("init")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(symbol->name, names[i]))
            return true;
    return symbol->kind == SYMBOL_CONSTRUCTOR;
}

/* Values that are made by the owner's name: `new Owner(…)`, `Owner.new`, `Owner::new`. */
static void look_for_makers(TextUses *uses, ConsequenceVec *found, const UseText *file,
                            const Sought *sought)
{
    bool elsewhere = !str_equal(file->path, uses->set->files.ptr[sought->use.file].new.path);
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, sought->owner))
            continue;
        size_t next = i + 1;
        while (use_text_mark(file, next) && byte_in(use_text_mark(file, next), ".:"))
            next++;
        bool named = next > i + 1 && use_text_is_word(file, next, STR("new"));
        size_t open = named ? next + 1 : i + 1;
        bool called = use_text_mark(file, open) == '(';
        bool made = i && use_text_is_word(file, i - 1, STR("new"));
        Consequence use = sought->use;
        use.line = use_text_line(file, i);
        if (!(named || made) ||
            map_find(&uses->looked, place_key(uses->arena, file->path, use.line, sought->owner)))
            continue;
        if (may_break(uses, file, called ? open : 0, elsewhere, true, sought))
            use_text_add(uses, found, file, &use);
    }
}

/* Whether the call of the base's constructor begins at the token; *open: its arguments. */
static bool calls_base(const UseText *file, size_t i, const Sought *sought, size_t *open)
{
    Str word = use_text_at(file, i);
    bool base = str_equal(word, STR("super")) || str_equal(word, STR("base")) ||
                str_equal(word, STR("parent")) || str_equal(word, sought->owner);
    if (file->tokens.ptr[i].kind != TOKEN_WORD || !base)
        return false;
    size_t at = i + 1;
    if (use_text_mark(file, at) == '(' && use_text_mark(file, at + 1) == ')' &&
        use_text_mark(file, at + 2) == '.')
        at += 2;
    while (use_text_mark(file, at) && byte_in(use_text_mark(file, at), ".:"))
        at++;
    if (at > i + 1 && !use_text_is_word(file, at, sought->old->name))
        return false;
    at += at > i + 1;
    *open = at;
    return use_text_mark(file, at) == '(' || str_equal(word, STR("super"));
}

/* Looks at an heir: its calls of the base's constructor, or that it has none although arguments are
   needed now. */
static void look_at_heir(TextUses *uses, ConsequenceVec *found, const UseText *file,
                         const CatalogFile *row, uint32_t heir, const Sought *sought)
{
    const Entry *type = &row->entries[heir];
    size_t from = lines_offset(file->text, type->start_line);
    size_t to = lines_offset(file->text, type->end_line + 1);
    uint32_t line = type->start_line;
    bool calls = false, needs = !do_arguments_fit(uses, file, 0, sought);
    for (size_t i = code_tokens_from(&file->tokens, from);
         i < file->tokens.len && file->tokens.ptr[i].start < to; i++) {
        size_t open;
        if (!calls_base(file, i, sought, &open))
            continue;
        calls = true;
        Consequence use = sought->use;
        use.line = use_text_line(file, i);
        bool written = use_text_mark(file, open) == '(';
        if (may_break(uses, file, written ? open : 0, true, true, sought))
            use_text_add(uses, found, file, &use);
    }
    for (uint32_t i = heir + 1; i < row->count && !calls; i++)
        if (row->entries[i].parent == heir && row->entries[i].kind == SYMBOL_CONSTRUCTOR)
            line = row->entries[i].start_line;
    bool implied = lang_facts(file->language)->bases_are_made;
    if (calls || !implied || !needs || !(sought->affects & AFFECTS_FITTING || sought->gone))
        return;
    Consequence use = sought->use;
    use.line = line;
    use.why = STR("the constructor of its base wants arguments now");
    use_text_add(uses, found, file, &use);
}

/* Whether a type names the owner among its bases, as the text of its head has it. */
static bool is_heir(const UseText *file, const Entry *type, Str owner)
{
    size_t from = lines_offset(file->text, type->start_line);
    Str head = str_slice(file->text, from, MIN(file->text.len, from + 400));
    head = str_slice(head, 0, str_find_byte(head, '{'));
    Str rest = head, line;
    if (str_equal(head, str_slice(file->text, from, MIN(file->text.len, from + 400))))
        head = str_take_line(&rest, &line) ? line : head;
    size_t at = str_find(head, owner);
    return at != STR_NONE && at && !byte_is_word(head.ptr[at - 1]) &&
           (at + owner.len == head.len || !byte_is_word(head.ptr[at + owner.len]));
}

static void look_for_heirs(TextUses *uses, ConsequenceVec *found, const UseText *file, uint32_t id,
                           const Sought *sought)
{
    const CatalogFile *row = catalog_row(uses->catalog, id);
    if (!use_text_has_word(file, sought->owner))
        return;
    for (uint32_t i = 1; i < row->count; i++)
        if (symbol_is_type((SymbolKind)row->entries[i].kind) &&
            !str_equal(catalog_name(uses->catalog, row->entries[i].name), sought->owner) &&
            is_heir(file, &row->entries[i], sought->owner))
            look_at_heir(uses, found, file, row, i, sought);
}

/* ---- all ---- */

/* Lists what calls of the name may give now: the parameters of all members of that name. */
static void read_forms(TextUses *uses, const ChangedFile *file, Sought *sought)
{
    const SymbolVec *symbols = &file->new.outline.symbols;
    for (uint32_t i = 0; i < symbols->len; i++) {
        const Symbol *other = &symbols->ptr[i];
        Str outer = other->parent ? symbols->ptr[other->parent - 1].name : (Str){0};
        ParameterVec form;
        if (symbol_is_callable(other->kind) && str_equal(other->name, sought->name) &&
            str_equal(outer, sought->owner) && parameters_read(uses->arena, &file->new, i, &form))
            *VEC_PUSH(uses->arena, &sought->forms) = form;
    }
}

static bool read_sought(TextUses *uses, const ChangedFile *file, uint32_t index, uint32_t reported,
                        Sought *sought)
{
    const ChangeSet *set = uses->set;
    const ChangedSymbol *changed = &file->symbols.ptr[reported];
    const Symbol *old = changed_old_symbol(set, changed);
    if (!old || old->name.len < 2 || !byte_is_word(old->name.ptr[0]) ||
        affected_is_gone_with_owner(set, changed))
        return false;
    const ChangeSide *side = changed_old_side(set, changed);
    const LangFacts *facts = lang_facts(side->outline.language);
    if (facts->holds_prose || facts->holds_data || facts->is_plain_text)
        return false;
    bool renamed = changed->new_symbol != SYMBOL_ABSENT &&
                   !str_equal(changed_symbol(set, changed)->name, old->name);
    *sought = (Sought){
        .changed = changed,
        .old = old,
        .name = old->name,
        .owner = old->parent ? side->outline.symbols.ptr[old->parent - 1].name : (Str){0},
        .gone = changed->kind == CHANGE_REMOVED || changed->kind == CHANGE_INLINED || renamed,
        .called = symbol_is_callable(old->kind) && !(old->modifiers & MODIFIER(GETTER)),
        .affects = affected_all(changed),
        .sections = lang_facts(side->outline.language)->section_words};
    sought->maker = old->parent && is_maker_name(old);
    bool doubt = !changed->breaking.len && changed->doubts.len && !sought->gone;
    sought->use = (Consequence){
        .fault = doubt ? USE_UNPROVED : USE_AFFECTED, .file = index, .reported = reported};
    sought->use.why = changed->breaking.len ? changed->breaking.ptr[0]
                      : doubt               ? changed->doubts.ptr[0]
                      : renamed             ? STR("it has another name now")
                                            : STR("it is gone");
    read_forms(uses, file, sought);
    if (sought->gone && sought->maker && !sought->forms.len) /* one without parameters is implied */
        *VEC_PUSH(uses->arena, &sought->forms) = (ParameterVec){0};
    bool overload = sought->gone && sought->forms.len;
    if (overload && sought->maker) {
        sought->gone = false;
        sought->affects = AFFECTS_FITTING;
        sought->use.why = STR("its constructors take other arguments now");
    }
    return (changed->breaking.len || doubt || changed->kind == CHANGE_REMOVED || sought->gone) &&
           (!overload || sought->maker) &&
           (sought->called || sought->gone || symbol_is_type(old->kind));
}

static void look_in(TextUses *uses, ConsequenceVec *found, uint32_t id, const Sought *sought)
{
    const UseText *file = use_text_open(uses, uses->catalog->files.ptr[id].path);
    if (!file || !use_text_may_have(file, sought->maker ? sought->owner : sought->name))
        return;
    if (sought->maker) {
        look_for_makers(uses, found, file, sought);
        look_for_heirs(uses, found, file, id, sought);
    } else if (sought->owner.len) {
        look_for_member(uses, found, file, id, sought);
    } else if (lang_is_c(file->language)) {
        look_for_top(uses, found, file, id, sought);
    }
}

void name_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                   ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        Sought sought;
        if (!read_sought(uses, file, index, i, &sought))
            continue;
        bool inherited;
        sought.apart = name_uses_apart(uses, &sought.use, sought.maker ? sought.owner : sought.name,
                                       sought.owner, &inherited);
        if ((inherited && sought.gone) || (sought.maker && sought.apart))
            continue;
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++)
            look_in(uses, found, files.ptr[k], &sought);
    }
}
