/* The state of the normalisation of one expression, shared by expression.c and expression_call.c.
 */
#pragma once

#include "base/buf.h"
#include "lang/walk/expression.h"

/* Groups around `*`: `(*(*a).b).c`. */
#define EXPRESSION_STARS 4

typedef struct Expression {
    const Language *language;
    Str text;
    size_t at;
    Buf out;
    size_t groups;                   /* open brackets that only group */
    uint8_t stars[EXPRESSION_STARS]; /* C++: `*` before the operand, by the number of groups */
    bool cast;                       /* the type of `x as T` is being read */
    bool receives;                   /* Go: the operand of `<-` is being read */
    bool failed;
    int depth; /* of arguments around it */
} Expression;

/* As expression_close, with `depth` brackets open already. */
size_t expression_find_close(Str text, size_t open, size_t depth);

static inline char byte_at(const Expression *expression, size_t at)
{
    return at < expression->text.len ? expression->text.ptr[at] : '\0';
}

static inline char last_byte(const Expression *expression)
{
    return expression->out.len ? expression->out.ptr[expression->out.len - 1] : '\0';
}

/* Whether a part of the chain is complete, so that no word may follow. */
static inline bool is_part_end(const Expression *expression)
{
    char last = last_byte(expression);
    return byte_is_word(last) || byte_in(last, ")]}?$\">~*");
}

static inline bool is_name_byte(char c)
{
    return byte_is_word(c) || c == '$' || c == '@';
}

/* The length of the block comment that the text begins with. */
static inline size_t block_comment_length(Str text)
{
    size_t end = str_find(str_from_offset(text, 2), STR("*/"));
    return end == STR_NONE ? text.len : end + 4;
}

static inline size_t skip_blank(const Expression *expression, size_t at)
{
    Str text = expression->text;
    while (at < text.len) {
        Str rest = str_from_offset(text, at);
        size_t skipped = 0;
        if (byte_is_space(rest.ptr[0]))
            skipped = 1;
        else if (str_starts(rest, STR("/*")))
            skipped = block_comment_length(rest);
        else if (str_starts(rest, STR("//")))
            skipped = MIN(str_find_byte(rest, '\n'), rest.len);
        if (!skipped)
            break;
        at += skipped;
    }
    return at;
}

/* Skips to the end of the enclosing bracket, or of the text. */
static inline void skip_group(Expression *expression)
{
    size_t close =
        expression->groups ? expression_find_close(expression->text, expression->at, 1) : STR_NONE;
    expression->at = close == STR_NONE ? expression->text.len : close;
}

/* ---- expression_call.c ---- */

/* Swift: `[Job]()` and `[String: Job]()` make a list and a map. False for other brackets. */
bool expression_take_list(Expression *expression);
/* JavaScript: `[a, b].` at the start of an expression becomes `a~.`, and `[...all].` the list
   `all[*]~.`. False at anything else. */
bool expression_take_array(Expression *expression);
/* Kotlin, Scala: `a plus b` is `a.plus(b)`. False for other words after an expression. */
bool expression_take_infix(Expression *expression, Str word);
/* Go: whether brackets before a call or a literal have types, `New[*User](x)`, and no index. */
bool expression_holds_types(const Expression *expression, Str inside, size_t close);
/* Rust: whether the function at `start` of the text, which no value is before, is called with these
   type arguments: `make::<User>()`. */
bool expression_calls_function(const Expression *expression, Str text, size_t start, Str arguments);
/* Rust: `Arc::new(x)` and `Box::pin(x)` become x. */
bool expression_take_wrapped(Expression *expression, size_t close);
/* Replaces a call by the expression with its value: Python's `type(x)` (Language.call_value). */
bool expression_take_value(Expression *expression, size_t close);
/* A call with what its arguments say: `id<=Foo{}>()`. */
void expression_put_given(Expression *expression, Str whole, bool block);
/* Whether the word before an expression does not change its type: `await f()`. With no operand
   after it, the word is a name: `ref.close()`. */
bool expression_is_prefix(const Expression *expression, Str word);
/* C++: puts the stars before the operand after it: `*a`, which may be the result of an operator,
   becomes `a*`. */
void expression_put_stars(Expression *expression);
/* The word at the end of a path. */
Str expression_last_word(Str path);
