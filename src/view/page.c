#include "view/page.h"
#include "text/address.h"

static void put_text(Buf *out, const Page *page)
{
    uint64_t end = page->offset + page->count;
    const char *more_than = page->partly ? "more than " : "";
    if (page->offset > 0)
        buf_printf(out, "[Continuing from char %llu of %s%llu]\n\n",
                   (unsigned long long)page->offset, more_than, (unsigned long long)page->total);
    buf_put_text(out, page->content);
    if (end < page->total)
        buf_printf(out,
                   "\n\n[... truncated at char %llu of %s%llu. Use offset=%llu to read more.]\n",
                   (unsigned long long)end, more_than, (unsigned long long)page->total,
                   (unsigned long long)end);
}

static Json *page_value(Arena *arena, const Page *page)
{
    Json *value = json_object(arena);
    uint64_t end = page->offset + page->count;
    json_set(value, STR("_type"), json_str(arena, STR("page")));
    json_set(value, STR("version"), json_u64(arena, 1));
    json_set(value, STR("path"), json_str(arena, address_value(arena, page->path)));
    json_set(value, STR("offset"), json_u64(arena, page->offset));
    json_set(value, STR("length"), json_u64(arena, page->count));
    json_set(value, STR("total"), json_u64(arena, page->total));
    if (page->partly)
        json_set(value, STR("totalPartly"), json_bool(arena, true));
    json_set(value, STR("next"), end < page->total ? json_u64(arena, end) : json_null(arena));
    json_set(value, STR("content"), json_str(arena, page->content));
    return value;
}

void page_write(Buf *out, Arena scratch, ViewFormat format, const Page *page)
{
    if (format == VIEW_TEXT) {
        put_text(out, page);
        return;
    }
    const Json *value = page_value(&scratch, page);
    view_put_value(out, scratch, format, value);
}
