#include "index/store/facts_places.h"

/* One field of the symbol at i. */
typedef void (*PlaceColumn)(Codec *codec, Symbol *all, size_t i);

static void code_start(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].start, i ? all[i - 1].start : 0);
}

static void code_end(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].end, all[i].start);
}

static void code_lead(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].lead, all[i].start);
}

static void code_name_start(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].name_start, all[i].start);
}

static void code_name_end(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].name_end, all[i].name_start + (uint32_t)all[i].name.len);
}

static void code_body(Codec *codec, Symbol *all, size_t i)
{
    if (!all[i].body)
        return;
    codec_near(codec, &all[i].body, all[i].name_end);
    all[i].body = MAX(all[i].body, 1u); // damaged facts must not lose the body
}

void facts_code_places(Codec *codec, SymbolVec *symbols)
{
    static const PlaceColumn columns[] = {
        code_start, code_end, code_lead, code_name_start, code_name_end, code_body,
    };
    _Static_assert(FACTS_COLUMN_PLACES + COUNT(columns) <= CODEC_COLUMNS, "each has its own");
    for (unsigned column = 0; column < COUNT(columns); column++) {
        codec_use(codec, FACTS_COLUMN_PLACES + column);
        for (size_t i = 0; i < symbols->len && !codec->failed; i++)
            columns[column](codec, symbols->ptr, i);
    }
}
