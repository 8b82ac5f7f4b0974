/* Variables that surely hold an object of the class that their value names: the value makes it, and
   no later text assigns to the name. The search is lexical and takes anything that looks like an
   assignment for one, so that a variable is called sure too seldom rather than too often. */
#include "lang/walk/expression.h"
#include "lang/walk/type.h"
#include "lang/walk/walk_state.h"

/* Bytes of the scope of a variable that are searched. Bounds the work for one variable. */
#define SCOPE_BYTES_MAX 16384
/* The longest operator before the sign of an assignment: `>>>=`. */
#define OPERATOR_BYTES_MAX 4

static Str leading_path(Str text)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || byte_in(text.ptr[len], ".:\\$")))
        len++;
    return str_slice(text, 0, len);
}

/* The length of the brackets that the text begins with; 0 at anything else. */
static size_t brackets_length(Str text, char open)
{
    size_t close = text.len && text.ptr[0] == open
                       ? (open == '<' ? type_close(text) : expression_close(text, 0))
                       : STR_NONE;
    return close == STR_NONE ? 0 : close + 1;
}

/* The class that an expression makes an object of: `new a.Foo<T>(x)`, `Foo(x)`, Ruby's `Foo.new`,
   C#'s `new()` of the declared type. Empty for others, among them those with a body of its own:
   `new Foo() { … }`. */
static Str made_class(Str source, Str declared)
{
    Str alone = str_starts(source, STR("new(")) ? str_from_offset(source, 3) : (Str){0};
    if (alone.len)
        return brackets_length(alone, '(') == alone.len ? declared : (Str){0};
    bool keyword = str_starts(source, STR("new "));
    source = str_trim(str_from_offset(source, keyword ? 4 : 0));
    Str path = leading_path(source), rest = str_from_offset(source, path.len);
    size_t dot = str_find_last_byte(path, '.');
    bool ruby = !keyword && str_ends(path, STR(".new"));
    rest = str_trim(str_from_offset(rest, brackets_length(rest, '<')));
    size_t list = brackets_length(rest, '(');
    bool whole = list ? list == rest.len : !rest.len && (keyword || ruby);
    Str class = str_slice(path, 0, ruby ? dot : path.len), last = class;
    for (size_t i = 0; i < class.len; i++)
        if (byte_in(class.ptr[i], ".:\\"))
            last = str_from_offset(class, i + 1);
    bool capital = last.len && last.ptr[0] >= 'A' && last.ptr[0] <= 'Z';
    return whole && capital ? class : (Str)
    {
        0
    };
}

/* Whether the text begins with an operator that assigns: `=`, `+=`, `:=`, but no `==` or `=>`. */
static bool begins_assignment(Str text)
{
    size_t len = 0;
    while (len < text.len && len < OPERATOR_BYTES_MAX && byte_in(text.ptr[len], "+-*/%&|^?:<>~"))
        len++;
    bool sign = len < text.len && text.ptr[len] == '=';
    bool compares = sign && ((len == 1 && byte_in(text.ptr[0], "<>")) ||
                             (len + 1 < text.len && byte_in(text.ptr[len + 1], "=>~")));
    return sign && !compares;
}

/* Whether a line assigns anything. */
static bool has_assignment(Str line)
{
    line = str_slice(line, 0, str_find_byte(line, '\n'));
    for (size_t i = 0; i < line.len; i++)
        if (line.ptr[i] == '=' && begins_assignment(str_from_offset(line, i)) &&
            !(i && byte_in(line.ptr[i - 1], "=!<>")))
            return true;
    return false;
}

/* Whether the word before passes or binds the name by itself: `ref x`, `for x`, `&x`. */
static bool is_rebound_by(Str before)
{
    static const char *const words[] = {"ref", "out", "inout", "as", "for", "foreach", "global"};
    Str text = str_trim(before);
    if (str_ends(text, STR("&")) || str_ends(text, STR("in out")))
        return true;
    size_t at = text.len;
    while (at && byte_is_word(text.ptr[at - 1]))
        at--;
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(str_from_offset(text, at), str_from(words[i])))
            return true;
    return false;
}

/* Bytes before a name in which is_rebound_by looks. */
#define BEFORE_BYTES 12

/* Whether the use of the name at `at` may give it another value. */
static bool may_assign(Str scope, size_t at, size_t len)
{
    Str after = str_from_offset(scope, at + len);
    while (after.len && byte_in(after.ptr[0], " \t"))
        after = str_from_offset(after, 1);
    size_t least = at - MIN(at, (size_t)BEFORE_BYTES);
    bool listed = after.len && byte_in(after.ptr[0], ",)]}");
    return begins_assignment(after) || is_rebound_by(str_slice(scope, least, at)) ||
           (listed && has_assignment(after));
}

/* Whether the text assigns to the name anywhere but at `own`. */
static bool is_assigned(Str scope, Str name, size_t own)
{
    for (size_t at = 0, found; at < scope.len; at += found + name.len) {
        found = str_find(str_from_offset(scope, at), name);
        if (found == STR_NONE)
            return false;
        size_t start = at + found, end = start + name.len;
        bool word = (!start || (!byte_is_word(scope.ptr[start - 1]) &&
                                !byte_in(scope.ptr[start - 1], ".$@"))) &&
                    (end == scope.len || !byte_is_word(scope.ptr[end]));
        if (word && start != own && may_assign(scope, start, name.len))
            return true;
    }
    return false;
}

/* The part of the text in which the variable may be assigned to: its block, function or file. */
static Str scope_around(const Walk *walk, uint32_t start)
{
    bool blocks = walk->language->variables_end_with_blocks;
    for (size_t level = walk->level; level; level--) {
        TSNode node = walk->levels[level].node;
        if (walk->levels[level].closes || (blocks && walk_is_block(walk, node)))
            return str_slice(walk->text, blocks ? start : node_start(node), node_end(node));
    }
    return str_from_offset(walk->text, blocks ? start : 0);
}

bool walk_made_once(const Walk *walk, Str name, uint32_t start, Str source, Str declared)
{
    Str class = source.len <= TYPE_SOURCE_BYTES ? made_class(str_trim(source), declared) : (Str){0};
    if (!class.len || !name.len)
        return false;
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_word(name.ptr[i]) && name.ptr[i] != '$')
            return false;
    bool same = !declared.len || str_equal(type_erased(walk->arena, declared), class);
    Str scope = same ? scope_around(walk, start) : (Str){0};
    return same && scope.len && scope.len <= SCOPE_BYTES_MAX &&
           !is_assigned(scope, name, (size_t)(walk->text.ptr + start - scope.ptr));
}
