/* Kotlin constructs that the grammar lacks. One pass over the code skips strings and comments.
   Each construct is rewritten into one that the grammar has, byte by byte, so that
   every name keeps its position:
       context(a: A) fun f()    @ontext(a= A) fun f()    an annotation
       context(A) fun f()       @ontext<A> fun f()       `@B(A) fun` is read as an expression
       @B(A::class) fun f()     @B(        ) fun f()
       is A if a.ok() ->        is A, a.ok() ->          one more condition
       f<A>(x)                  f<*>(x)                  else two comparisons
       field = f()              get() = f()
       0..<n   @all:A   $$"$a"  0.. n   @get:A     " a" */
#include "languages_lang.h"

#include "base/str.h"

/* Nested braces; in deeper ones the enclosing string is not known. */
#define BRACES_DEPTH_MAX 128
/* Bytes of a guard, context list or type argument; longer ones are not rewritten. */
#define REACH_BYTES 1024

typedef enum Brace {
    BRACE_CODE,
    BRACE_TYPE,  /* body of a class */
    BRACE_STRING /* `${` */
} Brace;

typedef struct Kotlin {
    char *text;
    size_t len, at;
    size_t last; /* offset after the last byte of code */
    uint8_t braces[BRACES_DEPTH_MAX];
    size_t depth;
    size_t quotes[BRACES_DEPTH_MAX]; /* quotes of the string around `${`: 1 or 3 */
    size_t round;                    /* number of open `(` and `[` */
    size_t type_round;               /* the same at the start of a type's head */
    bool type;                       /* in the head of a class, interface or object */
} Kotlin;

static char byte_at(const Kotlin *kotlin, size_t at)
{
    return at < kotlin->len ? kotlin->text[at] : '\0';
}

static size_t skip_space(const Kotlin *kotlin, size_t at)
{
    while (at < kotlin->len && byte_is_space(kotlin->text[at]))
        at++;
    return at;
}

static size_t word_end(const Kotlin *kotlin, size_t at)
{
    while (at < kotlin->len && byte_is_word(kotlin->text[at]))
        at++;
    return at;
}

static Str word_at(const Kotlin *kotlin, size_t at)
{
    return (Str){kotlin->text + at, word_end(kotlin, at) - at};
}

static Str word_before(const Kotlin *kotlin, size_t end)
{
    size_t start = end;
    while (start && byte_is_word(kotlin->text[start - 1]))
        start--;
    return (Str){kotlin->text + start, end - start};
}

static void write_over(Kotlin *kotlin, size_t at, const char *text)
{
    memcpy(kotlin->text + at, text, strlen(text));
}

static bool is_one_of(Str word, const char *words)
{
    Str rest = str_from(words), each;
    while (word.len && str_take_until(&rest, ' ', &each))
        if (str_equal(each, word))
            return true;
    return false;
}

/* ---- strings and comments ---- */

/* Handles `$` before a name, which is plain text in a string that begins with more `$` than
   this. */
static void settle_dollars(Kotlin *kotlin, size_t at, size_t count, size_t wanted)
{
    size_t keep = count >= wanted;
    for (size_t i = 0; i + keep < count; i++)
        kotlin->text[at + i] = ' ';
}

/* Skips to the end of the string, or after a `${` in it. */
static void read_string(Kotlin *kotlin, size_t quotes, size_t dollars)
{
    while (kotlin->at < kotlin->len) {
        size_t at = kotlin->at;
        char c = kotlin->text[at];
        if (c == '"' &&
            (quotes == 1 || (byte_at(kotlin, at + 1) == '"' && byte_at(kotlin, at + 2) == '"'))) {
            kotlin->at += quotes;
            while (quotes == 3 && byte_at(kotlin, kotlin->at) == '"')
                kotlin->at++;
            return;
        }
        if (c == '\n' && quotes == 1)
            return;
        size_t count = 0;
        while (byte_at(kotlin, at + count) == '$')
            count++;
        if (dollars && count)
            settle_dollars(kotlin, at, count, dollars);
        bool opens = count && count >= dollars && byte_at(kotlin, at + count) == '{';
        kotlin->at += count ? count + opens : c == '\\' && quotes == 1 ? 2 : 1;
        if (opens && kotlin->depth < BRACES_DEPTH_MAX) {
            kotlin->quotes[kotlin->depth] = quotes;
            kotlin->braces[kotlin->depth++] = BRACE_STRING;
            return;
        }
    }
}

static void open_string(Kotlin *kotlin)
{
    size_t at = kotlin->at, dollars = 0;
    while (dollars < at && kotlin->text[at - dollars - 1] == '$')
        dollars++;
    for (size_t i = 0; i < dollars; i++)
        kotlin->text[at - i - 1] = ' ';
    bool raw = byte_at(kotlin, at + 1) == '"' && byte_at(kotlin, at + 2) == '"';
    kotlin->at += raw ? 3 : 1;
    read_string(kotlin, raw ? 3 : 1, dollars);
}

static void skip_char(Kotlin *kotlin)
{
    size_t end = kotlin->at + 1;
    while (end < kotlin->len && kotlin->text[end] != '\'' && kotlin->text[end] != '\n')
        end += kotlin->text[end] == '\\' ? 2 : 1;
    kotlin->at = end + 1;
}

static void skip_comment(Kotlin *kotlin)
{
    size_t depth = 0;
    if (byte_at(kotlin, kotlin->at + 1) == '/') {
        const char *feed = memchr(kotlin->text + kotlin->at, '\n', kotlin->len - kotlin->at);
        kotlin->at = feed ? (size_t)(feed - kotlin->text) : kotlin->len;
        return;
    }
    for (; kotlin->at < kotlin->len; kotlin->at++) {
        char c = kotlin->text[kotlin->at], next = byte_at(kotlin, kotlin->at + 1);
        bool opens = c == '/' && next == '*', closes = c == '*' && next == '/';
        depth += opens;
        depth -= closes;
        kotlin->at += opens || closes;
        if (closes && !depth)
            break;
    }
    kotlin->at++;
}

/* ---- brackets ---- */

/* The end of the string at `at`, on the same line. */
static size_t string_end(const Kotlin *kotlin, size_t at)
{
    char quote = kotlin->text[at++];
    while (at < kotlin->len && kotlin->text[at] != quote && kotlin->text[at] != '\n')
        at += kotlin->text[at] == '\\' ? 2 : 1;
    return at;
}

/* The offset of the closing partner of the bracket at `open`, or the text's length. */
static size_t close_of(const Kotlin *kotlin, size_t open)
{
    size_t depth = 0, end = MIN(kotlin->len, open + REACH_BYTES);
    for (size_t i = open; i < end; i++) {
        char c = kotlin->text[i];
        if (byte_in(c, "{}"))
            break;
        if (byte_in(c, "\"'"))
            i = string_end(kotlin, i);
        depth += c == '(' || c == '[';
        if ((c == ')' || c == ']') && --depth == 0)
            return i;
    }
    return kotlin->len;
}

static bool in_type(const Kotlin *kotlin)
{
    return !kotlin->round && (!kotlin->depth || kotlin->braces[kotlin->depth - 1] == BRACE_TYPE);
}

static void open_brace(Kotlin *kotlin)
{
    bool type = kotlin->type && kotlin->round <= kotlin->type_round;
    if (kotlin->depth < BRACES_DEPTH_MAX) {
        kotlin->quotes[kotlin->depth] = kotlin->round;
        kotlin->braces[kotlin->depth] = type ? BRACE_TYPE : BRACE_CODE;
    }
    kotlin->depth++;
    kotlin->round = 0;
    kotlin->type = false;
    kotlin->at++;
}

static bool declares(Str word)
{
    return is_one_of(word, "fun val var class interface object private public internal protected "
                           "override open abstract suspend inline operator infix tailrec external "
                           "final actual expect data sealed lateinit const context");
}

static void close_brace(Kotlin *kotlin)
{
    size_t depth = kotlin->depth ? --kotlin->depth : BRACES_DEPTH_MAX;
    kotlin->at++;
    kotlin->type = false;
    if (depth >= BRACES_DEPTH_MAX)
        return;
    if (kotlin->braces[depth] == BRACE_STRING)
        read_string(kotlin, kotlin->quotes[depth], 0);
    else
        kotlin->round = kotlin->quotes[depth];
    bool nested = kotlin->braces[depth] == BRACE_TYPE && kotlin->depth && in_type(kotlin);
    if (nested && byte_at(kotlin, kotlin->at) == ' ' && declares(word_at(kotlin, kotlin->at + 1)))
        kotlin->text[kotlin->at] = ';'; // `companion object { … } fun f()` on one line
}

/* ---- contexts and annotations ---- */

/* Rewrites `name: a.b.C<D>` as `name= a.b.C`; text after the name that is only valid in a type is
   blanked. */
static void settle_parameters(Kotlin *kotlin, size_t open, size_t close)
{
    size_t depth = 0;
    bool typed = false;
    for (size_t i = open + 1; i < close; i++) {
        char *c = &kotlin->text[i];
        char was = *c;
        depth += was == '<' || was == '(';
        if (was == ',' && !depth)
            typed = false;
        else if (was == ':' && !depth && !typed)
            *c = '=', typed = true;
        else if (depth || (!byte_is_word(was) && !byte_is_space(was) && was != '.'))
            *c = was == '\n' || was == '\r' ? was : ' ';
        depth -= (was == '>' || was == ')') && depth;
    }
}

static void blank(Kotlin *kotlin, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++)
        if (kotlin->text[i] != '\n' && kotlin->text[i] != '\r')
            kotlin->text[i] = ' ';
}

/* Rewrites a list of one type, which would be read as an expression in brackets. */
static void settle_receiver(Kotlin *kotlin, size_t open, size_t close)
{
    char before = kotlin->last ? kotlin->text[kotlin->last - 1] : '}';
    settle_parameters(kotlin, open, close);
    if (before != '}') {
        blank(kotlin, open + 1, close);
        return;
    }
    kotlin->text[open] = '<';
    kotlin->text[close] = '>';
}

/* Handles an annotation `@a.B(…)` before `fun`. */
static void read_annotation(Kotlin *kotlin)
{
    size_t open = ++kotlin->at;
    while (byte_is_word(byte_at(kotlin, open)) || byte_at(kotlin, open) == '.')
        open++;
    size_t close = byte_at(kotlin, open) == '(' ? close_of(kotlin, open) : kotlin->len;
    size_t next = close == kotlin->len ? close : skip_space(kotlin, close + 1);
    bool member = kotlin->depth && in_type(kotlin); // where no expression can be
    if (close == kotlin->len || member || !str_equal(word_at(kotlin, next), STR("fun")))
        return;
    blank(kotlin, open + 1, close);
    kotlin->at = close + 1;
}

/* Handles a context parameter list. It is not a call: a declaration or a function type follows
   it. */
static void read_context(Kotlin *kotlin, size_t word)
{
    size_t open = kotlin->at, close = close_of(kotlin, open);
    size_t next = skip_space(kotlin, close + 1);
    char before = kotlin->last ? kotlin->text[kotlin->last - 1] : '\0';
    bool type = before == ':' || before == '=' || before == '(' || before == ',';
    bool code = kotlin->depth && kotlin->braces[kotlin->depth - 1] == BRACE_CODE;
    bool declaration = code ? str_equal(word_at(kotlin, next), STR("fun"))
                            : declares(word_at(kotlin, next)) || byte_at(kotlin, next) == '@';
    if (close == kotlin->len || (!declaration && !(type && byte_at(kotlin, next) == '(')))
        return;
    Str list = {kotlin->text + open, close - open};
    kotlin->text[word] = '@';
    bool member = kotlin->depth && in_type(kotlin);
    if (str_find_byte(list, ':') == STR_NONE && str_find_byte(list, ',') == STR_NONE && !member)
        settle_receiver(kotlin, open, close);
    else
        settle_parameters(kotlin, open, close);
    kotlin->at = close + 1;
}

/* ---- guards ---- */

/* Whether `->` follows, with nothing before it that no condition contains. */
static bool ends_in_arrow(const Kotlin *kotlin, size_t at)
{
    size_t depth = 0, end = MIN(kotlin->len, at + REACH_BYTES);
    for (size_t i = at; i < end; i++) {
        char c = kotlin->text[i];
        if (c == '"') {
            i = string_end(kotlin, i);
        } else if (c == '(' || c == '[') {
            depth++;
        } else if (c == ')' || c == ']') {
            if (!depth--)
                return false;
        } else if (!depth && c == '-' && byte_at(kotlin, i + 1) == '>') {
            return true;
        } else if (!depth && (byte_in(c, "{};") || str_equal(word_at(kotlin, i), STR("else")))) {
            return false;
        }
    }
    return false;
}

static void read_if(Kotlin *kotlin, size_t word)
{
    Str before = word_before(kotlin, kotlin->last);
    char last = kotlin->last ? kotlin->text[kotlin->last - 1] : '\0';
    bool otherwise = str_equal(before, STR("else"));
    bool operand = before.len || byte_in(last, ")]>\"'?*");
    bool opens = is_one_of(before, "return throw in as to");
    if (!operand || opens || !ends_in_arrow(kotlin, kotlin->at))
        return;
    write_over(kotlin, word, otherwise ? "  " : ", ");
    if (otherwise)
        write_over(kotlin, kotlin->last - 4, "    ");
}

/* ---- type arguments ---- */

static void read_angle(Kotlin *kotlin)
{
    size_t open = kotlin->at++, end = open + 1;
    Str name = word_before(kotlin, open);
    size_t before = open - name.len;
    while (before && byte_is_space(kotlin->text[before - 1]))
        before--;
    while (end < kotlin->len && (byte_is_word(kotlin->text[end]) || kotlin->text[end] == '.'))
        end++;
    size_t next = end + 1;
    next += byte_at(kotlin, next) == ' ';
    bool called = byte_at(kotlin, end + 1) == '(' || byte_at(kotlin, next) == '{';
    bool head = is_one_of(word_before(kotlin, before), "class interface fun typealias");
    if (!name.len || end == open + 1 || byte_at(kotlin, end) != '>' || !called || head ||
        kotlin->type)
        return;
    kotlin->text[open + 1] = '*';
    for (size_t i = open + 2; i < end; i++)
        kotlin->text[i] = ' ';
}

/* ---- words ---- */

static bool starts_type(Str word)
{
    return is_one_of(word, "class interface object");
}

static void read_word(Kotlin *kotlin)
{
    size_t start = kotlin->at, last = kotlin->last;
    Str word = word_at(kotlin, start);
    char before = last ? kotlin->text[last - 1] : '\0';
    kotlin->at = start + word.len;
    char next = byte_at(kotlin, skip_space(kotlin, kotlin->at));
    bool member = before == '.' || (before == ':' && last > 1 && kotlin->text[last - 2] == ':');
    if (!member && starts_type(word)) {
        kotlin->type = true;
        kotlin->type_round = kotlin->round;
    } else if (kotlin->type && kotlin->round == kotlin->type_round &&
               is_one_of(word, "fun val var init typealias")) {
        kotlin->type = false;
    }
    if (!member && before != '@' && byte_at(kotlin, kotlin->at) == '(' &&
        str_equal(word, STR("context")))
        read_context(kotlin, start);
    else if (!member && str_equal(word, STR("if")))
        read_if(kotlin, start);
    else if (in_type(kotlin) && !member && (next == '=' || next == ':') && before != '@' &&
             !is_one_of(word_before(kotlin, last), "val var fun") && str_equal(word, STR("field")))
        write_over(kotlin, start, "get()");
    else if (before == '@' && next == ':' && str_equal(word, STR("all")))
        write_over(kotlin, start, "get");
}

static void read_byte(Kotlin *kotlin)
{
    char c = kotlin->text[kotlin->at], next = byte_at(kotlin, kotlin->at + 1);
    if (c == '"') {
        open_string(kotlin);
    } else if (c == '\'') {
        skip_char(kotlin);
    } else if (c == '{') {
        open_brace(kotlin);
    } else if (c == '}') {
        close_brace(kotlin);
    } else if (c == '<') {
        read_angle(kotlin);
    } else if (c == '@') {
        read_annotation(kotlin);
    } else if (c == '.' && next == '.' && byte_at(kotlin, kotlin->at + 2) == '<') {
        kotlin->text[kotlin->at + 2] = ' ';
        kotlin->at += 3;
    } else {
        kotlin->round += c == '(' || c == '[';
        kotlin->round -= (c == ')' || c == ']') && kotlin->round;
        kotlin->at++;
    }
}

void prepare_kotlin(char *text, size_t len)
{
    Kotlin kotlin = {.text = text, .len = len};
    while (kotlin.at < len) {
        char c = text[kotlin.at], next = byte_at(&kotlin, kotlin.at + 1);
        if (byte_is_space(c)) {
            kotlin.at++;
        } else if (c == '/' && (next == '/' || next == '*')) {
            skip_comment(&kotlin);
        } else {
            if (byte_is_word(c))
                read_word(&kotlin);
            else
                read_byte(&kotlin);
            kotlin.last = MIN(kotlin.at, len);
        }
    }
}
