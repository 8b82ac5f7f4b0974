#include "text/toon_write.h"

static const ToonOptions plain = {.delimiter = ',', .indent = 2};

void toon_put_table(Buf *buf, Str key, uint64_t rows, const Str *fields, size_t count)
{
    toon_put_key(buf, key);
    if (!rows) {
        buf_put(buf, STR(": []\n"));
        return;
    }
    buf_printf(buf, "[%llu]{", (unsigned long long)rows);
    for (size_t i = 0; i < count; i++) {
        if (i)
            buf_put_byte(buf, ',');
        toon_put_key(buf, fields[i]);
    }
    buf_put(buf, STR("}:\n"));
}

void toon_put_table_row(Buf *buf, const Json *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buf_put(buf, i ? STR(",") : STR("  "));
        toon_put_scalar(buf, &cells[i], &plain);
    }
    buf_put_byte(buf, '\n');
}

void toon_put_member(Buf *buf, Str key, Str text)
{
    toon_put_key(buf, key);
    buf_put(buf, STR(": "));
    toon_put_scalar(buf, &(Json){.type = JSON_STRING, .text = text}, &plain);
    buf_put_byte(buf, '\n');
}
