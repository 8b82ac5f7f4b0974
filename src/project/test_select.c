#include "project/test_select.h"

#include "base/shell.h"

/* ---- patterns of titles ---- */

/* The bytes of a placeholder at the offset: `%i`, `$name`, `${…}`, `#{…}`; 0: none. */
static size_t placeholder(Str title, size_t at)
{
    Str rest = str_from_offset(title, at);
    bool braces = str_starts(rest, STR("${")) || str_starts(rest, STR("#{"));
    size_t end = 1;
    if (braces)
        return MIN(str_find_byte(rest, '}'), rest.len - 1) + 1;
    if (rest.len < 2 || !byte_in(rest.ptr[0], "%$") || !byte_is_word(rest.ptr[1]))
        return 0;
    while (rest.ptr[0] == '$' && end < rest.len &&
           (byte_is_word(rest.ptr[end]) || rest.ptr[end] == '.'))
        end++;
    return rest.ptr[0] == '%' ? 2 : end;
}

/* The bytes of an escape at the offset that stands for another byte: `\t`, `\u00e9`; 0: none, as
   of a quote. */
static size_t escaped(Str title, size_t at)
{
    if (title.ptr[at] != '\\' || at + 1 >= title.len || !byte_is_word(title.ptr[at + 1]))
        return 0;
    size_t end = at + 2;
    while (byte_in(title.ptr[at + 1], "xuU0") && end < title.len &&
           (byte_hex_value(title.ptr[end]) >= 0 || byte_in(title.ptr[end], "{}")))
        end++;
    return end - at;
}

typedef struct TitleForm {
    const char *special; /* bytes that need an escape */
    char escape;
    const char *any; /* for what a placeholder stands for */
    const char *one; /* for what an escape stands for */
} TitleForm;

static const TitleForm forms[] = {
    [SELECT_FULL] = {"\\.+*?()[]{}|^$/", '\\', ".*", "[\\s\\S]*"},
    [SELECT_TAIL] = {"\\.+*?()[]{}|^$/", '\\', ".*", "[\\s\\S]*"},
    [SELECT_OWN] = {"\\.+*?()[]{}|^$/", '\\', ".*", "[\\s\\S]*"},
    [SELECT_GLOB] = {"", '\\', "*", "*"},
    [SELECT_RUBY] = {"\\.+*?()[]{}|^$/", '\\', ".*", "[\\s\\S]*"},
    [SELECT_LUA] = {"^$()%.[]*+-?", '%', ".*", ".*"},
    [SELECT_ONLY] = {"", '\\', "", ""},
};

static void put_title(Buf *out, const TitledBlock *block, const TitleForm *form)
{
    Str title = block->title;
    if (!block->literal)
        buf_put(out, str_from(form->any));
    for (size_t at = 0; block->literal && at < title.len;) {
        size_t hole = form->any[0] ? placeholder(title, at) : 0;
        size_t escape = hole ? 0 : escaped(title, at);
        if (hole || escape)
            buf_put(out, str_from(hole ? form->any : form->one));
        else if (title.ptr[at] == '\\' && at + 1 < title.len)
            at++; /* as `\'` */
        hole += escape;
        if (form == &forms[SELECT_RUBY] && byte_is_space(title.ptr[at])) {
            buf_put(out, STR("[ _]"));
            at++;
            continue;
        }
        if (!hole && byte_in(title.ptr[at], form->special))
            buf_put_byte(out, form->escape);
        if (!hole)
            buf_put_byte(out, title.ptr[at]);
        at += hole ? hole : 1;
    }
}

/* The titles of the groups around the case, outermost first, and its own. */
static Str full_title(const TestRun *run, Arena *arena, const TitledBlocks *blocks, uint32_t block)
{
    const TitleForm *form = &forms[run->select];
    Str full = {0};
    for (uint32_t at = block; at; at = blocks->list.ptr[at].parent) {
        const TitledBlock *one = &blocks->list.ptr[at];
        bool names = one->kind == BLOCK_CASE || (one->kind == BLOCK_GROUP && one->word.len &&
                                                 (one->literal || run->select != SELECT_ONLY));
        if (!names || (at != block && (run->select == SELECT_OWN || run->select == SELECT_RUBY)))
            continue;
        Buf out = buf_open(arena, 0);
        put_title(&out, one, form);
        buf_put(&out, full.len ? STR(" ") : (Str){0});
        buf_put(&out, full);
        full = buf_str(&out);
    }
    return full;
}

/* Whether the titles of the case and of its groups are known letter by letter. */
static bool has_plain_titles(const TitledBlocks *blocks, uint32_t block)
{
    for (; block; block = blocks->list.ptr[block].parent) {
        const TitledBlock *one = &blocks->list.ptr[block];
        bool shown = one->kind == BLOCK_GROUP || one->kind == BLOCK_CASE;
        for (size_t at = 0; shown && one->literal && at < one->title.len; at++)
            if (placeholder(one->title, at) || escaped(one->title, at))
                return false;
    }
    return true;
}

bool test_select_is_pattern(const TestRun *run, const TitledBlocks *blocks, uint32_t block)
{
    bool exact =
        run->select == SELECT_LINES || run->select == SELECT_FILES || run->select == SELECT_ONLY;
    bool own = run->select == SELECT_OWN || run->select == SELECT_RUBY;
    for (uint32_t at = block; at && !exact && !own; at = blocks->list.ptr[at].parent)
        if (blocks->list.ptr[at].kind == BLOCK_GROUP && blocks->list.ptr[at].word.len &&
            !blocks->list.ptr[at].literal)
            return true;
    return !exact && !has_plain_titles(blocks, block);
}

/* The title or, before it, those of the cases that hold this one: they run it. */
static Str with_cases_around(const TestRun *run, Arena *arena, const TitledBlocks *blocks,
                             uint32_t block, Str title)
{
    for (uint32_t at = blocks->list.ptr[block].parent; at; at = blocks->list.ptr[at].parent) {
        if (blocks->list.ptr[at].kind != BLOCK_CASE)
            continue;
        Str outer = full_title(run, arena, blocks, at);
        title = str_format(arena, "%.*s|%.*s", STR_ARG(outer), STR_ARG(title));
    }
    return title;
}

Str test_select_name(const TestRun *run, Arena *arena, const TitledBlocks *blocks, uint32_t block,
                     Str path)
{
    const TitledBlock *one = &blocks->list.ptr[block];
    bool named = one->literal || one->kind != BLOCK_CASE;
    if (run->select == SELECT_LINES)
        return str_format(arena, "%.*s:%u", STR_ARG(path), one->first_line);
    if (run->select == SELECT_FILES || !named ||
        (run->select == SELECT_ONLY && !has_plain_titles(blocks, block)))
        return (Str){0};
    Str full = full_title(run, arena, blocks, block);
    if (run->select == SELECT_ONLY)
        return str_format(arena, "%.*s %.*s", STR_ARG(one->word), STR_ARG(full));
    if (run->select == SELECT_RUBY) /* minitest numbers them, test-unit has a colon */
        return str_join(arena, STR("test(_([0-9]+_)?|: )"), full);
    return run->select == SELECT_OWN ? with_cases_around(run, arena, blocks, block, full) : full;
}

Str test_select_shared(const TestRun *run, Arena *arena, Str name)
{
    bool anchored = run->select == SELECT_FULL;
    bool any = anchored || run->select == SELECT_GLOB || run->select == SELECT_LUA;
    if (!name.len || !any)
        return name;
    return anchored ? str_join(arena, STR("(.* )?"), name)
                    : str_join(arena, str_from(forms[run->select].any), name);
}

bool test_select_is_path(const TestRun *run)
{
    return run->select == SELECT_LINES;
}

/* ---- options ---- */

static void put_pattern(Buf *out, Arena *arena, const TestRun *run, const TestTitleVec *titles)
{
    Buf pattern = buf_open(arena, 0);
    buf_put(&pattern, run->select == SELECT_FULL ? STR("^(") : STR("(^| )("));
    for (size_t i = 0; i < titles->len; i++) {
        buf_put(&pattern, i ? STR("|") : (Str){0});
        buf_put(&pattern, titles->ptr[i]);
    }
    buf_put(&pattern, STR(")$"));
    buf_printf(out, " %s%.*s", run->option, STR_ARG(shell_quote(arena, buf_str(&pattern))));
}

void test_select_put(Buf *out, Arena *arena, const TestRun *run, const TestTitleVec *titles)
{
    bool each =
        run->select == SELECT_GLOB || run->select == SELECT_LUA || run->select == SELECT_ONLY;
    if (!titles->len)
        return;
    if (!each) {
        put_pattern(out, arena, run, titles);
        return;
    }
    for (size_t i = 0; i < titles->len; i++) {
        Str title = run->select == SELECT_LUA ? str_format(arena, "^%.*s$", STR_ARG(titles->ptr[i]))
                                              : titles->ptr[i];
        buf_printf(out, " %s%.*s", run->option, STR_ARG(shell_quote(arena, title)));
    }
}
