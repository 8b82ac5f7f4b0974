/* Heads of classes in Java, Kotlin, TypeScript and C#. Type parameters follow the name in angle
   brackets, bases follow `extends`, `implements` or `:`. Bounds are with the parameters or follow
   `where`. Python has square brackets and lists the bases in parentheses. */
#include "lang/walk/type_head.h"

#include "base/buf.h"
#include "lang/walk/type.h"

/* Longer heads are taken for unknown. */
#define HEAD_BYTES_MAX 512
/* Parameters and bases of one class. */
#define HEAD_PARTS_MAX 16

static bool opens(char c)
{
    return byte_in(c, "<([{");
}

static bool closes(Str text, size_t at)
{
    bool arrow = text.ptr[at] == '>' && at && text.ptr[at - 1] == '-';
    return byte_in(text.ptr[at], ">)]}") && !arrow;
}

bool type_head_take(Str *rest, char separator, Str *part)
{
    size_t depth = 0, end = 0;
    if (!rest->len)
        return false;
    for (; end < rest->len && (depth || rest->ptr[end] != separator); end++) {
        depth += opens(rest->ptr[end]);
        depth -= closes(*rest, end) && depth;
    }
    *part = str_trim(str_slice(*rest, 0, end));
    *rest = str_from_offset(*rest, end + 1);
    return true;
}

TypeHead type_head_read(Str text)
{
    TypeHead head = {{0}, text};
    size_t end = 0, depth = 0;
    if (!str_starts(text, STR("<"))) {
        head.bases = str_from_offset(text, str_starts(text, STR("|")));
        return head;
    }
    do {
        depth += text.ptr[end] == '<';
        depth -= text.ptr[end] == '>';
    } while (++end < text.len && depth);
    head.parameters = str_slice(text, 1, end - 1);
    head.bases = str_from_offset(text, end + 1);
    return head;
}

/* ---- from a signature ---- */

static size_t word_length(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || text.ptr[len] == '.'))
        len++;
    return len;
}

static bool is_keyword(Str word)
{
    static const char *const words[] = {"class",   "struct", "notnull",   "unmanaged", "new",
                                        "default", "allows", "interface", NULL};
    return lang_lists(words, word);
}

/* Appends bounds, joined by `&`: `Foo & Bar` of Java, `Foo, Bar` of C#. */
static void put_bounds(Buf *out, Str text)
{
    char joint = ':';
    for (size_t len; (len = word_length(text)) > 0;) {
        Str word = str_slice(text, 0, len);
        if (!is_keyword(word)) {
            buf_put_byte(out, joint);
            buf_put(out, word);
            joint = '&';
        }
        text = str_from_offset(text, len);
        Str rest = text, skipped;
        if (str_starts(rest, STR("<")) && type_head_take(&rest, ' ', &skipped))
            text = str_from_offset(text, skipped.len);
        text = str_trim(text);
        if (!text.len || !byte_in(text.ptr[0], "&,?"))
            break;
        text = str_trim(str_from_offset(text, 1));
        Str next = str_trim(str_from_offset(text, word_length(text)));
        if (str_starts(next, STR(":")))
            break;
    }
}

static Str bounds_behind(Str text)
{
    if (str_starts(text, STR("extends ")))
        return str_trim(str_from_offset(text, strlen("extends ")));
    if (str_starts(text, STR("<:"))) // Scala
        return str_trim(str_from_offset(text, 2));
    bool colon = str_starts(text, STR(":")) && !str_starts(text, STR("::"));
    return colon ? str_trim(str_from_offset(text, 1)) : (Str){0};
}

/* The bounds of the parameter in the `where` clauses. */
static Str bounds_where(Str text, Str name)
{
    size_t at = str_find(text, STR("where "));
    for (Str rest = at == STR_NONE ? (Str){0} : str_from_offset(text, at); rest.len;) {
        at = str_find(rest, name);
        if (at == STR_NONE)
            break;
        bool starts = at && byte_in(rest.ptr[at - 1], " ,");
        rest = str_from_offset(rest, at + name.len);
        Str bounds = starts ? bounds_behind(str_trim(rest)) : (Str){0};
        if (bounds.len)
            return bounds;
    }
    return (Str){0};
}

/* The name of a parameter: T of `in T`, `@A out T : Foo`, `reified T`. *behind gets the text after
   it. */
static Str parameter_name(Str text, Str *behind)
{
    Str word = {0};
    for (;;) {
        while (str_starts(text, STR("@")) || str_starts(text, STR("["))) {
            size_t end = str_find_byte(text, ' ');
            text = str_trim(str_from_offset(text, MIN(end, text.len)));
        }
        word = str_slice(text, 0, word_length(text));
        text = str_trim(str_from_offset(text, word.len));
        bool more = str_equal(word, STR("in")) || str_equal(word, STR("out")) ||
                    str_equal(word, STR("reified"));
        if (!more)
            break;
    }
    *behind = text;
    return word;
}

static void put_parameters(Buf *out, Str list, Str rest)
{
    Str part, behind;
    buf_put_byte(out, '<');
    for (size_t i = 0; i < HEAD_PARTS_MAX && type_head_take(&list, ',', &part); i++) {
        Str name = parameter_name(part, &behind);
        Str bounds = bounds_behind(behind);
        bounds = bounds.len ? bounds : bounds_where(rest, name);
        if (i)
            buf_put_byte(out, ',');
        buf_put(out, name);
        put_bounds(out, bounds);
    }
    buf_put_byte(out, '>');
}

/* The list of bases in the text after name and parameters; may be empty. */
static Str bases_in(Str rest)
{
    size_t depth = 0;
    for (size_t i = 0; i < rest.len; i++) {
        Str from = str_from_offset(rest, i);
        bool word = !i || rest.ptr[i - 1] == ' ';
        if (!depth && rest.ptr[i] == ':')
            return str_from_offset(from, 1);
        if (!depth && word && str_starts(from, STR("where ")))
            break;
        if (!depth && word &&
            (str_starts(from, STR("extends ")) || str_starts(from, STR("implements "))))
            return str_from_offset(from, str_find_byte(from, ' '));
        depth += opens(rest.ptr[i]);
        depth -= closes(rest, i) && depth;
    }
    return (Str){0};
}

/* The length of a word that separates bases as a comma does; 0: none is there. */
static size_t separator_length(Str rest)
{
    static const char *const words[] = {" implements ", " with ", NULL};
    for (size_t i = 0; words[i]; i++)
        if (str_starts(rest, str_from(words[i])))
            return strlen(words[i]);
    return 0;
}

/* The list of bases up to `where` or `permits`, with `implements` and `with` replaced by a comma.
 */
static Str only_bases(Arena *arena, Str list)
{
    char *text = arena_bytes(arena, list.len);
    size_t depth = 0, len = 0;
    for (; len < list.len; len++) {
        Str rest = str_from_offset(list, len);
        if (!depth && (str_starts(rest, STR(" where ")) || str_starts(rest, STR(" permits "))))
            break;
        size_t next = depth ? 0 : separator_length(rest);
        if (next) {
            memset(text + len, ' ', next);
            text[len] = ',';
            len += next - 1;
            continue;
        }
        depth += opens(list.ptr[len]);
        depth -= closes(list, len) && depth;
        text[len] = list.ptr[len];
    }
    return (Str){text, len};
}

/* A base without constructor arguments and without Kotlin's delegate. */
static Str bare_base(Str base)
{
    base = str_slice(base, 0, MIN(str_find(base, STR(" by ")), base.len));
    return str_trim(str_slice(base, 0, MIN(str_find_byte(base, '('), base.len)));
}

static void put_bases(Buf *out, const Language *language, Str list)
{
    Str rest = only_bases(out->arena, list), base;
    for (size_t i = 0; i < HEAD_PARTS_MAX && type_head_take(&rest, ',', &base); i++) {
        base = bare_base(base);
        Str text =
            str_find_byte(base, '<') == STR_NONE ? (Str){0} : type_text(out->arena, language, base);
        if (!text.len)
            continue;
        buf_put_byte(out, '|');
        buf_put(out, text);
    }
}

/* The end of the class's name in its signature, or STR_NONE. */
static size_t name_end(Str signature, Str name)
{
    for (size_t from = 0; from < signature.len;) {
        size_t at = str_find(str_from_offset(signature, from), name);
        if (at == STR_NONE)
            return STR_NONE;
        size_t end = from + at + name.len;
        bool starts = from + at && signature.ptr[from + at - 1] == ' ';
        if (starts && (end == signature.len || !byte_is_word(signature.ptr[end])))
            return end;
        from = end;
    }
    return STR_NONE;
}

/* Scala: `Box[T]` as `Box<T>`. */
static Str with_angles(Arena *arena, Str signature)
{
    char *text = arena_bytes(arena, signature.len);
    for (size_t i = 0; i < signature.len; i++)
        text[i] = signature.ptr[i] == '[' ? '<' : signature.ptr[i] == ']' ? '>' : signature.ptr[i];
    return (Str){text, signature.len};
}

/* The text inside the bracket that opens `text`; *rest is the text after it. */
static Str take_bracket(Str text, Str *rest)
{
    size_t close = 0, depth = 0;
    for (; close < text.len; close++) {
        depth += opens(text.ptr[close]);
        depth -= closes(text, close) && depth;
        if (!depth)
            break;
    }
    *rest = str_from_offset(text, MIN(close + 1, text.len));
    return str_slice(text, 1, MAX(close, (size_t)1));
}

/* Python: `class Box(Generic[T], Base[T])`, `class Box[T: Foo](Base[T])`. */
static Str bracket_head(Arena *arena, const Language *language, Str rest)
{
    Str parameters = {0}, bases = {0}, base, list;
    Buf out = buf_open(arena, HEAD_BYTES_MAX);
    if (str_starts(rest, STR("[")))
        parameters = take_bracket(rest, &rest);
    list = str_starts(rest, STR("(")) ? take_bracket(rest, &rest) : (Str){0};
    for (size_t i = 0; i < HEAD_PARTS_MAX && type_head_take(&list, ',', &base); i++) {
        size_t open = str_find_byte(base, '[');
        Str word = str_slice(base, 0, MIN(open, base.len)), inside, after;
        if (open == STR_NONE)
            continue;
        inside = take_bracket(str_from_offset(base, open), &after);
        if (str_ends(word, STR("Generic")) || str_ends(word, STR("Protocol"))) {
            parameters = inside;
            continue;
        }
        const Str next[] = {bases, STR("|"), type_text(arena, language, base)};
        bases = next[2].len ? str_join_all(arena, next, COUNT(next)) : bases;
    }
    if (parameters.len)
        put_parameters(&out, parameters, (Str){0});
    buf_put(&out, bases);
    return out.len < HEAD_BYTES_MAX ? buf_str(&out) : (Str){0};
}

Str type_head(Arena *arena, const Language *language, Str signature, Str name)
{
    if (language->type_arguments_are_in_brackets && !language->bases_are_in_parentheses)
        signature = with_angles(arena, signature);
    size_t end = name_end(signature, name);
    bool cut = str_ends(signature, STR("…"));
    if (language->bases_are_in_parentheses)
        return end == STR_NONE || cut
                   ? (Str){0}
                   : bracket_head(arena, language, str_trim(str_from_offset(signature, end)));
    if (end == STR_NONE || cut || str_find_byte(str_from_offset(signature, end), '<') == STR_NONE)
        return (Str){0};
    Str rest = str_trim(str_from_offset(signature, end)), list;
    Buf out = buf_open(arena, HEAD_BYTES_MAX);
    if (str_starts(rest, STR("<")) && rest.len > 2) {
        size_t close = 0, depth = 0;
        do {
            depth += rest.ptr[close] == '<';
            depth -= rest.ptr[close] == '>' && depth;
        } while (++close < rest.len && depth);
        list = str_slice(rest, 1, close - 1);
        rest = str_from_offset(rest, close);
        put_parameters(&out, list, rest);
    }
    put_bases(&out, language, bases_in(rest));
    return out.len < HEAD_BYTES_MAX ? buf_str(&out) : (Str){0};
}

Str type_erased(Arena *arena, Str text)
{
    if (str_find_byte(text, '<') == STR_NONE)
        return text;
    Buf out = buf_open(arena, 0);
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += text.ptr[i] == '<';
        if (!depth)
            buf_put_byte(&out, text.ptr[i]);
        depth -= text.ptr[i] == '>' && depth;
    }
    return buf_str(&out);
}
