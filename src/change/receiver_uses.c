/* The object is a name that the function declares, or a field of its own object. Only a declaration
   that names the type decides: whatever else the object may be is left alone. */
#include "change/receiver_uses.h"

#include "change/head_text.h"
#include "change/head_words.h"

/* Tokens before a call in which its object's declaration is looked for. */
#define TOKENS_BACK 4000

typedef struct Calls {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str name, type;
    Str field;               /* of the file, sought last */
    bool declared, borrowed; /* that field, with the type, and as `&T` */
} Calls;

/* ---- the method ---- */

/* What is written before `self` in a list of parameters: `&`, `&mut `; .ptr NULL: nothing is. */
static Str receiver_of(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    Str text = str_slice(side->code.text, symbol->name_end, end);
    text = str_slice(text, 0, str_find(text, STR("self")));
    size_t open = str_find_last_byte(text, '(');
    return open == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, open + 1));
}

static bool is_shared(Str receiver)
{
    return str_starts(receiver, STR("&")) && !head_text_has_word(receiver, STR("mut"));
}

static bool changes_object(const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *side = changed_new_side(set, changed);
    if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT ||
        !symbol_is_callable(changed_symbol(set, changed)->kind) ||
        !changed_symbol(set, changed)->parent ||
        !head_words_judge(side->outline.language, STR("(&mut self")))
        return false;
    Str is = receiver_of(side, changed->new_symbol);
    return is_shared(receiver_of(changed_old_side(set, changed), changed->old_symbol)) &&
           str_starts(is, STR("&")) && !is_shared(is);
}

/* ---- objects ---- */

/* Whether the tokens up to a mark name the type. *mutable: one of them says so. */
static bool names_type(const Calls *calls, const UseText *file, size_t from, const char *ends,
                       bool *mutable)
{
    bool named = false;
    *mutable = false;
    for (size_t i = from; i < file->tokens.len; i++) {
        Str word = use_text_at(file, i);
        if (use_text_mark(file, i) && byte_in(use_text_mark(file, i), ends))
            break;
        named |= str_equal(word, calls->type);
        *mutable |= str_equal(word, STR("mut")) || str_ends(word, STR("_mut"));
    }
    return named;
}

/* The word `fn` of the function around a token; 0: none is near. */
static size_t function_around(const UseText *file, size_t i)
{
    for (size_t k = i; k && i - k < TOKENS_BACK; k--)
        if (use_text_is_word(file, k - 1, STR("fn")))
            return k - 1;
    return 0;
}

/* Whether the function around a token only borrows its own object: `&self`. */
static bool borrows_own(const UseText *file, size_t i)
{
    size_t fn = function_around(file, i);
    for (size_t k = fn + 1; fn && k < i && use_text_mark(file, k) != '{'; k++)
        if (use_text_is_word(file, k, STR("self")))
            return k > fn + 1 && !use_text_is_word(file, k - 1, STR("mut")) &&
                   use_text_mark(file, k + 1) != ':';
    return false;
}

/* Whether the function around a token is a method of the type. */
static bool is_own_method(const Calls *calls, const UseText *file, size_t i)
{
    bool unused;
    for (size_t k = i; k && i - k < TOKENS_BACK; k--)
        if (use_text_is_word(file, k - 1, STR("impl")))
            return names_type(calls, file, k, "{", &unused);
    return false;
}

/* Looks for the field's declaration with the type, unless it is the field that was sought last. */
static void find_field(Calls *calls, const UseText *file, Str field)
{
    if (str_equal(calls->field, field))
        return;
    calls->field = field;
    calls->declared = calls->borrowed = false;
    for (size_t i = 0; i + 2 < file->tokens.len && !calls->declared; i++) {
        bool mutable, reference = use_text_mark(file, i + 2) == '&';
        if (!use_text_is_word(file, i, field) || use_text_mark(file, i + 1) != ':' ||
            use_text_mark(file, i + 2) == ':')
            continue;
        calls->declared = names_type(calls, file, i + 2, ",;(){}=", &mutable);
        calls->borrowed = reference && !mutable;
    }
}

/* Whether a field of that name, of the type, may not be changed by the method around the call. */
static bool is_fixed_field(Calls *calls, const UseText *file, size_t call, Str field)
{
    find_field(calls, file, field);
    return calls->declared && (calls->borrowed || borrows_own(file, call));
}

/* Whether the name is declared in the function to be of the type, and not to be mutable. */
static bool is_fixed_name(const Calls *calls, const UseText *file, size_t call, Str name)
{
    size_t fn = function_around(file, call);
    for (size_t i = call - 2; fn && --i > fn;) {
        if (!use_text_is_word(file, i, name) || use_text_mark(file, i - 1) == '.')
            continue;
        char before = use_text_mark(file, i - 1), next = use_text_mark(file, i + 1);
        bool mutable, let = use_text_is_word(file, i - 1, STR("let"));
        bool given =
            next == ':' && use_text_mark(file, i + 2) != ':' && before && byte_in(before, "(,|");
        if (use_text_is_word(file, i - 1, STR("mut")) || use_text_is_word(file, i - 1, STR("for")))
            return false;
        if (let || given)
            return names_type(calls, file, i + 1, let ? ";" : ",){|", &mutable) && !mutable;
        if (before == '|' ||
            (before == '(' && next == ')' && i > 1 && use_text_is_word(file, i - 2, STR("Some"))))
            return false;
    }
    return false;
}

static bool is_fixed(Calls *calls, const UseText *file, size_t call)
{
    Str object = use_text_at(file, call - 2);
    bool member = call > 3 && use_text_mark(file, call - 3) == '.';
    if (file->tokens.ptr[call - 2].kind != TOKEN_WORD)
        return false;
    if (member)
        return use_text_is_word(file, call - 4, STR("self")) &&
               is_fixed_field(calls, file, call, object);
    if (str_equal(object, STR("self")))
        return borrows_own(file, call) && is_own_method(calls, file, call);
    return is_fixed_name(calls, file, call, object);
}

static void look_in(Calls *calls, const UseText *file)
{
    calls->field = (Str){0};
    for (size_t i = 2; i + 1 < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, calls->name) || use_text_mark(file, i - 1) != '.' ||
            use_text_mark(file, i + 1) != '(' || !is_fixed(calls, file, i))
            continue;
        Consequence use = calls->use;
        use.line = use_text_line(file, i);
        use.why = str_format(calls->uses->arena,
                             "it takes &mut self now, and '%.*s' is declared without mut",
                             STR_ARG(use_text_at(file, i - 2)));
        use_text_add(calls->uses, calls->found, file, &use);
    }
}

void receiver_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                       ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (!changes_object(uses->set, changed))
            continue;
        const Symbol *symbol = changed_symbol(uses->set, changed);
        const Symbol *outer = &file->new.outline.symbols.ptr[symbol->parent - 1];
        Calls calls = {.uses = uses, .found = found, .name = symbol->name};
        calls.type = str_first_word(outer->name);
        calls.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len && calls.type.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user && use_text_has_word(user, calls.type))
                look_in(&calls, user);
        }
    }
}
