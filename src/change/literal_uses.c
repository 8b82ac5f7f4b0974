/* A literal is of the type where its place is declared so: a variable, an item of a list, a result,
   an argument, or what `satisfies` follows. One that spreads another value may have any member. */
#include "change/literal_uses.h"

#include "change/affected.h"
#include "change/typed_names.h"

typedef struct Literals {
    TextUses *uses;
    ConsequenceVec *found;
    Consequence use;
    Str type, member;
    TypedTakerVec takers;
} Literals;

static char mark_at(const UseText *file, size_t i)
{
    return use_text_mark(file, i);
}

/* Whether the literal that opens at a token has the member, or may have it. */
static bool has_member(const UseText *file, size_t open, Str member)
{
    size_t close = use_text_close(file, open), depth = 0;
    for (size_t i = open + 1; i < close && i < file->tokens.len; i++) {
        char mark = mark_at(file, i);
        if (!depth && mark == '.' && mark_at(file, i + 1) == '.')
            return true;
        Str word = use_text_at(file, i);
        bool quoted = file->tokens.ptr[i].kind == TOKEN_STRING && word.len > 2;
        bool first = i == open + 1 || mark_at(file, i - 1) == ',' || mark_at(file, i - 1) == '{' ||
                     str_is_listed(use_text_at(file, i - 1), "get async");
        if (!depth && first && str_equal(quoted ? str_slice(word, 1, word.len - 1) : word, member))
            return true;
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return false;
}

static void look_at_literal(Literals *literals, const UseText *file, size_t open)
{
    if (mark_at(file, open) != '{' || has_member(file, open, literals->member))
        return;
    Consequence use = literals->use;
    use.line = use_text_line(file, open);
    use_text_add(literals->uses, literals->found, file, &use);
}

/* The items of a list that are literals. */
static void look_at_items(Literals *literals, const UseText *file, size_t open)
{
    size_t close = use_text_close(file, open);
    for (size_t i = open + 1; i < close && i < file->tokens.len; i++) {
        char mark = mark_at(file, i);
        if (mark == '{' && byte_in(mark_at(file, i - 1) ? mark_at(file, i - 1) : ' ', "[,"))
            look_at_literal(literals, file, i);
        if (mark && byte_in(mark, "([{"))
            i = use_text_close(file, i);
    }
}

/* What a function returns whose result is the type: `): T {` or `): T => ({`. */
static void look_at_results(Literals *literals, const UseText *file, size_t i)
{
    if (mark_at(file, i) == '=' && mark_at(file, i + 1) == '>') {
        i += 2;
        if (mark_at(file, i) == '(' && mark_at(file, i + 1) == '{')
            look_at_literal(literals, file, i + 1);
    }
    size_t close = mark_at(file, i) == '{' ? use_text_close(file, i) : 0;
    for (; i < close && i < file->tokens.len; i++) {
        if (use_text_is_word(file, i, STR("return")) && mark_at(file, i + 1) == '{')
            look_at_literal(literals, file, i + 1);
        if (use_text_is_word(file, i, STR("function")) ||
            (mark_at(file, i) == '=' && mark_at(file, i + 1) == '>')) // another function's
            while (i + 1 < close && mark_at(file, i + 1) != '{' && mark_at(file, i + 1) != ';')
                i++;
        if (mark_at(file, i) == '{' && mark_at(file, i - 1) == '>')
            i = use_text_close(file, i);
    }
}

/* Looks at what a mention of the type declares. */
static void look_at_mention(Literals *literals, const UseText *file, size_t mention)
{
    size_t i = mention + 1;
    bool listed = mark_at(file, i) == '[' && mark_at(file, i + 1) == ']';
    bool held = mark_at(file, mention - 1) == '<' && mark_at(file, i) == '>';
    bool promised = held && mention > 2 && use_text_is_word(file, mention - 2, STR("Promise"));
    size_t before = mention - (held ? 3 : 1);
    if (use_text_is_word(file, mention - 1, STR("satisfies")) && mark_at(file, mention - 2) == '}')
        look_at_literal(literals, file, use_text_opening(file, mention - 2, 400));
    i += listed ? 2 : held ? 1 : 0;
    if (mention < 3 || mark_at(file, before) != ':' || (held && !promised && !listed))
        return;
    bool result = mark_at(file, before - 1) == ')';
    if (result && !listed)
        look_at_results(literals, file, i);
    else if (mark_at(file, i) == '=' && listed && mark_at(file, i + 1) == '[')
        look_at_items(literals, file, i + 1);
    else if (mark_at(file, i) == '=')
        look_at_literal(literals, file, i + 1);
}

/* The function that a parameter `a: T` belongs to. */
static void note_taker(Literals *literals, const UseText *file, size_t mention)
{
    size_t place = 0, depth = 0, i = mention;
    char next = mark_at(file, mention + 1);
    if (mark_at(file, mention - 1) != ':' || !next || !byte_in(next, "),="))
        return;
    while (--i > 1 && mention - i < 200) {
        char mark = mark_at(file, i);
        place += mark == ',' && !depth;
        depth += mark && byte_in(mark, ")]}");
        if (mark && byte_in(mark, "([{") && !depth--)
            break;
    }
    bool named = mark_at(file, i) == '(' && use_text_is_any_word(file, i - 1);
    if (named)
        *VEC_PUSH(literals->uses->arena, &literals->takers) =
            (TypedTaker){.name = use_text_at(file, i - 1), .place = place};
}

static void look_in(Literals *literals, const UseText *file)
{
    size_t first, last;
    for (size_t i = 2; i < file->tokens.len; i++) {
        if (use_text_is_word(file, i, literals->type))
            look_at_mention(literals, file, i);
        for (size_t k = 0; k < literals->takers.len && mark_at(file, i + 1) == '('; k++)
            if (use_text_is_word(file, i, literals->takers.ptr[k].name) &&
                typed_names_argument(file, i + 1, literals->takers.ptr[k].place, &first, &last))
                look_at_literal(literals, file, first);
    }
}

static void look_for(Literals *literals, const FileIdVec *files)
{
    literals->takers = (TypedTakerVec){0};
    for (size_t pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < files->len; k++) {
            const UseText *file = use_text_open(
                literals->uses, literals->uses->catalog->files.ptr[files->ptr[k]].path);
            if (!file || (!literals->takers.len && !use_text_has_word(file, literals->type)))
                continue;
            for (size_t i = 2; !pass && i < file->tokens.len; i++)
                if (use_text_is_word(file, i, literals->type))
                    note_taker(literals, file, i);
            if (pass)
                look_in(literals, file);
        }
}

void literal_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const LangFacts *facts = lang_facts(file->new.outline.language);
    FileIdVec files = {0};
    for (uint32_t i = 0; i < file->symbols.len && facts->heirs.wraps; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT)
            continue;
        const Symbol *type = changed_symbol(uses->set, changed);
        bool shape = type->kind == SYMBOL_INTERFACE || type->kind == SYMBOL_TYPE;
        for (size_t k = 0; shape && k < changed->breaking.len; k++) {
            if (!changed->asked[k].len || !(changed->affects[k] & AFFECTS_HEIRS))
                continue;
            if (!files.len)
                files = use_text_users(uses, scratch, id);
            Literals literals = {
                .uses = uses, .found = found, .type = type->name, .member = changed->asked[k]};
            literals.use = (Consequence){.fault = USE_AFFECTED,
                                         .file = index,
                                         .reported = i,
                                         .why = changed->breaking.ptr[k]};
            look_for(&literals, &files);
        }
    }
}
