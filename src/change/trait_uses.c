/* What a trait or a base gives is known by words of the language (LangFacts.gives). Where no such
   word is in a file that names the type, the lines that name it are the places. */
#include "change/trait_uses.h"

#include "change/given_uses.h"
#include "change/head_text.h"
#include "change/lost_members.h"

#include "text/lines.h"

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    FileIdVec files;
    Consequence use;
    Str type, lost;
    size_t count; /* of places */
    bool exact;   /* the words alone are places, and not the mentions of the type */
} Seeking;

static void add(Seeking *seeking, const UseText *file, size_t token)
{
    Consequence use = seeking->use;
    use.line = use_text_line(file, token);
    seeking->count++;
    use_text_add(seeking->uses, seeking->found, file, &use);
}

static bool is_elsewhere(const Seeking *seeking, const UseText *file)
{
    return !str_equal(file->path, seeking->uses->set->files.ptr[seeking->use.file].new.path);
}

/* ---- what a trait gives ---- */

Str trait_uses_words(const Language *language, Str trait)
{
    const char *const *rows = lang_facts(language)->gives;
    for (size_t i = 0; rows && rows[i] && rows[i + 1]; i += 2)
        if (str_equal(str_from(rows[i]), trait))
            return str_from(rows[i + 1]);
    return (Str){0};
}

/* Whether the token shows a use: one of the words, or a mark before a name: `*price`. */
static bool shows_use(const UseText *file, size_t i, Str words)
{
    Str rest = words, word;
    while (str_take_until(&rest, ' ', &word)) {
        bool mark = word.len == 1 && !byte_is_word(word.ptr[0]);
        char before = i ? use_text_mark(file, i - 1) : '\0';
        if (!mark && str_equal(use_text_at(file, i), word))
            return true;
        if (mark && use_text_mark(file, i) == word.ptr[0] &&
            (!byte_in(word.ptr[0], "*&") || (before && byte_in(before, "(,=[{|"))))
            return true;
    }
    return false;
}

static void look_for_words(Seeking *seeking, const UseText *file, Str words)
{
    for (size_t i = 0; i < file->tokens.len; i++)
        if (shows_use(file, i, words))
            add(seeking, file, i);
}

static void look_for_type(Seeking *seeking, const UseText *file)
{
    for (size_t i = 0; i < file->tokens.len; i++)
        if (use_text_is_word(file, i, seeking->type))
            add(seeking, file, i);
}

static void look_for_lost(Seeking *seeking)
{
    for (size_t pass = 0; pass < (seeking->exact ? 1u : 2u) && !seeking->count; pass++)
        for (size_t i = 0; i < seeking->files.len; i++) {
            const UseText *file = use_text_open(
                seeking->uses, seeking->uses->catalog->files.ptr[seeking->files.ptr[i]].path);
            if (!file || !is_elsewhere(seeking, file) || !use_text_has_word(file, seeking->type))
                continue;
            if (pass)
                look_for_type(seeking, file);
            else
                look_for_words(seeking, file, trait_uses_words(file->language, seeking->lost));
        }
}

/* ---- traits and bases ---- */

/* The names in the list of a derive mark before the declaration. */
static StrVec derived_by(Arena *arena, const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str head = str_slice(side->code.text, symbol->lead, symbol->name_start), word;
    StrVec names = {0};
    for (size_t at; (at = str_find(head, STR("derive("))) != STR_NONE;) {
        head = str_from_offset(head, at + 7);
        Str list = str_slice(head, 0, str_find_byte(head, ')'));
        while (str_take_until(&list, ',', &word)) {
            word = str_trim(word);
            size_t colon = str_find_last_byte(word, ':');
            *VEC_PUSH(arena, &names) = str_from_offset(word, colon == STR_NONE ? 0 : colon + 1);
        }
    }
    return names;
}

/* Whether a row already names a place for the symbol. */
static bool is_known(const ConsequenceVec *found, const Consequence *use)
{
    for (size_t i = 0; i < found->len; i++)
        if (found->ptr[i].file == use->file && found->ptr[i].reported == use->reported)
            return true;
    return false;
}

static void compare_traits(Seeking *seeking, const ChangedSymbol *changed, bool derived)
{
    Arena *arena = seeking->uses->arena;
    const ChangeSide *a = changed_old_side(seeking->uses->set, changed);
    const ChangeSide *b = changed_new_side(seeking->uses->set, changed);
    StrVec was = derived ? derived_by(arena, a, changed->old_symbol)
                         : change_side_bases(arena, a, changed->old_symbol);
    StrVec is = derived ? derived_by(arena, b, changed->new_symbol)
                        : change_side_bases(arena, b, changed->new_symbol);
    const char *moved = lang_facts(b->outline.language)->heads.moved; // moved_uses.h
    bool known = is_known(seeking->found, &seeking->use);
    for (size_t i = 0; i < was.len; i++) {
        bool kept = derived ? change_texts_have(&is, was.ptr[i])
                            : use_text_derives(seeking->uses, &is, was.ptr[i]);
        if (kept || lang_is_top_type(b->outline.language, was.ptr[i]) ||
            str_equal(was.ptr[i], STR("object")) || known ||
            (!derived && moved && str_equal(was.ptr[i], str_from(moved))))
            continue;
        seeking->lost = was.ptr[i];
        seeking->exact = derived && moved && str_equal(was.ptr[i], str_from(moved));
        seeking->count = 0;
        seeking->use.why = str_format(
            arena, derived ? "it derived '%.*s' before" : "'%.*s' is no base of it any more",
            STR_ARG(was.ptr[i]));
        look_for_lost(seeking);
    }
}

/* ---- receivers ---- */

/* The text of a method's receiver: between its first word and its name. */
static Str receiver_of(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    return str_slice(side->code.text, symbol->start, symbol->name_start);
}

/* The type in a receiver: the last word of `(q *Quantity)`. */
static Str type_of(Str receiver)
{
    size_t end = str_find_byte(receiver, ')'), from;
    end = end == STR_NONE ? receiver.len : end;
    for (from = end; from && byte_is_word(receiver.ptr[from - 1]);)
        from--;
    return str_slice(receiver, from, end);
}

/* Lists names that a file gives values of the type: `q Quantity`, `q := unit.Quantity{`. */
static StrVec values_of(Arena *arena, const UseText *file, Str type)
{
    StrVec names = {0};
    for (size_t i = 2; i < file->tokens.len; i++) {
        size_t at = i;
        if (!use_text_is_word(file, i, type))
            continue;
        if (use_text_mark(file, at - 1) == '.' && at > 3)
            at -= 2;
        while (at > 1 && use_text_mark(file, at - 1) && byte_in(use_text_mark(file, at - 1), ":="))
            at--;
        for (bool more = true; more && at && file->tokens.ptr[at - 1].kind == TOKEN_WORD;) {
            *VEC_PUSH(arena, &names) = use_text_at(file, at - 1);
            more = at > 2 && use_text_mark(file, at - 2) == ',';
            at -= 2;
        }
    }
    return names;
}

/* Names the type where its mention is no declaration, nor a literal: a conversion, an item's type.
 */
static void look_for_other_mentions(Seeking *seeking, const UseText *file)
{
    for (size_t i = 1; i < file->tokens.len; i++) {
        size_t at = i > 2 && use_text_mark(file, i - 1) == '.' ? i - 2 : i;
        char before = use_text_mark(file, at - 1), next = use_text_mark(file, i + 1);
        bool plain = file->tokens.ptr[at - 1].kind == TOKEN_WORD || next == '{';
        if (use_text_is_word(file, i, seeking->type) && !plain &&
            !(before && byte_in(before, "*&")))
            add(seeking, file, i);
    }
}

static void compare_receivers(Seeking *seeking, const ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(seeking->uses->set, changed);
    const ChangeSide *b = changed_new_side(seeking->uses->set, changed);
    Str was = receiver_of(a, changed->old_symbol), is = receiver_of(b, changed->new_symbol);
    if (!lang_facts(b->outline.language)->receivers_are_marked ||
        str_find_byte(was, '(') == STR_NONE || str_find_byte(was, '*') != STR_NONE ||
        str_find_byte(is, '*') == STR_NONE)
        return;
    seeking->type = type_of(is);
    seeking->use.why = STR("a pointer to the type is needed for this method now");
    Str method = changed_symbol(seeking->uses->set, changed)->name;
    const GivenType given = {.type = seeking->type, .method = method, .use = &seeking->use};
    given_uses_add(seeking->uses, &seeking->files, &given, &seeking->count, seeking->found);
    for (size_t i = 0; i < seeking->files.len && !seeking->count; i++) {
        const UseText *file = use_text_open(
            seeking->uses, seeking->uses->catalog->files.ptr[seeking->files.ptr[i]].path);
        if (file && is_elsewhere(seeking, file))
            look_for_other_mentions(seeking, file);
    }
}

/* ---- values that can be compared ---- */

static bool is_incomparable(const Language *language, Str type)
{
    const char *starts = lang_facts(language)->heads.incomparable;
    Str rest = str_from(starts ? starts : ""), start;
    while (str_take_until(&rest, ' ', &start))
        if (str_starts(type, start))
            return true;
    return false;
}

/* The type of a field as it is written. */
static Str written_type(const ChangeSide *side, const Symbol *field)
{
    return str_trim(str_slice(side->code.text, field->name_end, field->end));
}

/* Whether the type could not be compared before either. */
static bool was_incomparable(const ChangeSide *old, Str type)
{
    const SymbolVec *symbols = &old->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *field = &symbols->ptr[i];
        bool own = field->kind == SYMBOL_FIELD && field->parent &&
                   str_equal(symbols->ptr[field->parent - 1].name, type);
        if (own && is_incomparable(old->outline.language, written_type(old, field)))
            return true;
    }
    return false;
}

/* Whether a type between brackets is the one that is sought: `map[cache.Key]int`. */
static bool is_key(const UseText *file, size_t i)
{
    size_t open = i - (i > 2 && use_text_mark(file, i - 1) == '.' ? 3 : 1);
    return i && use_text_mark(file, i + 1) == ']' && use_text_mark(file, open) == '[' && open &&
           use_text_is_word(file, open - 1, STR("map"));
}

static bool is_compared(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1), last = i > 1 ? use_text_mark(file, i - 2) : '\0';
    return (next && byte_in(next, "=!") && use_text_mark(file, i + 2) == '=') ||
           (last && byte_in(last, "=!") && use_text_mark(file, i - 1) == '=');
}

/* Looks for values of a type that has a field from now on which cannot be compared. */
static void compare_fields(Seeking *seeking, const ChangedSymbol *changed)
{
    const ChangeSide *a = &seeking->uses->set->files.ptr[changed->old_file].old;
    const ChangeSide *b = changed_new_side(seeking->uses->set, changed);
    const Symbol *field = &b->outline.symbols.ptr[changed->new_symbol];
    Str written = written_type(b, field);
    if (field->kind != SYMBOL_FIELD || !field->parent ||
        !is_incomparable(b->outline.language, written))
        return;
    seeking->type = b->outline.symbols.ptr[field->parent - 1].name;
    if (was_incomparable(a, seeking->type))
        return;
    seeking->use.why = str_format(seeking->uses->arena, "values with a %.*s cannot be compared",
                                  STR_ARG(str_cut_chars(seeking->uses->arena, written, 40)));
    for (size_t f = 0; f < seeking->files.len; f++) {
        const UseText *file = use_text_open(
            seeking->uses, seeking->uses->catalog->files.ptr[seeking->files.ptr[f]].path);
        if (!file || !use_text_has_word(file, seeking->type))
            continue;
        StrVec names = values_of(seeking->uses->arena, file, seeking->type);
        for (size_t i = 1; i < file->tokens.len; i++)
            if ((use_text_is_word(file, i, seeking->type) && is_key(file, i)) ||
                (file->tokens.ptr[i].kind == TOKEN_WORD && is_compared(file, i) &&
                 change_texts_have(&names, use_text_at(file, i))))
                add(seeking, file, i);
    }
}

/* ---- what is used without its name ---- */

/* Whether a declaration that code uses by its type alone is gone, or stands elsewhere. */
static bool is_lost_unnamed(const ChangeSet *set, const ChangedSymbol *changed)
{
    bool gone = changed->kind == CHANGE_REMOVED || changed->kind == CHANGE_MOVED ||
                changed->kind == CHANGE_MOVED_RENAMED;
    if (!gone)
        return false;
    const ChangeSide *side = changed_old_side(set, changed);
    const Symbol *old = &side->outline.symbols.ptr[changed->old_symbol];
    const char *words = lang_facts(side->outline.language)->heads.unnamed;
    Str rest = str_from(words ? words : ""), word;
    while (str_take_until(&rest, ' ', &word))
        if (head_text_has_word(str_slice(side->code.text, old->start, old->name_start), word))
            return true;
    return false;
}

/* Looks for code that needs an implicit value: `Ordering[Version]` gives `sorted` to versions. */
static void compare_unnamed(Seeking *seeking, const ChangedSymbol *changed)
{
    const ChangeSide *side = changed_old_side(seeking->uses->set, changed);
    const Symbol *old = &side->outline.symbols.ptr[changed->old_symbol];
    Str type = head_text_result(side, old);
    size_t open = str_find_byte(type, '['), end = open;
    if (open == STR_NONE)
        return;
    while (++end < type.len && byte_is_word(type.ptr[end])) {
    }
    seeking->lost = str_slice(type, 0, open);
    seeking->type = str_slice(type, open + 1, end);
    seeking->count = 0;
    seeking->use.fault = USE_UNPROVED;
    seeking->use.why = str_format(seeking->uses->arena, "it may have taken %.*s from where it was",
                                  STR_ARG(str_cut_chars(seeking->uses->arena, type, 40)));
    look_for_lost(seeking);
}

void trait_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    Seeking seeking = {.uses = uses, .found = found};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        bool added = changed->kind == CHANGE_ADDED;
        seeking.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        if (is_lost_unnamed(uses->set, changed)) {
            if (!seeking.files.len)
                seeking.files = use_text_users(uses, scratch, id);
            compare_unnamed(&seeking, changed);
            continue;
        }
        if (changed->new_symbol == SYMBOL_ABSENT ||
            (added && !lang_facts(file->new.outline.language)->heads.incomparable) ||
            (!added &&
             (changed->old_symbol == SYMBOL_ABSENT || !(changed->parts & PART_DIFFERS_SIGNATURE))))
            continue;
        if (!seeking.files.len)
            seeking.files = use_text_users(uses, scratch, id);
        const Symbol *symbol = changed_symbol(uses->set, changed);
        seeking.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        compare_fields(&seeking, changed);
        if (added)
            continue;
        seeking.type = symbol->name;
        seeking.count = 0;
        if (symbol_is_type(symbol->kind)) {
            compare_traits(&seeking, changed, true);
            if (!lost_members_are_known(uses, changed))
                compare_traits(&seeking, changed, false);
        } else if (symbol_is_function(symbol->kind)) {
            compare_receivers(&seeking, changed);
        }
    }
}
