/* The list begins at the first `(` after the name that is not within angle brackets. Languages
   write `type name`, `name: type` or `name type`; the language's record says which. */
#include "change/parameters.h"

#include "base/buf.h"
#include "change/parameter_needs.h"

/* Parameters of one function: far more than people write. */
#define PARAMETERS_MAX 200

/* ---- splitting ---- */

static char byte_at(Str text, size_t at)
{
    return at < text.len ? text.ptr[at] : '\0';
}

static size_t skip_quoted(Str text, size_t at)
{
    char quote = text.ptr[at];
    for (size_t i = at + 1; i < text.len && text.ptr[i] != '\n'; i++) {
        if (text.ptr[i] == '\\')
            i++;
        else if (text.ptr[i] == quote)
            return i;
    }
    return at;
}

/* Whether a line for the preprocessor begins there: `#if`. */
static bool is_directive(Str text, size_t at)
{
    size_t line = at;
    while (line && (text.ptr[line - 1] == ' ' || text.ptr[line - 1] == '\t'))
        line--;
    char next = byte_at(text, at + 1);
    return text.ptr[at] == '#' && line && text.ptr[line - 1] == '\n' && next >= 'a' && next <= 'z';
}

/* The end of the comment or directive that begins at `at`; `at` if none does. */
static size_t skip_comment(Str text, size_t at, bool hash)
{
    if (text.ptr[at] == '/' && byte_at(text, at + 1) == '*') {
        size_t end = str_find(str_from_offset(text, at + 2), STR("*/"));
        return end == STR_NONE ? text.len : at + 2 + end + 2;
    }
    if ((text.ptr[at] == '/' && byte_at(text, at + 1) == '/') || (hash && text.ptr[at] == '#') ||
        is_directive(text, at)) {
        size_t end = str_find_byte(str_from_offset(text, at), '\n');
        return end == STR_NONE ? text.len : at + end;
    }
    return at;
}

/* `&'a str`, `Map<'a>`, `Trait + 'a`: no text begins there. */
static bool is_lifetime(Str text, size_t at)
{
    return text.ptr[at] == '\'' && (str_ends(str_slice(text, 0, at), STR("&")) ||
                                    str_ends(str_slice(text, 0, at), STR("<")) ||
                                    str_ends(str_slice(text, 0, at), STR("+ ")));
}

static bool closes_angle(Str text, size_t at)
{
    char before = at ? text.ptr[at - 1] : '\0';
    return before != '-' && before != '=' && byte_at(text, at + 1) != '=';
}

/* Takes the parameter that begins at `at`; returns the position of its comma or of the list's
   closing bracket. Comments are left out of *part. */
static size_t take_part(Arena *arena, Str text, size_t at, bool hash, Str *part)
{
    int depth = 0, angles = 0;
    Buf out = buf_open(arena, 0);
    for (; at < text.len; at++) {
        size_t comment = skip_comment(text, at, hash);
        if (comment > at) {
            at = comment - 1;
            continue;
        }
        char c = text.ptr[at];
        if (byte_in(c, "\"'`") && !is_lifetime(text, at)) {
            size_t end = skip_quoted(text, at);
            buf_put(&out, str_slice(text, at, end + 1));
            at = end;
            continue;
        }
        if (byte_in(c, ")]}") && !depth)
            break;
        if (c == ',' && !depth && angles <= 0)
            break;
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
        angles += c == '<' && byte_at(text, at + 1) != '=' ? 1 : 0;
        angles -= c == '>' && closes_angle(text, at) ? 1 : 0;
        buf_put_byte(&out, c);
    }
    *part = str_fold_space(arena, buf_str(&out));
    return at;
}

/* ---- one parameter ---- */

static bool is_word(char c)
{
    return byte_is_word(c) || c == '$';
}

static bool take_word(Str *rest, const char *word)
{
    Str text = str_from(word);
    if (!str_starts(*rest, text) || (rest->len > text.len && is_word(rest->ptr[text.len])))
        return false;
    *rest = str_trim(str_from_offset(*rest, text.len));
    return true;
}

/* Removes attributes before a parameter: `@Foo(…)`, `#[…]`, `[FromBody]`. */
static Str without_marks(Str text)
{
    for (int i = 0; i < 8 && text.len; i++) {
        size_t end = 0;
        if (text.ptr[0] == '@') {
            end = 1;
            while (end < text.len && (is_word(text.ptr[end]) || text.ptr[end] == '.'))
                end++;
        } else if (text.ptr[0] != '[' && !str_starts(text, STR("#["))) {
            return text;
        }
        char open = byte_at(text, end), close = open == '(' ? ')' : ']';
        if (open == '(' || open == '[' || open == '#') {
            size_t at = str_find_byte(str_from_offset(text, end), close);
            if (at == STR_NONE)
                return text;
            end += at + 1;
        }
        text = str_trim(str_from_offset(text, end));
    }
    return text;
}

/* Position of the default value's mark, `=` or Elixir's two backslashes, at the outermost level;
   STR_NONE: none. */
static size_t find_default(Str text)
{
    int depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        depth += byte_in(c, "([{<") ? 1
                 : byte_in(c, ")]}") ||
                         (c == '>' && i && text.ptr[i - 1] != '=' && text.ptr[i - 1] != '-')
                     ? -1
                     : 0;
        if (c == '\\' && byte_at(text, i + 1) == '\\' && depth <= 0)
            return i;
        if (c == '=' && depth <= 0 && byte_at(text, i + 1) != '>' && byte_at(text, i + 1) != '=')
            return i;
    }
    return STR_NONE;
}

/* The end of a bracketed pattern at the beginning; 0: none. */
static size_t pattern_end(Str text)
{
    int depth = 0;
    if (!text.len || !byte_in(text.ptr[0], "{["))
        return 0;
    for (size_t i = 0; i < text.len; i++) {
        depth += byte_in(text.ptr[i], "{[(") ? 1 : byte_in(text.ptr[i], "}])") ? -1 : 0;
        if (!depth)
            return i + 1;
    }
    return 0;
}

/* `labels`: the first of two words is what calls name. */
static void read_colon(Str text, bool labels, Parameter *parameter)
{
    size_t pattern = pattern_end(text);
    size_t colon = str_find_byte(str_from_offset(text, pattern), ':');
    colon = colon == STR_NONE ? colon : colon + pattern;
    Str name = str_trim(str_slice(text, 0, colon));
    if (colon != STR_NONE)
        parameter->type = str_trim(str_from_offset(text, colon + 1));
    if (str_ends(name, STR("?"))) {
        parameter->optional = true;
        name.len--;
    }
    size_t space = pattern ? STR_NONE : str_find_last_byte(name, ' ');
    parameter->name = space == STR_NONE ? name : str_from_offset(name, space + 1);
    if (labels) {
        Str label = str_slice(name, 0, str_find_byte(name, ' '));
        parameter->by_place = str_equal(label, STR("_"));
        parameter->by_name = !parameter->by_place;
        parameter->name = parameter->by_place ? parameter->name : label;
    }
    if (colon == STR_NONE && space != STR_NONE) /* PHP: a type, then the name */
        parameter->type = str_slice(name, 0, space);
}

/* Parses a function pointer, whose name is within its type: `void (*done)(int)`. */
static bool read_pointer(Arena *arena, Str text, Parameter *parameter)
{
    size_t open = str_find(text, STR("(*"));
    if (open == STR_NONE)
        return false;
    size_t from = open + 2;
    while (from < text.len && byte_in(text.ptr[from], "* "))
        from++;
    size_t end = from;
    while (end < text.len && is_word(text.ptr[end]))
        end++;
    Str before = str_slice(text, 0, from), behind = str_from_offset(text, end);
    parameter->name = str_slice(text, from, end);
    parameter->type = str_format(arena, "%.*s%.*s", STR_ARG(before), STR_ARG(behind));
    return end > from;
}

/* Ruby: `b` and `b:` are required, `b: 1` is optional. */
static void read_keyword(Str text, Parameter *parameter)
{
    size_t colon = str_find_byte(text, ':');
    parameter->name = str_trim(str_slice(text, 0, colon));
    parameter->by_name = colon != STR_NONE;
    if (colon != STR_NONE)
        parameter->value = str_trim(str_from_offset(text, colon + 1));
    parameter->optional |= parameter->value.len > 0;
}

/* The last word is the name, if anything precedes it. */
static void read_type_first(Arena *arena, Str text, Parameter *parameter)
{
    size_t end = text.len;
    Str suffix = {0};
    while (end && byte_in(text.ptr[end - 1], "]) "))
        end--;
    size_t bracket = str_find_byte(text, '[');
    if (bracket != STR_NONE && bracket && text.ptr[text.len - 1] == ']') {
        end = bracket;
        suffix = str_from_offset(text, bracket);
    }
    while (end && text.ptr[end - 1] == ' ')
        end--;
    size_t from = end;
    while (from && is_word(text.ptr[from - 1]))
        from--;
    Str before = str_trim(str_slice(text, 0, from));
    if (!before.len || from == end || str_ends(before, STR("::"))) {
        parameter->type = text;
        return;
    }
    parameter->name = str_slice(text, from, end);
    parameter->type =
        suffix.len ? str_format(arena, "%.*s%.*s", STR_ARG(before), STR_ARG(suffix)) : before;
}

static void read_name_type(Str text, Parameter *parameter)
{
    size_t space = str_find_byte(text, ' ');
    parameter->name = str_slice(text, 0, space);
    if (space != STR_NONE)
        parameter->type = str_trim(str_from_offset(text, space + 1));
}

/* Ruby: `&block` takes none of the arguments. */
static bool is_block(Str text, LangParameters style)
{
    return style == PARAMETERS_KEYWORDS && str_starts(text, STR("&"));
}

static bool is_receiver(Str text, LangParameters style)
{
    static const char *const words[] = {"self", "&self", "&mut self", "mut self",
                                        "cls",  "this",  NULL};
    size_t space = str_starts(text, STR("&'")) ? str_find_byte(text, ' ') : STR_NONE;
    Str rest = space == STR_NONE ? text : str_trim(str_from_offset(text, space)); // `&'a mut self`
    for (size_t i = 0; words[i]; i++)
        if (str_equal(rest, str_from(words[i])))
            return true;
    if (style == PARAMETERS_TYPE_FIRST && str_starts(text, STR("this "))) /* C#: `this T a` */
        return true;
    return style == PARAMETERS_NAME_COLON &&
           (str_starts(text, STR("self:")) || str_starts(text, STR("this:")) ||
            str_starts(text, STR("mut self:")));
}

/* Removes leading modifiers (`final`, `readonly` …); *many: one of them allows many arguments. */
static Str without_modifiers(Str text, bool *many)
{
    static const char *const plain[] = {
        "final", "public", "private",     "protected", "internal", "readonly",  "override",
        "val",   "var",    "crossinline", "noinline",  "implicit", "const val", NULL};
    static const char *const several[] = {"vararg", "params", NULL};
    for (size_t i = 0; plain[i]; i++)
        if (take_word(&text, plain[i]))
            i = 0;
    for (size_t i = 0; several[i]; i++)
        *many |= take_word(&text, several[i]);
    return text;
}

static Parameter read_one(Arena *arena, Str text, const Language *language)
{
    LangParameters style = lang_parameters(language);
    Parameter parameter = {0};
    bool brackets = style == PARAMETERS_TYPE_FIRST || !pattern_end(text);
    text = without_modifiers(brackets ? without_marks(text) : text, &parameter.many);
    size_t start = find_default(text);
    if (start != STR_NONE) {
        parameter.optional = true;
        parameter.value = str_trim(str_from_offset(text, start + (text.ptr[start] == '\\') + 1));
        text = str_trim(str_slice(text, 0, start));
    }
    parameter.many |= str_find(text, STR("...")) != STR_NONE ||
                      (style == PARAMETERS_NAME_COLON && str_ends(text, STR("*"))) ||
                      ((style == PARAMETERS_NAME_COLON || style == PARAMETERS_KEYWORDS) &&
                       str_starts(text, STR("*")));
    if (style == PARAMETERS_NAME_COLON)
        read_colon(text, lang_facts(language)->heads.arguments_are_labelled, &parameter);
    else if (style == PARAMETERS_NAME_FIRST)
        read_name_type(text, &parameter);
    else if (style == PARAMETERS_KEYWORDS)
        read_keyword(text, &parameter);
    else if (!read_pointer(arena, text, &parameter))
        read_type_first(arena, text, &parameter);
    parameter.optional |= parameter.many;
    return parameter;
}

/* A parameter of C that is written as an array is a pointer. */
static Str without_array(Arena *arena, Str type)
{
    size_t open = str_find_byte(type, '[');
    bool array = open != STR_NONE && open && str_ends(type, STR("]")) &&
                 str_find_byte(str_from_offset(type, open), ']') == type.len - 1 - open;
    Str held = str_trim(str_slice(type, 0, open));
    return !array
               ? type
               : str_format(arena, "%.*s%s*", STR_ARG(held), str_ends(held, STR("*")) ? "" : " ");
}

/* ---- the list ---- */

/* Position after the opening parenthesis; STR_NONE: no list. */
static size_t find_list(Str head)
{
    int angles = 0;
    for (size_t i = 0; i < head.len; i++) {
        char c = head.ptr[i];
        if (c == '(' && angles <= 0)
            return i + 1;
        if (c == '{' || c == ';' || (c == '=' && angles <= 0 && byte_at(head, i + 1) == '>'))
            return STR_NONE;
        bool arrow = c == '<' && byte_at(head, i + 1) == '-'; // R's assignment
        angles += c == '<' && !arrow ? 1 : c == '>' ? -1 : 0;
    }
    return STR_NONE;
}

/* Go: in `a, b int` both have that type. */
static void share_types(ParameterVec *parameters)
{
    bool typed = false;
    for (size_t i = 0; i < parameters->len; i++)
        typed |= parameters->ptr[i].type.len > 0;
    for (size_t i = parameters->len; typed && i-- > 1;)
        if (!parameters->ptr[i - 1].type.len)
            parameters->ptr[i - 1].type = parameters->ptr[i].type;
    if (typed)
        return;
    for (size_t i = 0; i < parameters->len; i++) {
        parameters->ptr[i].type = parameters->ptr[i].name;
        parameters->ptr[i].name = (Str){0};
    }
}

bool parameters_extend(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str head = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = symbol_is_callable(symbol->kind) ? find_list(head) : STR_NONE;
    return at != STR_NONE && str_starts(str_trim(str_from_offset(head, at)), STR("this ")) &&
           lang_parameters(side->outline.language) == PARAMETERS_TYPE_FIRST;
}

bool parameters_are_in_head(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    return symbol_is_type(symbol->kind) && symbol->name_end < side->code.text.len &&
           side->code.text.ptr[symbol->name_end] == '(';
}

bool parameters_are_given(const ChangeSide *side, uint32_t index)
{
    return symbol_is_callable(side->outline.symbols.ptr[index].kind) ||
           (lang_facts(side->outline.language)->types_take_parameters &&
            parameters_are_in_head(side, index));
}

/* The parts of a list of parameters that are read so far. */
typedef struct Listing {
    Arena *arena;
    const Language *language;
    ParameterVec *parameters;
    bool named;    /* those that follow are given by name only */
    bool optional; /* those that follow may be left out */
} Listing;

/* Reads parameters from `at` to the bracket that closes their list. */
static void read_list(Listing *listing, Str head, size_t at);

/* Whether a part is a group of optional parameters, which are named in braces: `{int a = 1}`. */
static bool is_group(Str part, LangParameters style)
{
    return style == PARAMETERS_TYPE_FIRST && part.len > 1 &&
           ((str_starts(part, STR("{")) && str_ends(part, STR("}"))) ||
            (str_starts(part, STR("[")) && str_ends(part, STR("]"))));
}

static void read_group(Listing *listing, Str part)
{
    Listing inner = *listing;
    inner.optional = true;
    inner.named = part.ptr[0] == '{';
    read_list(&inner, part, 1);
}

static void add_part(Listing *listing, Str part)
{
    LangParameters style = lang_parameters(listing->language);
    bool hash = lang_has_docstrings(listing->language), required = take_word(&part, "required");
    ParameterVec *parameters = listing->parameters;
    bool separator = str_equal(part, STR("*")) || str_equal(part, STR("/"));
    listing->named |= str_equal(part, STR("*"));
    for (size_t i = 0; str_equal(part, STR("/")) && i < parameters->len; i++)
        parameters->ptr[i].by_place = true;
    if (is_group(part, style)) {
        read_group(listing, part);
        return;
    }
    if (!part.len || separator || is_receiver(part, style) || is_block(part, style) ||
        str_equal(part, STR("void")))
        return;
    Parameter parameter = read_one(listing->arena, part, listing->language);
    parameter.by_name |= listing->named;
    parameter.optional |= listing->optional && !required;
    listing->named |= hash && str_starts(part, STR("*")) && !str_starts(part, STR("**"));
    *VEC_PUSH(listing->arena, parameters) = parameter;
}

static void read_list(Listing *listing, Str head, size_t at)
{
    bool hash = lang_has_docstrings(listing->language);
    while (at < head.len && listing->parameters->len < PARAMETERS_MAX) {
        Str part;
        at = take_part(listing->arena, head, at, hash, &part);
        add_part(listing, part);
        if (byte_at(head, at) != ',')
            break;
        at++;
    }
}

bool parameters_read(Arena *arena, const ChangeSide *side, size_t index, ParameterVec *parameters)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    const Language *language = side->outline.language;
    Str head = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = find_list(head);
    Listing listing = {.arena = arena, .language = language, .parameters = parameters};
    *parameters = (ParameterVec){0};
    if (symbol->name_end == symbol->name_start || at == STR_NONE)
        return false;
    read_list(&listing, head, at);
    if (lang_parameters(language) == PARAMETERS_NAME_FIRST)
        share_types(parameters);
    for (size_t i = 0; i < parameters->len; i++) {
        Parameter *parameter = &parameters->ptr[i];
        parameter->type = lang_plain_type(arena, language, parameter->type);
        if (lang_is_c(language))
            parameter->type = without_array(arena, parameter->type);
        if (!parameter->optional && lang_facts(language)->argument_counts_are_free)
            parameter->optional = parameter_needs_nothing(side, (uint32_t)index, parameter->name);
    }
    return true;
}

void parameters_count(const ParameterVec *parameters, size_t *least, size_t *most)
{
    *least = *most = 0;
    for (size_t i = 0; i < parameters->len; i++) {
        *least += !parameters->ptr[i].optional;
        *most = parameters->ptr[i].many || *most == SIZE_MAX ? SIZE_MAX : *most + 1;
    }
}

bool parameters_fit(const ParameterVec *parameters, size_t arguments)
{
    size_t least, most;
    parameters_count(parameters, &least, &most);
    return arguments >= least && arguments <= most;
}
