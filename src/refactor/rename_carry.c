/* Where a value goes in an expression: through members, calls, indices, literals and operators, to
   what the statement names. */
#include "refactor/rename_carriers.h"

#include "text/lines.h"

/* Bytes of a statement before a name. */
#define STATEMENT_BYTES 4000
/* Calls within calls whose functions are looked into: each looks at all names of the inner ones. */
#define CALLS_DEPTH_MAX 3

/* Members of the library's collections that give what is in them, even if code of the tree has a
   member of the name. */
static const char elements[] =
    "get pop first last next peek poll shift at find values items keys entries copy filter map "
    "iterator stream toList sorted reversed head tail orElse getOrDefault single value_or First "
    "Last Single Where Select ToList ToArray Pop Peek Dequeue setdefault popitem findFirst";
/* Members of the library that keep no argument. */
static const char keepless[] =
    "log info warn error debug print println printf write writeln Write WriteLine equals Equals "
    "compareTo CompareTo contains Contains includes indexOf IndexOf has isinstance startswith "
    "containsKey ContainsKey contains_key count index remove discard delete Remove get Get charAt";

typedef struct Span {
    size_t start, end;
    bool keys; /* only the keys of the value carry one */
} Span;

/* ---- text ---- */

static size_t skip_back(Str text, size_t at)
{
    while (at && byte_is_space(text.ptr[at - 1]))
        at--;
    return at;
}

static size_t skip(Str text, size_t at)
{
    while (at < text.len && byte_is_space(text.ptr[at]))
        at++;
    return at;
}

static Str word_at(Str text, size_t at)
{
    return str_slice(text, at, str_word_end(text, at));
}

/* Where the brackets that close before the offset open. */
static size_t opened(Str text, size_t at)
{
    size_t depth = 0;
    while (at) {
        at--;
        depth += byte_in(text.ptr[at], ")]}");
        depth -= byte_in(text.ptr[at], "([{");
        if (!depth)
            break;
    }
    return at;
}

/* The offset behind the brackets that open there. */
static size_t closed(Str text, size_t open)
{
    size_t depth = 0, at = open, last = MIN(text.len, open + STATEMENT_BYTES);
    for (; at < last; at++) {
        depth += byte_in(text.ptr[at], "([{");
        depth -= byte_in(text.ptr[at], ")]}");
        if (!depth)
            return at + 1;
    }
    return last;
}

/* Length of the access mark at an offset: `.`, `?.`, `!!.`, `::`, `->`. */
static size_t mark_at(Str text, size_t at)
{
    Str rest = str_from_offset(text, at);
    static const char *const marks[] = {"!!.", "?.", "!.", "::", "->", "."};
    for (size_t i = 0; i < COUNT(marks); i++)
        if (str_starts(rest, str_from(marks[i])) && rest.len > strlen(marks[i]) &&
            (byte_is_word(rest.ptr[strlen(marks[i])]) || byte_in(rest.ptr[strlen(marks[i])], "[#")))
            return strlen(marks[i]) + (rest.ptr[strlen(marks[i])] == '#');
    return 0;
}

/* Where the chain of members begins that the word at the offset is in: `a.b(c).old`. */
static size_t chain_start(const CarrierPlace *place, size_t start)
{
    Str text = place->text;
    for (;;) {
        while (start > place->from && byte_in(text.ptr[start - 1], "@$&*"))
            start--;
        size_t before = start;
        if (str_ends(str_slice(text, 0, before), STR("->")) ||
            str_ends(str_slice(text, 0, before), STR("::")))
            before -= 2;
        else if (before && text.ptr[before - 1] == '.' &&
                 (before < 2 || text.ptr[before - 2] != '.'))
            before--;
        else
            return start;
        while (before && byte_in(text.ptr[before - 1], "?!"))
            before--;
        before = skip_back(text, before);
        while (before > place->from && byte_in(text.ptr[before - 1], ")]"))
            before = opened(text, before);
        size_t word = before;
        while (word > place->from && byte_is_word(text.ptr[word - 1]))
            word--;
        if (before <= place->from || (word == before && before == start))
            return MAX(before, place->from);
        start = word;
        if (word == before)
            return before;
    }
}

/* ---- steps after a value ---- */

static bool is_plain(const CarrierPlace *place, Str name)
{
    const Rename *rename = place->carriers->rename;
    return name_is_listed(rename->facts->plain, name) ||
           name_is_listed(rename->facts->enum_values, name);
}

/* Whether the member of a value that may carry one gives it back. */
static bool step_carries(const CarrierPlace *place, Str name)
{
    const Carrier *carrier = carrier_find(place, name);
    return (carrier && carrier_is_member(carrier)) || name_is_listed(elements, name) ||
           (!is_plain(place, name) && !carrier_is_declared(place->carriers, name));
}

/* Whether the name is that of the enumeration's member, but a method is called. */
static bool is_namesake(const CarrierPlace *place, Str name, size_t end)
{
    const Rename *rename = place->carriers->rename;
    return !rename->is_type && end < place->text.len && place->text.ptr[end] == '(' &&
           str_equal(name, rename->old);
}

/* Whether a word among arguments is the parameter of a lambda: `x =>`, `(a, b) ->`, `|x|`. */
static bool is_bound(Str arguments, size_t start, size_t end)
{
    Str before = str_trim(str_slice(arguments, 0, start)),
        after = str_from_offset(arguments, skip(arguments, end));
    char last = before.len ? before.ptr[before.len - 1] : 0, next = after.len ? after.ptr[0] : 0;
    size_t arrow = MIN(str_find(after, STR("=>")), str_find(after, STR("->")));
    bool listed = byte_in(next, ",):") && byte_in(last, ",({") && arrow != STR_NONE &&
                  str_find_byte(after, '(') > arrow;
    return !arrow || listed || (last == '|' && byte_in(next, "|,")) ||
           str_equal(str_last_word(before), STR("lambda")) ||
           str_equal(str_slice(arguments, start, end), STR("it"));
}

/* Notes the functions among the arguments, and what lambdas name their parameters. */
static void note_arguments(CarrierPlace *place, Str arguments)
{
    for (size_t i = 0; place->notes && i < arguments.len; i++) {
        if (!byte_is_word(arguments.ptr[i]) || byte_is_digit(arguments.ptr[i]))
            continue;
        size_t end = str_word_end(arguments, i);
        Str word = str_slice(arguments, i, end);
        if (is_bound(arguments, i, end))
            carrier_add(place, word, false, false);
        else if (carrier_is_declared(place->carriers, word))
            carrier_add_called(place, word, CARRIER_ANYWHERE);
        i = end - 1;
    }
}

/* Whether a call gives back what it has: `all.map(f)` does if `f` gives a value. */
static bool gives_back(CarrierPlace *place, size_t open, size_t end)
{
    Str text = place->text, name = str_word_before(text, skip_back(text, open));
    CarrierPlace inner = *place;
    inner.notes = false;
    inner.from = open + 1;
    if (++inner.depth > CALLS_DEPTH_MAX ||
        !name_is_listed("map flatMap mapNotNull mapIndexed Select SelectMany mapToObj", name))
        return true;
    for (size_t i = open + 1; i + 1 < end; i++) {
        size_t last = byte_is_word(text.ptr[i]) ? str_word_end(text, i) : i;
        const Carrier *carrier = last > i ? carrier_at(&inner, i, last) : NULL;
        if (carrier && carrier_follow(&inner, i, last, carrier->keys))
            return true;
        i = MAX(i + 1, last) - 1;
    }
    return false;
}

/* The key of an index that is a plain text, `["name"]`; or empty. */
static Str written_key(Str text, size_t at)
{
    char quote = at + 1 < text.len && text.ptr[at] == '[' ? text.ptr[at + 1] : 0;
    size_t end = quote == '"' || quote == '\'' ? str_word_end(text, at + 2) : 0;
    bool whole = end && end + 1 < text.len && text.ptr[end] == quote && text.ptr[end + 1] == ']';
    return whole ? str_slice(text, at + 2, end) : (Str){0};
}

/* Goes over what follows a value: members, calls, indices. False if the value is left. */
static bool follow_steps(CarrierPlace *place, Span *span, bool carries)
{
    Str text = place->text;
    size_t *end = &span->end;
    bool stepped = false;
    for (;; stepped = true) {
        size_t at = *end, next = skip(text, at);
        if (next < text.len && next > at && mark_at(text, next) && text.ptr[next] != ':')
            at = next;
        size_t mark = mark_at(text, at);
        if (mark && byte_is_word(text.ptr[at + mark])) {
            Str name = word_at(text, at + mark);
            bool hidden = text.ptr[at + mark - 1] == '#' && !carrier_find(place, name);
            carries = carries && !hidden && step_carries(place, name) &&
                      !(span->keys && name_is_listed("get getOrDefault values Values", name));
            span->keys = false;
            *end = at + mark + name.len;
            carries = carries && !is_namesake(place, name, *end);
        } else if (written_key(text, at).len) {
            carries = carries && !span->keys && step_carries(place, written_key(text, at));
            *end = closed(text, at);
        } else if (at < text.len && byte_in(text.ptr[at], "([")) {
            carries = carries && !(span->keys && text.ptr[at] == '[');
            *end = closed(text, at);
            if (text.ptr[at] == '(')
                note_arguments(place, str_slice(text, at + 1, *end - 1));
            carries = carries && gives_back(place, at, *end);
        } else if (stepped && next < text.len && text.ptr[next] == '{' && next <= at + 1 &&
                   carries) {
            *end = closed(text, next);
            note_arguments(place, str_slice(text, next, *end));
            carries = gives_back(place, next, *end);
        } else if (at < text.len && text.ptr[at] == '!' && at + 1 < text.len &&
                   byte_in(text.ptr[at + 1], "!;),")) {
            *end = at + 1;
        } else {
            return carries;
        }
    }
}

/* ---- what is around a value ---- */

static bool is_loop(Str before)
{
    return rename_find_mark(before, STR("for"), 0) != STR_NONE ||
           rename_find_mark(before, STR("foreach"), 0) != STR_NONE;
}

/* Whether the value is only compared, or is the label of a case. */
static bool is_compared(Str text, Span span, Str before, bool loop)
{
    static const char *const words[] = {"==", "!=", "is", "instanceof"};
    Str after = str_trim(str_slice(text, span.end, MIN(text.len, span.end + 40)));
    before = str_trim(before);
    for (size_t i = 0; i < COUNT(words); i++) {
        Str word = str_from(words[i]);
        bool letters = byte_is_word(word.ptr[0]);
        if (letters
                ? str_equal(str_first_word(after), word) || str_equal(str_last_word(before), word)
                : str_starts(after, word) || str_ends(before, word) || str_ends(before, STR("===")))
            return true;
    }
    bool label = str_equal(str_first_word(before), STR("case")) ||
                 (str_starts(after, STR("->")) && !str_ends(before, STR("=")));
    bool within = str_equal(str_first_word(after), STR("in")) ||
                  (str_equal(str_last_word(before), STR("in")) && !loop);
    bool bound = str_starts(after, STR("=>")) ||
                 name_is_listed("for const let var val lambda", str_last_word(before));
    return label || within || bound;
}

/* Whether a cast to a plain type is before the value: `(int)mode`. */
static bool is_cast(const CarrierPlace *place, Str before)
{
    before = str_trim_end(before);
    if (!str_ends(before, STR(")")))
        return false;
    size_t open = opened(before, before.len);
    return is_plain(place, str_trim(str_slice(before, open + 1, before.len - 1)));
}

/* Whether a statement goes on behind the end of a line. */
static bool goes_on(Str text, size_t line)
{
    size_t before = skip_back(text, line), next = skip(text, line);
    Str head = str_first_word(str_trim(str_slice(text, lines_start_at(text, before), before)));
    if (before && text.ptr[before - 1] == ':' &&
        name_is_listed(
            "def class if elif else for while try except finally with match case default "
            "async",
            head))
        return false;
    return (before && byte_in(text.ptr[before - 1], "([{,=+?:&|\\<>")) ||
           (next < text.len && byte_in(text.ptr[next], ".?+:&|)]}"));
}

/* Where the brackets around the offset open, or else the statement begins. */
static size_t opening(const CarrierPlace *place, size_t at, bool *bracket)
{
    Str text = place->text;
    size_t depth = 0,
           last = MAX(place->from, at > STATEMENT_BYTES ? at - STATEMENT_BYTES : (size_t)0);
    *bracket = false;
    for (size_t i = at; i > last; i--) {
        char byte = text.ptr[i - 1];
        bool opens = byte_in(byte, "([{");
        if (opens && !depth) {
            *bracket = true;
            return i - 1;
        }
        depth += byte_in(byte, ")]}");
        depth -= opens;
        if (!depth && (byte == ';' || (byte == '\n' && !goes_on(text, i))))
            return i;
    }
    return last;
}

/* The name that an argument or an entry is given by: `key: old`, `key = old`. */
static Str key_before(Str before)
{
    size_t at = before.len, start;
    at = skip_back(before, at);
    if (!at || !byte_in(before.ptr[at - 1], ":="))
        return (Str){0};
    at = skip_back(before, at - 1);
    for (start = at; start && byte_is_word(before.ptr[start - 1]);)
        start--;
    size_t edge = skip_back(before, start);
    return !edge || byte_in(before.ptr[edge - 1], ",({") ? str_slice(before, start, at) : (Str){0};
}

/* Whether the name at an offset is that of a member. */
static bool is_field(Str text, size_t at)
{
    return at && byte_in(text.ptr[at - 1], ".@>");
}

/* Whether the value is the first of several arguments. */
static bool is_first(Str text, size_t open, Span span)
{
    size_t after = skip(text, span.end);
    return skip(text, open + 1) == span.start && after < text.len && text.ptr[after] == ',';
}

/* Which argument of the brackets is at the offset; one that is given by its name may be any. */
static uint32_t position_of(Str text, size_t open, size_t at)
{
    uint32_t position = 0;
    size_t depth = 0;
    bool spread = false;
    for (size_t i = open + 1; i < at; i++) {
        depth += byte_in(text.ptr[i], "([{");
        depth -= depth && byte_in(text.ptr[i], ")]}");
        position += !depth && text.ptr[i] == ',';
        spread |= !depth && (text.ptr[i] == '*' || (text.ptr[i] == '.' && text.ptr[i - 1] == '.'));
    }
    bool named = key_before(str_slice(text, open + 1, at)).len > 0;
    return named || spread ? CARRIER_ANYWHERE : position;
}

/* A call that is given the value: what it may keep, and whether its result may be the value. */
static bool follow_call(CarrierPlace *place, size_t open, Span *span)
{
    Str text = place->text, callee = str_word_before(text, open);
    size_t start = open - callee.len;
    uint32_t line = place->line - (uint32_t)lines_count_feeds(str_slice(text, open, span->start));
    if (carrier_declares(place, callee, line))
        return false;
    note_arguments(place, str_slice(text, open + 1, closed(text, open) - 1));
    bool declared = carrier_is_declared(place->carriers, callee),
         keeps = !name_is_listed(keepless, callee);
    bool member = start && byte_in(text.ptr[start - 1], ".>:");
    if (place->notes)
        carrier_add_called(place, callee, position_of(text, open, span->start));
    size_t chain = chain_start(place, start);
    size_t dot = member ? skip_back(text, start - 1) : 0;
    while (dot && byte_in(text.ptr[dot - 1], "?!.:-"))
        dot--;
    Str receiver = member ? str_word_before(text, dot) : (Str){0};
    if (place->notes && receiver.len && !declared && keeps &&
        !(receiver.ptr[0] >= 'A' && receiver.ptr[0] <= 'Z'))
        carrier_add(place, receiver, is_field(text, dot - receiver.len),
                    span->keys || (str_equal(callee, STR("put")) && is_first(text, open, *span)));
    if ((is_plain(place, callee) && !declared) || (member && !keeps) ||
        (declared && !carrier_find(place, callee) && !name_is_listed(elements, callee)))
        return false;
    size_t after = skip(text, span->end);
    *span = (Span){chain, closed(text, open), str_equal(word_at(text, after), STR("to"))};
    return true;
}

typedef enum Around {
    AROUND_ENDS,  /* the value is left */
    AROUND_GOES,  /* the brackets have it, and so goes what is around them */
    AROUND_BLOCK, /* a statement begins there */
} Around;

static bool is_assigned(Str text, size_t at)
{
    at = skip(text, at);
    return at + 1 < text.len && text.ptr[at] == '=' && text.ptr[at + 1] != '=';
}

static Around follow_brackets(CarrierPlace *place, size_t open, Span *span)
{
    Str text = place->text, callee = str_word_before(text, open), key;
    size_t before = skip_back(text, open);
    char last = before ? text.ptr[before - 1] : 0;
    key = key_before(str_slice(text, open + 1, span->start));
    if (place->notes && key.len)
        carrier_add(place, key, true, false);
    Str keyword = str_word_before(text, before);
    if (text.ptr[open] == '(' &&
        name_is_listed("for foreach while if switch when catch match elif using", keyword))
        return AROUND_BLOCK;
    if (text.ptr[open] == '(' && callee.len)
        return follow_call(place, open, span) ? AROUND_GOES : AROUND_ENDS;
    if (text.ptr[open] == '(' && open && byte_in(text.ptr[open - 1], ")]") && place->notes)
        place->carriers->loose = true;
    bool index = text.ptr[open] == '[' && open &&
                 (byte_is_word(text.ptr[open - 1]) || byte_in(text.ptr[open - 1], ")]"));
    if (index && !str_equal(callee, STR("return"))) {
        if (place->notes && is_assigned(text, closed(text, open)))
            carrier_add(place, callee, is_field(text, open - callee.len), true);
        return AROUND_ENDS;
    }
    bool literal = !last || byte_in(last, "=([,:?>+{") || byte_is_word(last) || last == ']';
    bool block =
        text.ptr[open] == '{' && (last == ')' || last == ';' || last == '}' || last == '>' ||
                                  (byte_is_word(last) && !key.len) || !literal);
    Str inside = str_trim(str_slice(text, open + 1, span->start));
    if (block && !str_ends(inside, STR("->")))
        return AROUND_BLOCK;
    size_t after = skip(text, span->end);
    bool keyed = text.ptr[open] == '{' && !key.len && after < text.len && text.ptr[after] == ':';
    *span = (Span){open, closed(text, open), keyed};
    if (block) {
        size_t at = before && last == ')' ? opened(text, before) : before;
        span->start = chain_start(place, at - str_word_before(text, skip_back(text, at)).len);
    }
    return AROUND_GOES;
}

/* ---- statements ---- */

static void add_target(CarrierPlace *place, Str left, bool keys)
{
    left = str_trim_end(left);
    Str name = str_last_word(left);
    carrier_add(place, name, is_field(left, left.len - name.len), keys);
}

/* The names of a pattern: `{ key, other: name }`. A key that is no way to a value is left out. */
static void add_taken(CarrierPlace *place, Str names, bool keyed)
{
    for (size_t i = 0; i < names.len; i++) {
        if (!byte_is_word(names.ptr[i]))
            continue;
        Str word = word_at(names, i), key = word;
        size_t colon = skip(names, i + word.len);
        if (keyed && colon < names.len && names.ptr[colon] == ':') {
            i = skip(names, colon + 1);
            word = word_at(names, i);
        }
        bool left = keyed && carrier_is_declared(place->carriers, key) && !carrier_find(place, key);
        if (word.len && !left)
            carrier_add(place, word, false, false);
        i += word.len;
    }
}

/* What is assigned to, left of `=`: `int x`, `a, b`, `{ key }`, `f(x)`, `list[k]`, `name: T`. */
static void add_targets(CarrierPlace *place, Str left, bool keys)
{
    left = str_trim(left);
    while (left.len && byte_in(left.ptr[left.len - 1], "+-*/|&?:%"))
        left = str_trim(str_slice(left, 0, left.len - 1));
    char last = left.len ? left.ptr[left.len - 1] : 0;
    if (byte_in(last, ")]}")) {
        size_t open = opened(left, left.len);
        Str inner = str_slice(left, open + 1, left.len - 1), before = str_slice(left, 0, open);
        bool holds = before.len && byte_is_word(before.ptr[before.len - 1]);
        if (holds && (last == ')' || last == ']'))
            add_target(place, before, keys);
        if (!(holds && last == ')'))
            add_taken(place, inner, last == '}');
        return;
    }
    size_t colon = str_find_byte(left, ':');
    Str first = str_first_word(left);
    if (str_equal(first, STR("case")) || str_equal(first, STR("default")))
        left = str_from_offset(left, colon == STR_NONE ? 0 : colon + 1);
    else if (colon != STR_NONE && !(colon + 1 < left.len && left.ptr[colon + 1] == ':'))
        left = str_slice(left, 0, colon);
    if (str_find_byte(left, '<') != STR_NONE || str_find_byte(left, ',') == STR_NONE) {
        add_target(place, left, keys);
        return;
    }
    Str part;
    while (str_take_until(&left, ',', &part))
        add_target(place, part, keys);
}

/* The names of a loop: `for k, v in`, `for (Mode m :`, `for (const x of`. */
static bool add_loop(CarrierPlace *place, Str before)
{
    Str last = str_last_word(before);
    bool word = str_equal(last, STR("in")) || str_equal(last, STR("of"));
    if (!word && !str_ends(before, STR(":")))
        return false;
    before = str_trim(str_slice(before, 0, before.len - (word ? last.len : 1)));
    for (size_t at = 0, from = 0; (from = rename_find_mark(before, STR("for"), at)) != STR_NONE;)
        before = str_from_offset(before, from + 3);
    Str part;
    bool declared = str_find_byte(before, ',') == STR_NONE;
    while (str_take_until(&before, ',', &part)) {
        part = str_trim(part);
        while (part.len && byte_in(part.ptr[part.len - 1], ")]}"))
            part = str_slice(part, 0, part.len - 1);
        add_target(place, part, false);
    }
    return declared || word;
}

/* What a statement does with the value of its expression. */
static void note_statement(CarrierPlace *place, size_t from, Span span, bool keyword)
{
    Str text = place->text, before = str_trim(str_slice(text, from, span.start));
    size_t left = 0, end = span.end;
    bool assigns = false;
    for (size_t i = 0; i < before.len; i++) {
        bool other = (i && byte_in(before.ptr[i - 1], "=!<>")) ||
                     (i + 1 < before.len && byte_in(before.ptr[i + 1], "=>"));
        if (before.ptr[i] != '=' || other)
            continue;
        add_targets(place, str_slice(before, left, i), span.keys);
        left = i + 1;
        assigns = true;
    }
    while (end < text.len && byte_in(text.ptr[end], " \t"))
        end++;
    if (str_equal(word_at(text, end), STR("as")))
        carrier_add(place, word_at(text, skip(text, end + 2)), false, false);
    if (assigns || ((keyword || is_loop(before)) && add_loop(place, before)) || keyword)
        return;
    Str found;
    if (rename_has_mark(before, "class extends implements interface import package", &found))
        return;
    place->carriers->throws |= name_is_listed("raise throw", str_first_word(before));
    bool result = name_is_listed("return yield throw raise", str_first_word(before)) ||
                  str_ends(before, STR("=>"));
    if (result || end >= text.len || byte_in(text.ptr[end], "\r\n}"))
        carrier_add_function(place);
}

bool carrier_follow(CarrierPlace *place, size_t start, size_t end, bool keys)
{
    Span span = {start, end, keys};
    bool carries = true, bracket;
    while ((carries = follow_steps(place, &span, carries))) {
        span.start = chain_start(place, span.start);
        size_t open = opening(place, span.start, &bracket);
        Str before = str_slice(place->text, open + bracket, span.start);
        Str keyword = str_word_before(place->text, skip_back(place->text, open));
        bool loop = is_loop(before) || (bracket && name_is_listed("for foreach", keyword));
        if (is_compared(place->text, span, before, loop) || is_cast(place, before))
            return false;
        before = str_trim(before);
        if (bracket && loop && str_equal(str_last_word(before), STR("in"))) {
            if (place->notes)
                (void)add_loop(place, before);
            return false;
        }
        Around around = bracket ? follow_brackets(place, open, &span) : AROUND_BLOCK;
        if (around == AROUND_ENDS)
            return false;
        if (around == AROUND_GOES)
            continue;
        if (place->notes)
            note_statement(place, open + bracket, span, bracket && place->text.ptr[open] == '(');
        return true;
    }
    return false;
}
