/* Files are read as tokens. A member is a word after a dot, an arrow or two colons; where other
   types have a member of that name, the file must also name the type. */
#include "change/text_uses.h"

#include "change/affected.h"
#include "change/error_uses.h"
#include "change/event_uses.h"
#include "change/field_uses.h"
#include "change/gained_bases.h"
#include "change/hash_uses.h"
#include "change/head_text.h"
#include "change/header_uses.h"
#include "change/include_uses.h"
#include "change/key_uses.h"
#include "change/literal_uses.h"
#include "change/lost_members.h"
#include "change/match_uses.h"
#include "change/moved_uses.h"
#include "change/name_uses.h"
#include "change/null_calls.h"
#include "change/opaque_uses.h"
#include "change/passed_names.h"
#include "change/pattern_uses.h"
#include "change/places.h"
#include "change/receiver_uses.h"
#include "change/reference_uses.h"
#include "change/struct_uses.h"
#include "change/trait_uses.h"
#include "change/use_text.h"
#include "change/value_uses.h"

#include "base/path.h"
#include "index/resolve/resolve.h"
#include "text/lines.h"

/* Tokens that are looked at before a field of a literal. */
#define TOKENS_BACK 400

/* Whether a word is the name of a field in a value of the type: `Type { word: 1 }`. One in braces
   assigns to it, while one in brackets may be an argument of the constructor. */
static bool is_in_literal(const UseText *file, size_t i, Str type, bool assigns)
{
    size_t depth = 0, first = i > TOKENS_BACK ? i - TOKENS_BACK : 0;
    char last = i ? use_text_mark(file, i - 1) : '\0';
    if (!use_text_is_named(file, i) || !last || !byte_in(last, "{,("))
        return false;
    for (size_t k = i; k-- > first;) {
        char mark = use_text_mark(file, k);
        if (mark && byte_in(mark, ")]}"))
            depth++;
        else if (mark && byte_in(mark, "([{") && !depth--)
            return k && use_text_is_word(file, k - 1, type) && (mark == '{' || !assigns);
    }
    return false;
}

/* Whether a word is a field in braces whose type is written beside them: `p: T = { word: 1 }`,
   `({ word }: T)`. */
static bool is_in_typed_braces(const UseText *file, size_t i, Str type)
{
    char last = i ? use_text_mark(file, i - 1) : '\0', next = use_text_mark(file, i + 1);
    size_t open = i, depth = 0, first = i > TOKENS_BACK ? i - TOKENS_BACK : 0;
    bool broken = i && use_text_line(file, i - 1) != use_text_line(file, i);
    if (!type.len || !lang_facts(file->language)->objects_are_values ||
        !((last && byte_in(last, "{,")) || broken) || !(next && byte_in(next, ":,}")))
        return false;
    while (open-- > first) {
        char mark = use_text_mark(file, open);
        depth += mark && byte_in(mark, ")]}");
        if (mark && byte_in(mark, "([{") && !depth--)
            break;
    }
    if (open < first || open >= i || use_text_mark(file, open) != '{')
        return false;
    size_t close = use_text_close(file, open);
    if (use_text_mark(file, close + 1) == ':' && use_text_is_word(file, close + 2, type))
        return true;
    if (!open || use_text_mark(file, open - 1) != '=')
        return false;
    for (size_t k = use_text_line_first(file, open); k < open; k++)
        if (use_text_is_word(file, k, type) && k && use_text_mark(file, k - 1) == ':')
            return true;
    return false;
}

bool text_uses_arguments(TextUses *uses, const OldUse *use, size_t nth, CallArguments *arguments)
{
    const UseText *file = use_text_open(uses, use->path);
    if (!file)
        return false;
    size_t end = lines_offset(file->text, use->line + 1);
    for (size_t i = code_tokens_from(&file->tokens, lines_offset(file->text, use->line));
         i < file->tokens.len && file->tokens.ptr[i].start < end; i++)
        if (use_text_is_word(file, i, use->name) && use_text_mark(file, i + 1) == '(' && !nth--) {
            use_text_list(file, uses->arena, i + 1, arguments);
            return true;
        }
    return false;
}

/* ---- members ---- */

static bool is_member(SymbolKind kind)
{
    return kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_EVENT ||
           kind == SYMBOL_ENUM_MEMBER;
}

/* Whether it is a constant or a variable of a file. */
static bool is_value(const Symbol *symbol)
{
    return !symbol->parent && (symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE);
}

static bool keeps_name(const ChangeSet *set, const ChangedSymbol *changed)
{
    return changed->new_symbol != SYMBOL_ABSENT &&
           str_equal(changed_symbol(set, changed)->name, changed_old_symbol(set, changed)->name);
}

/* Whether reads of the old symbol are no edges, and some may break. */
static bool is_sought(const ChangeSet *set, const ChangedSymbol *changed)
{
    const Symbol *old = changed_old_symbol(set, changed);
    const unsigned others = AFFECTS_MAKERS | AFFECTS_HEIRS;
    if (affected_all(changed) && !(affected_all(changed) & ~others) && keeps_name(set, changed))
        return false; /* reads go on as they were */
    bool read = old && old->parent && (is_member(old->kind) || old->modifiers & MODIFIER(GETTER));
    return (read || (old && is_value(old))) && !affected_is_gone_with_owner(set, changed) &&
           (changed->breaking.len || changed->value.len || changed->doubts.len ||
            !keeps_name(set, changed));
}

/* Whether only code in other files is concerned. */
static bool is_of_outsiders(const ChangedSymbol *changed)
{
    return !(affected_all(changed) & (AFFECTS_USERS | AFFECTS_FITTING | AFFECTS_WRITERS));
}

static bool is_after_owner(const UseText *file, size_t i)
{
    char last = i ? use_text_mark(file, i - 1) : '\0',
         before = i > 1 ? use_text_mark(file, i - 2) : '\0';
    return last == '.' || (last == '>' && before == '-') || (last == ':' && before == ':');
}

typedef struct Sought {
    const ChangedSymbol *changed;
    uint32_t file, reported;
    Str name, owner;
    bool gone, apart; /* it is gone; others have its name */
    bool listed;      /* a value of an enum, which may be written as a call is */
    bool bare;        /* it is written without its owner */
    bool inherited;   /* an heir's methods may write it without its owner */
    bool taken;       /* the file takes all values of the enum, and writes their names alone */
    bool writes;      /* only assignments are concerned */
    Str stem, folder; /* of a value of a file: other files may write `stem.NAME` */
    Str why;
    UseFault fault;  /* unless it is gone */
    Map aliases;     /* of the file that is read: other names of the module */
    size_t heir_end; /* … the end of the body of an heir that the token is in */
} Sought;

static void add_use(TextUses *uses, ConsequenceVec *found, const UseText *file,
                    const Sought *sought, size_t token)
{
    const Consequence use = {.fault = sought->gone ? USE_GONE : sought->fault,
                             .file = sought->file,
                             .reported = sought->reported,
                             .line = use_text_line(file, token),
                             .why = sought->why};
    use_text_add(uses, found, file, &use);
}

static bool is_assigned(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1), after = use_text_mark(file, i + 2);
    return (next == '=' && after != '=' && after != '>') ||
           (next && byte_in(next, "+-*/%&|^") && (after == '=' || after == next));
}

/* Whether a word is in a type or an import, where types and modules have names as values do: after
   `::`, or on an import's line outside of brackets. */
static bool is_in_type(const UseText *file, size_t i)
{
    size_t first = use_text_line_first(file, i), rounds = 0;
    bool typed = false;
    for (size_t k = first; k < i; k++) {
        rounds += use_text_mark(file, k) == '(';
        typed |= use_text_mark(file, k) == ':' && use_text_mark(file, k + 1) == ':';
    }
    while (first < i && file->tokens.ptr[first].kind == TOKEN_INDENT)
        first++;
    Str word = use_text_at(file, first);
    return typed || str_is_listed(word, "module instance type data newtype class deriving") ||
           (str_equal(word, STR("import")) && !rounds);
}

/* Whether the file takes all names of the owner as its own: `use a::Event::*`, `Event::{self, *}`,
   `import static a.Event.*`. */
static bool takes_all_of(const UseText *file, Str owner)
{
    for (size_t i = 0; i + 2 < file->tokens.len; i++) {
        size_t at = i + 1;
        if (!use_text_is_word(file, i, owner))
            continue;
        while (use_text_mark(file, at) && byte_in(use_text_mark(file, at), ".:"))
            at++;
        size_t close = use_text_mark(file, at) == '{' ? use_text_close(file, at) : at + 1;
        for (size_t k = at; at > i + 1 && k < MIN(close, file->tokens.len); k++)
            if (use_text_mark(file, k) == '*')
                return true;
    }
    return false;
}

/* Lists other names of the module in the file, with the index of the first token of each, from 1:
   `import a.stem as word`, `* as word`, `word "a/stem"`. */
static void list_aliases(Arena *arena, const UseText *file, Sought *sought)
{
    sought->aliases = map_open(arena);
    if (!sought->stem.len ||
        !(use_text_may_have(file, sought->stem) || use_text_may_have(file, sought->folder)))
        return;
    for (size_t first = 0, end; first < file->tokens.len; first = end) {
        end = MAX(use_text_line_end(file, first), first + 1);
        Str line =
            str_slice(file->text, file->tokens.ptr[first].start, file->tokens.ptr[end - 1].end);
        if (!head_text_has_word(line, sought->stem) && !head_text_has_word(line, sought->folder))
            continue;
        for (size_t i = first; i < end; i++) {
            bool named = i && use_text_is_word(file, i - 1, STR("as"));
            bool quoted = i + 1 < file->tokens.len && file->tokens.ptr[i + 1].kind == TOKEN_STRING;
            bool added = false;
            if (!use_text_is_any_word(file, i) || !(named || quoted))
                continue;
            uint64_t *at = map_put(&sought->aliases, use_text_at(file, i), &added);
            *at = added ? i + 1 : *at;
        }
    }
}

/* Whether a word is another name of the module, which a line before it gives. */
static bool is_alias(const UseText *file, size_t word, const Sought *sought)
{
    const uint64_t *at = map_find(&sought->aliases, use_text_at(file, word));
    return at && *at - 1 < word;
}

/* Whether a bare word is a member that the class around it inherits: no declaration, which has a
   type before the name, and no argument by its name. */
static bool is_of_heir(const UseText *file, size_t i, const Sought *sought)
{
    bool typed = i && file->tokens.ptr[i - 1].kind == TOKEN_WORD &&
                 !str_is_listed(use_text_at(file, i - 1), "return throw else case await yield in");
    return !typed && use_text_mark(file, i - 1) != '>' && i < sought->heir_end;
}

/* Whether a word of the name may be a use. */
static bool may_mean(const UseText *file, size_t i, const Sought *sought)
{
    bool after = is_after_owner(file, i);
    size_t owner = i - (after ? use_text_mark(file, i - 1) == '.' ? 2 : 3 : 0);
    if (sought->bare && !after)
        return !sought->apart && !is_in_type(file, i);
    if (sought->inherited && !after && !sought->apart && is_of_heir(file, i, sought))
        return true;
    if (sought->taken && !after)
        return !sought->apart && !use_text_is_named(file, i);
    if (!sought->stem.len)
        return after || is_in_literal(file, i, sought->owner, sought->writes) ||
               (!sought->writes && is_in_typed_braces(file, i, sought->owner));
    if (after)
        return owner < i &&
               (use_text_is_word(file, owner, sought->stem) ||
                use_text_is_word(file, owner, sought->folder) || is_alias(file, owner, sought));
    return !sought->gone && !sought->apart && !use_text_is_named(file, i);
}

static void find_in(TextUses *uses, ConsequenceVec *found, const UseText *file, Sought *sought)
{
    sought->taken = sought->listed && takes_all_of(file, sought->owner);
    sought->heir_end = 0;
    list_aliases(uses->arena, file, sought);
    bool heirs = sought->inherited && use_text_has_word(file, sought->owner);
    bool owned = !sought->apart || !sought->owner.len || use_text_has_word(file, sought->owner);
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (heirs && use_text_mark(file, i) == '{' && i >= sought->heir_end &&
            use_text_begins_heir(file, i, sought->owner))
            sought->heir_end = use_text_close(file, i);
        if (!use_text_is_word(file, i, sought->name) || !may_mean(file, i, sought) ||
            !(owned || name_uses_hints(file, i, sought->owner)))
            continue;
        bool called = use_text_mark(file, i + 1) == '(';
        if (called && !sought->stem.len && !sought->listed)
            continue;
        if (!sought->writes || is_assigned(file, i))
            add_use(uses, found, file, sought, i);
    }
}

/* The names by which other files may call a file: its own without the ending, and its folder's. */
static void name_module(Str path, Str *stem, Str *folder)
{
    size_t slash = str_find_last_byte(path, '/');
    Str file = str_from_offset(path, slash == STR_NONE ? 0 : slash + 1);
    Str above = path_directory(path);
    size_t last = str_find_last_byte(above, '/');
    *stem = str_slice(file, 0, str_find_byte(file, '.'));
    *folder = str_from_offset(above, last == STR_NONE ? 0 : last + 1);
}

static void find_member(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                        Sought sought)
{
    const ChangedSymbol *changed = sought.changed;
    const ChangeSide *side = &uses->set->files.ptr[changed->old_file].old;
    const Symbol *old = changed_old_symbol(uses->set, changed);
    sought.name = str_from_offset(old->name, str_starts(old->name, STR("$")));
    sought.listed = old->kind == SYMBOL_ENUM_MEMBER;
    sought.bare = lang_facts(side->outline.language)->heads.type_mark;
    sought.inherited = old->parent && resolve_has_bare_members(side->outline.language);
    if (old->parent)
        sought.owner = side->outline.symbols.ptr[old->parent - 1].name;
    else
        name_module(side->path, &sought.stem, &sought.folder);
    sought.gone = !keeps_name(uses->set, changed);
    const Consequence use = {.file = sought.file};
    bool inherited;
    sought.apart = name_uses_apart(uses, &use, sought.name, sought.owner, &inherited);
    if (inherited && sought.gone)
        return;
    unsigned affects = affected_all(changed);
    sought.writes = !sought.gone && affects & AFFECTS_WRITERS &&
                    !(affects & ~(unsigned)(AFFECTS_WRITERS | AFFECTS_HEIRS));
    bool known = changed->breaking.len || !changed->doubts.len;
    sought.fault = known ? USE_AFFECTED : USE_UNPROVED;
    sought.why = changed->breaking.len ? changed->breaking.ptr[0]
                 : known               ? changed->value
                                       : changed->doubts.ptr[0];
    Str own = uses->set->files.ptr[sought.file].new.path;
    for (size_t i = 0; i < files->len; i++) {
        const UseText *file = use_text_open(uses, uses->catalog->files.ptr[files->ptr[i]].path);
        bool inside = file && is_of_outsiders(changed) &&
                      (str_equal(file->path, own) ||
                       (affects & AFFECTS_OUTSIDERS &&
                        visibility_reach_has(uses->arena, uses->catalog, &uses->folders, uses->set,
                                             changed, file->path)));
        if (file && !inside)
            find_in(uses, found, file, &sought);
    }
}

/* ---- literals without names ---- */

/* A value in C may lack the last fields. */
static bool is_last_of_c(const ChangedFile *file, const ChangedSymbol *changed)
{
    const SymbolVec *symbols = &file->new.outline.symbols;
    const Symbol *symbol = &symbols->ptr[changed->new_symbol];
    return lang_is_c(file->new.outline.language) && symbol->parent &&
           symbol->next == symbols->ptr[symbol->parent - 1].next;
}

/* Whether a type gained a field, or its fields have another order, and others may be made by place.
 */
static bool has_other_places(const ChangeSet *set, const ChangedFile *file,
                             const ChangedSymbol *changed)
{
    const LangFacts *facts = lang_facts(file->new.outline.language);
    bool field = changed->kind == CHANGE_ADDED && changed->new_symbol != SYMBOL_ABSENT &&
                 changed_symbol(set, changed)->kind == SYMBOL_FIELD;
    return (affected_all(changed) & AFFECTS_PLACED) ||
           (field && str_is_listed(STR("struct"), facts->placed_kinds) &&
            !is_last_of_c(file, changed));
}

/* Adds the rows of a list of values, whose type is written once: `[]T{{1, 2}}`. False: it has no
   rows.
 */
static bool find_rows(TextUses *uses, ConsequenceVec *found, const UseText *file,
                      const Sought *sought, size_t open)
{
    size_t depth = 0;
    bool any = false;
    for (size_t i = open; i < file->tokens.len; i++) {
        char mark = use_text_mark(file, i);
        bool row = mark == '{' && depth == 1 && byte_in(use_text_mark(file, i - 1), "{,:");
        bool dotted = use_text_mark(file, i + 1) == '.';
        CallArguments list;
        if (row)
            use_text_list(file, uses->arena, i, &list);
        if (row && list.placed > 1 && !list.names.len && !dotted)
            add_use(uses, found, file, sought, i);
        any |= row;
        depth += mark && byte_in(mark, "([{");
        depth -= mark && byte_in(mark, ")]}");
        if (!depth)
            break;
    }
    return any;
}

/* The brace of a value of the type that is named at the token: `T {`, `(T) {`, `T a = {`, `T a[] =
   {`; 0: none begins there. */
static size_t literal_at(const UseText *file, size_t i)
{
    size_t at = i + 1;
    char before = i ? use_text_mark(file, i - 1) : '\0';
    bool after_word = i && use_text_is_word(file, i - 1, STR("struct"));
    if (use_text_mark(file, at) == '{')
        return after_word ? 0 : at;
    if (use_text_mark(file, at) == ')' && (after_word || before == '('))
        return use_text_mark(file, at + 1) == '{' ? at + 1 : 0;
    if (at >= file->tokens.len || file->tokens.ptr[at].kind != TOKEN_WORD)
        return 0;
    for (at++; use_text_mark(file, at) == '[';)
        at = use_text_close(file, at) + 1;
    at += use_text_mark(file, at) == '=';
    return use_text_mark(file, at) == '{' && at > i + 2 ? at : 0;
}

/* Adds values of the type in braces whose fields have no names, and are more than none. */
static void find_literals(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                          Sought sought)
{
    for (size_t f = 0; f < files->len; f++) {
        const UseText *file = use_text_open(uses, uses->catalog->files.ptr[files->ptr[f]].path);
        for (size_t i = 0; file && i < file->tokens.len; i++) {
            CallArguments list;
            size_t open = use_text_is_word(file, i, sought.name) ? literal_at(file, i) : 0;
            if (!open)
                continue;
            use_text_list(file, uses->arena, open, &list);
            bool dotted = use_text_mark(file, open + 1) == '.'; /* `{ .a = 1 }` */
            if (!find_rows(uses, found, file, &sought, open) && list.placed > 1 &&
                !list.names.len && !dotted)
                add_use(uses, found, file, &sought, open);
        }
    }
}

/* ---- numbers of enums ---- */

/* Whether a number is made a value of the type that is named at the token: `(T)n`, `(enum T)n`,
   `static_cast<T>(n)`, `T[n]`. */
static bool is_conversion(const UseText *file, size_t i)
{
    size_t from = i - (i && use_text_is_word(file, i - 1, STR("enum")));
    char before = from ? use_text_mark(file, from - 1) : '\0';
    char next = use_text_mark(file, i + 1), after = use_text_mark(file, i + 2);
    bool operand =
        i + 2 < file->tokens.len && (file->tokens.ptr[i + 2].kind == TOKEN_WORD ||
                                     file->tokens.ptr[i + 2].kind == TOKEN_NUMBER || after == '(');
    return (before == '(' && next == ')' && operand) ||
           (before == '<' && next == '>' && after == '(') || (next == '[' && before != ':');
}

/* Adds places that make values of an enum from numbers. */
static void find_conversions(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                             Sought sought)
{
    const ChangedSymbol *changed = sought.changed;
    sought.fault = USE_AFFECTED;
    sought.why = changed->breaking.ptr[0];
    sought.name = changed_symbol(uses->set, changed)->name;
    for (size_t f = 0; f < files->len; f++) {
        const UseText *file = use_text_open(uses, uses->catalog->files.ptr[files->ptr[f]].path);
        for (size_t i = 0; file && i < file->tokens.len; i++)
            if (use_text_is_word(file, i, sought.name) && is_conversion(file, i))
                add_use(uses, found, file, &sought, i);
    }
}

/* ---- types whose members are fixed ---- */

/* Whether nobody may assign to the members of a type any more. */
static bool are_members_fixed(const ChangeSet *set, const ChangedSymbol *changed)
{
    return changed->new_symbol != SYMBOL_ABSENT && changed->old_symbol != SYMBOL_ABSENT &&
           symbol_is_type(changed_symbol(set, changed)->kind) &&
           affected_all(changed) & AFFECTS_WRITERS;
}

/* Adds assignments to members of the type. */
static void find_writers(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                         Sought sought)
{
    const ChangedSymbol *changed = sought.changed;
    const SymbolVec *symbols = &changed_new_side(uses->set, changed)->outline.symbols;
    uint32_t type = changed->new_symbol;
    bool known = changed->breaking.len;
    sought.owner = symbols->ptr[type].name;
    sought.writes = true;
    sought.fault = known ? USE_AFFECTED : USE_UNPROVED;
    sought.why = known ? changed->breaking.ptr[0] : changed->doubts.ptr[0];
    for (uint32_t i = type + 1; i < symbols->ptr[type].next; i = symbols->ptr[i].next) {
        const Consequence use = {.file = sought.file};
        bool inherited;
        if (!is_member(symbols->ptr[i].kind))
            continue;
        sought.name = symbols->ptr[i].name;
        sought.apart = name_uses_apart(uses, &use, sought.name, sought.owner, &inherited);
        for (size_t f = 0; f < files->len; f++) {
            const UseText *file = use_text_open(uses, uses->catalog->files.ptr[files->ptr[f]].path);
            if (file)
                find_in(uses, found, file, &sought);
        }
    }
}

/* ---- all ---- */

/* What is sought for a changed symbol. */
typedef struct Wanted {
    bool member, places, fixed, numbers;
} Wanted;

static Wanted wanted_of(const ChangeSet *set, const ChangedFile *file, const ChangedSymbol *changed)
{
    return (Wanted){.member = is_sought(set, changed),
                    .places = has_other_places(set, file, changed),
                    .fixed = are_members_fixed(set, changed),
                    .numbers = affected_all(changed) & AFFECTS_NUMBERED && changed->breaking.len};
}

static void find_places(TextUses *uses, ConsequenceVec *found, const FileIdVec *files,
                        Sought sought)
{
    const ChangedFile *file = &uses->set->files.ptr[sought.file];
    const Symbol *symbol = changed_symbol(uses->set, sought.changed);
    bool type = symbol_is_type(symbol->kind);
    if (!type && !symbol->parent)
        return;
    sought.fault = USE_AFFECTED;
    sought.name = type ? symbol->name : file->new.outline.symbols.ptr[symbol->parent - 1].name;
    sought.why = type ? STR("its values are given by place, and the fields have another order")
                      : STR("its values are given by place, and there is a new field");
    find_literals(uses, found, files, sought);
}

static void add_of_file(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                        ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        const Wanted wanted = wanted_of(uses->set, file, changed);
        const Sought sought = {.changed = changed, .file = index, .reported = i};
        if (!wanted.member && !wanted.places && !wanted.fixed && !wanted.numbers)
            continue;
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        if (wanted.member)
            find_member(uses, found, &files, sought);
        if (wanted.fixed)
            find_writers(uses, found, &files, sought);
        if (wanted.numbers)
            find_conversions(uses, found, &files, sought);
        if (wanted.places)
            find_places(uses, found, &files, sought);
    }
}

void text_uses_add(TextUses *uses, Arena scratch, ConsequenceVec *found)
{
    const Places places = places_of(uses->arena, uses->set, uses->catalog);
    for (uint32_t i = 0; i < uses->set->files.len; i++)
        if (places.new[i] != FILE_NOWHERE) {
            add_of_file(uses, scratch, i, places.new[i], found);
            match_uses_add(uses, scratch, i, places.new[i], found);
            name_uses_add(uses, scratch, i, places.new[i], found);
            error_uses_add(uses, scratch, i, places.new[i], found);
            lost_members_add(uses, scratch, i, places.new[i], found);
            trait_uses_add(uses, scratch, i, places.new[i], found);
            gained_bases_add(uses, i, places.new[i], found);
            event_uses_add(uses, scratch, i, places.new[i], found);
            include_uses_add(uses, scratch, i, places.new[i], found);
            header_uses_add(uses, scratch, i, places.new[i], found);
            pattern_uses_add(uses, scratch, i, places.new[i], found);
            hash_uses_add(uses, scratch, i, places.new[i], found);
            receiver_uses_add(uses, scratch, i, places.new[i], found);
            null_calls_add(uses, scratch, i, places.new[i], found);
            passed_names_add(uses, i, places.new[i], found);
            field_uses_add(uses, scratch, i, places.new[i], found);
            key_uses_add(uses, scratch, i, places.new[i], found);
            value_uses_add(uses, scratch, i, places.new[i], found);
            moved_uses_add(uses, scratch, i, places.new[i], found);
            reference_uses_add(uses, scratch, i, places.new[i], found);
            opaque_uses_add(uses, scratch, i, places.new[i], found);
            struct_uses_add(uses, scratch, i, places.new[i], found);
            literal_uses_add(uses, scratch, i, places.new[i], found);
        }
}
