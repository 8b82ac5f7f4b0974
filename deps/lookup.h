/* A cache for ts_language_lookup(): language, parse state and symbol to the entry of the parse
   table.

   Most states of a grammar are "small": their entries are groups of symbols, and upstream searches
   through all of them at each lookup. The cache is direct mapped and shared by all threads. An
   entry is one word that holds key and value, so threads read and write it without a lock, and one
   that finds another key searches. */

#define LOOKUP_ENTRIES 8192     /* a power of two: 64 KB */
#define LOOKUP_SYMBOLS_MAX 4096 /* 12 bits of the key; symbols above are searched for */
#define LOOKUP_LANGUAGES 0xFFFFF

static uint64_t lookup_entries[LOOKUP_ENTRIES];

/* Languages are constants in one program image. No two are closer than 256 bytes, and 20 bits of
   the address above that tell them apart within 256 MB. */
_Static_assert(sizeof(TSLanguage) >= 256, "two languages may have the same key");

static inline uint16_t ts_language_lookup(const TSLanguage *self, TSStateId state, TSSymbol symbol)
{
    if (state < self->large_state_count)
        return self->parse_table[state * self->symbol_count + symbol];
    if (symbol >= LOOKUP_SYMBOLS_MAX)
        return ts_language_lookup_by_search(self, state, symbol);
    uint64_t language = (uintptr_t)self / 256 & LOOKUP_LANGUAGES;
    uint64_t key = (language << 28 | (uint64_t)state << 12 | symbol) + 1;
    uint32_t slot =
        ((uint32_t)state << 12 ^ symbol) * 0x9E3779B1u / (UINT32_MAX / LOOKUP_ENTRIES + 1);
    uint64_t entry = __atomic_load_n(&lookup_entries[slot], __ATOMIC_RELAXED);
    if (entry >> 16 == key)
        return (uint16_t)entry;
    uint16_t value = ts_language_lookup_by_search(self, state, symbol);
    __atomic_store_n(&lookup_entries[slot], key << 16 | value, __ATOMIC_RELAXED);
    return value;
}
