/* A line counts if it names the error or the base behind a word that catches or tests: it is
   evidence that somebody relies on it. */
#include "change/error_uses.h"

#include "change/outcomes.h"
#include "change/thrown.h"
#include "text/lines.h"

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str name;
    Str caller;    /* must be near; empty: it need not */
    bool compared; /* only who compares it by `==` or in a switch */
} Seeking;

/* Tokens before a name in which the word that catches it is sought. */
#define TOKENS_BEFORE 24

/* Lines around a call within which an error of it is caught. */
#define LINES_AROUND 12

/* Whether the file has the word within some lines of a token. */
static bool is_near(const UseText *file, size_t i, Str word)
{
    uint32_t line = use_text_line(file, i);
    uint32_t first = line > LINES_AROUND ? line - LINES_AROUND : 1;
    size_t from = lines_offset(file->text, first);
    size_t to = lines_offset(file->text, line + LINES_AROUND);
    for (size_t k = code_tokens_from(&file->tokens, from);
         k < file->tokens.len && file->tokens.ptr[k].start < to; k++)
        if (use_text_is_word(file, k, word))
            return true;
    return false;
}

/* Whether the line of a token has a word that catches or tests before it. */
static bool is_caught(const UseText *file, size_t i)
{
    const char *words = lang_facts(file->language)->catch_words;
    uint32_t line = use_text_line(file, i);
    for (size_t k = i; k-- > 0 && i - k <= TOKENS_BEFORE;)
        if (file->tokens.ptr[k].kind == TOKEN_WORD && str_is_listed(use_text_at(file, k), words))
            return use_text_line(file, k) == line;
    return false;
}

/* Whether an error is sought by its type: `var e *a.Name`, `case *a.Name`, `err.(*a.Name)`. */
static bool is_sought(const UseText *file, size_t i)
{
    if (!lang_facts(file->language)->error_prefix)
        return false;
    while (i > 1 && use_text_mark(file, i - 1) == '.')
        i -= 2;
    size_t first = use_text_line_first(file, i);
    while (first < i && file->tokens.ptr[first].kind == TOKEN_INDENT)
        first++;
    bool pointed = i && use_text_mark(file, i - 1) == '*';
    size_t before = i - pointed;
    return str_is_listed(use_text_at(file, first), "var case") ||
           (before > 1 && use_text_mark(file, before - 1) == '(' &&
            use_text_mark(file, before - 2) == '.');
}

/* Whether a name, with what leads to it, is compared: `err == a.Name`, `Name != err`, `case
 * a.Name`.
 */
static bool is_compared(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1), after = use_text_mark(file, i + 2);
    while (i > 1 && use_text_mark(file, i - 1) == '.')
        i -= 2;
    char last = i ? use_text_mark(file, i - 1) : '\0';
    bool before = i > 1 && last == '=' && byte_in(use_text_mark(file, i - 2), "=!");
    bool behind = after == '=' && next && byte_in(next, "=!");
    return before || behind || (i && use_text_is_word(file, i - 1, STR("case")));
}

static void look_in(const Seeking *seeking, const UseText *file)
{
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, seeking->name) ||
            !(seeking->compared ? is_compared(file, i)
                                : is_caught(file, i) || is_sought(file, i)) ||
            (seeking->caller.len && !is_near(file, i, seeking->caller)))
            continue;
        Consequence use = seeking->use;
        use.line = use_text_line(file, i);
        use_text_add(seeking->uses, seeking->found, file, &use);
    }
}

/* The errors that a function neither raises nor lists any more. */
static StrVec errors_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    const StrVec raised = outcomes_errors_lost(arena, set, changed);
    const StrVec listed = thrown_lost(arena, set, changed);
    StrVec lost = {0};
    for (size_t i = 0; i < raised.len; i++)
        if (!thrown_lists(arena, set, changed, raised.ptr[i]))
            *VEC_PUSH(arena, &lost) = raised.ptr[i];
    for (size_t i = 0; i < listed.len; i++)
        *VEC_PUSH(arena, &lost) = listed.ptr[i];
    return lost;
}

static void look_everywhere(Seeking *seeking, const FileIdVec *files)
{
    for (size_t i = 0; i < files->len; i++) {
        const UseText *file =
            use_text_open(seeking->uses, seeking->uses->catalog->files.ptr[files->ptr[i]].path);
        if (file)
            look_in(seeking, file);
    }
}

/* The files that may use the changed file, which are found when they are first asked for. */
typedef struct Users {
    Arena scratch;
    uint32_t id;
    FileIdVec files;
} Users;

/* Looks for the names in a form that `format` gives a reason for. */
static void look_for(Seeking *seeking, Users *users, const StrVec *names, const char *format)
{
    for (size_t k = 0; k < names->len; k++) {
        if (!users->files.len)
            users->files = use_text_users(seeking->uses, users->scratch, users->id);
        seeking->name = names->ptr[k];
        seeking->use.why = str_format(seeking->uses->arena, format, STR_ARG(names->ptr[k]));
        look_everywhere(seeking, &users->files);
    }
}

void error_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    Users users = {.scratch = scratch, .id = id};
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT)
            continue;
        const ChangeSide *a = changed_old_side(uses->set, changed);
        const ChangeSide *b = changed_new_side(uses->set, changed);
        bool type = symbol_is_type(changed_symbol(uses->set, changed)->kind);
        StrVec was = type ? change_side_bases(uses->arena, a, changed->old_symbol)
                          : errors_lost(uses->arena, uses->set, changed);
        StrVec is = type ? change_side_bases(uses->arena, b, changed->new_symbol)
                         : outcomes_errors_new(uses->arena, uses->set, changed);
        StrVec lost = {0};
        for (size_t k = 0; k < was.len; k++)
            if (!use_text_derives(uses, &is, was.ptr[k]))
                *VEC_PUSH(uses->arena, &lost) = was.ptr[k];
        Seeking seeking = {.uses = uses, .found = found};
        seeking.use = (Consequence){.fault = USE_AFFECTED, .file = index, .reported = i};
        if (!type)
            seeking.caller = changed_symbol(uses->set, changed)->name;
        look_for(&seeking, &users, &lost,
                 type ? "'%.*s' is no base of it any more" : "'%.*s' is not raised any more");
        lost = type ? (StrVec){0} : outcomes_errors_wrapped(uses->arena, uses->set, changed);
        seeking.compared = true;
        look_for(&seeking, &users, &lost,
                 "'%.*s' is wrapped now, and a comparison does not see it");
    }
}
