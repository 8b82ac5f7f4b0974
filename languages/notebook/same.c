/* Whether two cells have the same source and settings, whatever their results are. */
#include "languages_lang.h"

#include "lang/scan/json_items.h"

/* What a kernel writes when it runs a cell. */
static bool is_result(Str key)
{
    return str_equal(key, STR("outputs")) || str_equal(key, STR("execution_count"));
}

static bool next_setting(JsonItems *items)
{
    while (json_items_next(items))
        if (!is_result(items->key))
            return true;
    return false;
}

bool same_text_notebook(Arena scratch, Str old, Str new)
{
    old = str_trim(old);
    new = str_trim(new);
    JsonItems a = json_items(old, 0), b = json_items(new, 0);
    bool cell = false; /* other symbols are within the source */
    (void)scratch;
    while (next_setting(&a)) {
        cell |= str_equal(a.key, STR("source"));
        if (!next_setting(&b) || !str_equal(a.key, b.key) ||
            !str_equal(str_slice(a.text, a.start, a.end), str_slice(b.text, b.start, b.end)))
            return false;
    }
    return cell && !next_setting(&b);
}
