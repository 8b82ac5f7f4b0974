/* The first byte says where the text ends and the document begins. Whatever is read as a document
   has ranges that ascend, and places of it are in the text and in order. Names of a symbol that
   parses are parts of it. */
#include "exchange/import_scip.h"
#include "formats/scip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_symbol(Arena *arena, Str symbol)
{
    ScipDescriptorVec descriptors = {0};
    if (!scip_symbol_parse(arena, symbol, &descriptors))
        return;
    assert(descriptors.len <= SCIP_DESCRIPTORS_MAX);
    assert(scip_symbol_is_local(symbol) == !descriptors.len);
    for (size_t i = 0; i < descriptors.len; i++) {
        Str name = descriptors.ptr[i].name;
        assert(name.len && name.ptr >= symbol.ptr &&
               name.ptr + name.len <= symbol.ptr + symbol.len);
    }
}

static void check_places(Arena *arena, ScipDocument *document, Str text)
{
    ImportPlaceVec places = {0};
    const char *reason = NULL;
    if (!import_places(arena, document, text, &places, &reason)) {
        assert(reason);
        return;
    }
    for (size_t i = 0; i < places.len; i++) {
        const ImportPlace *place = &places.ptr[i];
        assert(place->start < place->end && place->end <= text.len && place->symbol.len);
        assert(!i || place[-1].start <= place->start);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!size)
        return 0;
    Arena arena;
    ScipDocument document;
    ScipMetadata metadata;
    Str rest = {(const char *)data + 1, size - 1};
    Str text = str_slice(rest, 0, data[0]), bytes = str_from_offset(rest, text.len);
    arena_open(&arena, 1 * GB);
    (void)scip_is_own(rest);
    if (scip_metadata_read(bytes, &metadata))
        assert(metadata.root.len <= bytes.len);
    check_symbol(&arena, text);
    if (scip_document_read(&arena, bytes, &document)) {
        assert(document.occurrences.len <= SCIP_OCCURRENCES_MAX);
        for (size_t i = 0; i < document.occurrences.len; i++) {
            const ScipRange *range = &document.occurrences.ptr[i].range;
            assert(
                range->start_line < range->end_line ||
                (range->start_line == range->end_line && range->start_column <= range->end_column));
            check_symbol(&arena, document.occurrences.ptr[i].symbol);
        }
        check_places(&arena, &document, text);
    }
    arena_close(&arena);
    return 0;
}
