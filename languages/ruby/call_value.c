/* Values of Ruby calls that are known: `A.const_get(:B)` is `A::B`, `x.send(:f)` is `x.f`,
   `T.cast(x, A)` of Sorbet is an A. */
#include "languages_lang.h"

#include "lang/walk/expression.h"
#include "lang/walk/type.h"

/* The word of `:word`, `"word"` or `'word'` at the start of the text. */
static Str named_word(Str text)
{
    size_t len = 1;
    bool quoted = text.len > 1 && byte_in(text.ptr[0], ":\"'");
    while (quoted && len < text.len && byte_is_word(text.ptr[len]))
        len++;
    return quoted && len > 1 ? str_slice(text, 1, len) : (Str){0};
}

/* The method at the end of the path, and what it is called on. */
static Str split_call(Str path, Str *object)
{
    size_t joint = str_find_last_byte(path, '.');
    *object = str_slice(path, 0, joint == STR_NONE ? 0 : joint);
    return str_from_offset(path, joint == STR_NONE ? path.len : joint + 1);
}

Str call_value_ruby(Arena *arena, const Language *language, Str function, Str inside)
{
    static const char *const sends[] = {"send", "public_send", "__send__", NULL};
    Str object, method = split_call(function, &object);
    Str name = named_word(str_trim(inside));
    size_t comma = str_find_byte(inside, ',');
    bool sorbet = str_equal(object, STR("T"));
    if (sorbet && (str_equal(method, STR("cast")) || str_equal(method, STR("let")))) {
        Str type = type_text(arena, language, str_from_offset(inside, MIN(comma, inside.len) + 1));
        return type.len ? str_join(arena, type, STR("{}")) : (Str){0};
    }
    if (sorbet && str_equal(method, STR("must")))
        return expression_text(arena, language, inside);
    bool constant = str_equal(method, STR("const_get"));
    if (!name.len || !object.len || !(constant || lang_lists(sends, method)))
        return (Str){0};
    const Str parts[] = {object, constant ? STR("::") : STR("."), name,
                         constant ? (Str){0} : STR("()")};
    return str_join_all(arena, parts, COUNT(parts));
}
