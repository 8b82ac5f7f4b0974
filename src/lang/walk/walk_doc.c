/* Types that comments declare: JSDoc, PHPDoc, YARD, LuaLS.
       @param {Foo} name   @param Foo $name   @param name [Foo]   ---@param name Foo
       @returns {Foo}      @return Foo        @return [Foo]
       @type {Foo}         @var Foo $name     @type [Foo]
   A declared type counts more. */
#include "lang/walk/type.h"
#include "lang/walk/walk_state.h"

/* Comments around a statement are looked for at this many levels above an expression. */
#define COMMENT_LEVELS 3
/* References between the types in a comment and the parameter that they are for. */
#define PARAMETERS_WITHIN 32

typedef struct Tag {
    Str word, line;
} Tag;

static size_t word_length(Str text)
{
    size_t len = 0;
    while (len < text.len && byte_is_word(text.ptr[len]))
        len++;
    return len;
}

/* Takes the next `@word …`, up to the end of its line. */
static bool take_tag(Str *rest, Tag *tag)
{
    for (size_t at; (at = str_find_byte(*rest, '@')) != STR_NONE;) {
        bool starts = !at || !byte_is_word(rest->ptr[at - 1]);
        Str text = str_from_offset(*rest, at + 1);
        tag->word = str_slice(text, 0, word_length(text));
        *rest = text;
        if (!starts || !tag->word.len)
            continue;
        str_take_until(rest, '\n', &tag->line);
        tag->line = str_trim(str_from_offset(tag->line, tag->word.len));
        if (str_ends(tag->line, STR("*/")))
            tag->line = str_trim(str_slice(tag->line, 0, tag->line.len - 2));
        return true;
    }
    return false;
}

/* Takes the text up to the next space outside of brackets. */
static Str take_token(Str *line)
{
    size_t len = 0, depth = 0;
    Str text = str_trim(*line);
    for (; len < text.len && (depth || !byte_is_space(text.ptr[len])); len++) {
        depth += byte_in(text.ptr[len], "<([{");
        depth -= byte_in(text.ptr[len], ">)]}") && depth;
    }
    *line = str_trim(str_from_offset(text, len));
    return str_slice(text, 0, len);
}

static bool is_in(Str token, char open, char close)
{
    return token.len > 2 && token.ptr[0] == open && token.ptr[token.len - 1] == close;
}

static Str inside(Str token)
{
    bool brackets = is_in(token, '{', '}') || is_in(token, '[', ']');
    return brackets ? str_slice(token, 1, token.len - 1) : token;
}

/* Type and name of a parameter or variable. */
static void read_pair(Str line, bool named, Str *type, Str *name)
{
    Str first = take_token(&line), second = take_token(&line);
    bool after = is_in(second, '[', ']') && !is_in(first, '{', '}');
    bool before = is_in(first, '{', '}') || is_in(first, '[', ']') ||
                  str_starts(second, STR("$")) || str_starts(second, STR("...$"));
    bool turned = after || (named && !before);
    *type = inside(turned ? second : first);
    Str word = inside(turned ? first : second);
    word = str_from_offset(word, str_starts(word, STR("...")) ? 3 : 0);
    size_t dollar = str_starts(word, STR("$"));
    *name = str_slice(word, 0, dollar + word_length(str_from_offset(word, dollar)));
    if (str_starts(str_from_offset(word, name->len), STR(".")))
        *name = (Str){0}; /* a member of a parameter */
    if (str_ends(*type, STR("=")))
        *type = str_slice(*type, 0, type->len - 1); /* JSDoc: may be left out */
}

/* ---- type parameters ---- */

/* The last word of a tag, which tools put their own name before: `@phpstan-template-covariant`. */
static bool is_tag(const Tag *tag, const char *word)
{
    static const char *const tools[] = {"", "phpstan", "psalm"};
    Str whole = tag->word;
    if (str_starts(tag->line, STR("-")))
        whole.len = (size_t)(tag->line.ptr + tag->line.len - whole.ptr);
    whole.len = MIN(str_find_byte(whole, ' '), whole.len);
    for (size_t i = 0; i < COUNT(tools); i++) {
        Str rest = whole, tool = str_from(tools[i]);
        if (!str_starts(rest, tool) ||
            (tool.len && !str_starts(str_from_offset(rest, tool.len), STR("-"))))
            continue;
        rest = str_from_offset(rest, tool.len + (tool.len > 0));
        if (str_starts(rest, str_from(word)) &&
            (rest.len == strlen(word) || str_ends(rest, STR("variant"))))
            return true;
    }
    return false;
}

/* What follows the tag, from its first space on. */
static Str rest_of(const Tag *tag)
{
    return str_starts(tag->line, STR("-"))
               ? str_from_offset(tag->line, MIN(str_find_byte(tag->line, ' '), tag->line.len))
               : tag->line;
}

/* `@template T of Animal`: the name, and its bound or empty. */
static bool take_template(Str *comment, Str *name, Str *bound)
{
    for (Tag tag; take_tag(comment, &tag);) {
        Str line = is_tag(&tag, "template") ? rest_of(&tag) : (Str){0};
        *name = take_token(&line);
        bool bounded = str_equal(take_token(&line), STR("of"));
        *bound = bounded ? take_token(&line) : (Str){0};
        if (name->len)
            return true;
    }
    return false;
}

/* A type in which a type parameter of the comment stands for its bound. */
static Str bounded(Str comment, Str type)
{
    for (Str name, bound; take_template(&comment, &name, &bound);)
        if (str_equal(type, name) && bound.len)
            return bound;
    return type;
}

Str walk_doc_head(const Walk *walk, Str comment)
{
    Arena *arena = walk->arena;
    Str parameters = {0}, bases = {0}, rest = comment, name, bound;
    while (take_template(&rest, &name, &bound)) {
        bound = type_text(arena, walk->language, bound);
        const Str parts[] = {parameters, parameters.len ? STR(",") : (Str){0}, name,
                             bound.len ? STR(":") : (Str){0}, bound};
        parameters = str_join_all(arena, parts, COUNT(parts));
    }
    for (Tag tag; take_tag(&comment, &tag);) {
        bool base = is_tag(&tag, "extends") || is_tag(&tag, "implements") || is_tag(&tag, "use");
        Str line = base ? rest_of(&tag) : (Str){0};
        Str type = type_text(arena, walk->language, take_token(&line));
        const Str parts[] = {bases, STR("|"), type};
        if (type.len)
            bases = str_join_all(arena, parts, COUNT(parts));
    }
    const Str parts[] = {parameters.len ? STR("<") : (Str){0}, parameters,
                         parameters.len ? STR(">") : (Str){0}, bases};
    return str_join_all(arena, parts, COUNT(parts));
}

/* ---- members ---- */

static void bind_member(Walk *walk, uint32_t symbol, Str label, Str name, Str type)
{
    const Symbol *class = &walk->outline->symbols.ptr[symbol - 1];
    const Str parts[] = {STR("$this."), name, label};
    type = type_text(walk->arena, walk->language, type);
    if (name.len && type.len)
        *VEC_PUSH(walk->arena, &walk->outline->references) =
            (Reference){.kind = REFERENCE_BIND,
                        .name = str_join_all(walk->arena, parts, COUNT(parts)),
                        .receiver = type,
                        .start = class->start,
                        .line = class->start_line,
                        .symbol = symbol};
}

/* `@method static Query find(int $id)`: the result of a method that no code declares. */
static void bind_method(Walk *walk, uint32_t symbol, Str line)
{
    Str type = take_token(&line);
    if (str_equal(type, STR("static")))
        type = take_token(&line);
    size_t name = word_length(line);
    if (name < line.len && line.ptr[name] == '(')
        bind_member(walk, symbol, STR("()"), str_slice(line, 0, name), type);
}

void walk_doc_members(Walk *walk, Str comment, uint32_t symbol)
{
    for (Tag tag; take_tag(&comment, &tag);) {
        Str line = rest_of(&tag);
        if (str_equal(tag.word, STR("method"))) {
            bind_method(walk, symbol, line);
        } else if (str_equal(tag.word, STR("property"))) {
            Str type = take_token(&line), name = take_token(&line);
            bind_member(walk, symbol, (Str){0}, str_from_offset(name, str_starts(name, STR("$"))),
                        type);
        } else if (str_equal(tag.word, STR("mixin"))) {
            bind_member(walk, symbol, (Str){0}, STR(DOC_MIXIN), take_token(&line));
        }
    }
}

/* ---- parameters and results ---- */

static void bind_parameter(Walk *walk, uint32_t symbol, Str comment, Str line)
{
    Str type, name;
    read_pair(line, true, &type, &name);
    type = type_text(walk->arena, walk->language, bounded(comment, type));
    if (!type.len || !name.len)
        return;
    const Symbol *function = &walk->outline->symbols.ptr[symbol - 1];
    *VEC_PUSH(walk->arena, &walk->outline->references) = (Reference){.kind = REFERENCE_BIND,
                                                                     .name = name,
                                                                     .receiver = type,
                                                                     .start = function->start,
                                                                     .line = function->start_line,
                                                                     .symbol = symbol};
}

static void bind_type(Walk *walk, Str name, Str type)
{
    type = type_text(walk->arena, walk->language, type);
    if (name.len && type.len)
        *VEC_PUSH(walk->arena, &walk->outline->references) =
            (Reference){.kind = REFERENCE_BIND, .name = name, .receiver = type};
}

void walk_doc_class(Walk *walk, Str comment, Str name)
{
    Tag tag;
    while (walk->language->literal_indices_are_kept && walk->language->comments_declare_types &&
           take_tag(&comment, &tag)) {
        Str first = take_token(&tag.line);
        if (str_equal(tag.word, STR("field"))) {
            const Str parts[] = {name, STR("."), first};
            bind_type(walk, str_join_all(walk->arena, parts, COUNT(parts)), take_token(&tag.line));
        } else if (str_equal(tag.word, STR("class")) && str_starts(tag.line, STR(":"))) {
            tag.line = str_from_offset(tag.line, 1);
            bind_type(walk, str_join(walk->arena, STR("base."), name), take_token(&tag.line));
        }
    }
}

static bool is_word(Str word, const char *a, const char *b)
{
    return str_equal(word, str_from(a)) || str_equal(word, str_from(b));
}

Str walk_doc_value(const Walk *walk, Str comment, Str name)
{
    Tag tag;
    Str type, named;
    while (walk->language->comments_declare_types && take_tag(&comment, &tag)) {
        if (!is_word(tag.word, "type", "var"))
            continue;
        read_pair(tag.line, false, &type, &named);
        bool fits = !str_starts(named, STR("$")) || str_equal(named, name) || !name.len;
        return fits ? type_text(walk->arena, walk->language, type) : (Str){0};
    }
    return (Str){0};
}

Str walk_doc_of_statement(const Walk *walk, Str name)
{
    if (!walk->language->comments_declare_types)
        return (Str){0};
    for (size_t up = 0; up < COMMENT_LEVELS && up <= walk->level; up++) {
        const Level *level = &walk->levels[walk->level - up];
        uint32_t start = node_start(level->node);
        if (level->lead < start)
            return walk_doc_value(walk, str_slice(walk->text, level->lead, start), name);
    }
    return (Str){0};
}

void walk_doc_function(Walk *walk, Str comment, uint32_t symbol)
{
    Tag tag;
    Str whole = comment;
    Symbol *function = &walk->outline->symbols.ptr[symbol - 1];
    while (walk->language->comments_declare_types && take_tag(&comment, &tag)) {
        if (str_equal(tag.word, STR("param")))
            bind_parameter(walk, symbol, whole, tag.line);
        Str declared = symbol_code(function)->type;
        if (!is_word(tag.word, "return", "returns") ||
            (declared.len && !lang_lists(walk->language->vague_types, declared)))
            continue;
        Str token = bounded(whole, inside(take_token(&tag.line)));
        symbol_set_type(walk->arena, function, type_text(walk->arena, walk->language, token));
    }
}

bool walk_doc_says_more(const Walk *walk, const Reference *bind)
{
    return lang_lists(walk->language->vague_types, bind->receiver) && walk_doc_binds(walk, bind);
}

bool walk_doc_binds(const Walk *walk, const Reference *bind)
{
    const ReferenceVec *references = &walk->outline->references;
    if (!walk->language->comments_declare_types || !bind->symbol)
        return false;
    uint32_t start = walk->outline->symbols.ptr[bind->symbol - 1].start;
    for (size_t i = references->len, n = 0; i-- > 0 && n < PARAMETERS_WITHIN; n++) {
        const Reference *before = &references->ptr[i];
        if (before != bind && before->kind == REFERENCE_BIND && before->symbol == bind->symbol &&
            before->start == start && str_equal(before->name, bind->name))
            return true;
    }
    return false;
}
