#define LIMIT 10

typedef struct Entry {
    int key, value;
} Entry;

static int count;

static int is_full(void)
{
    return count >= LIMIT;
}

/* Puts an entry where there is room.

   The second paragraph has
     lines of its own form. */
int store_put(Entry *entries, Entry entry)
{
    if (is_full())
        return LIMIT;
    entries[count++] = entry;
    return is_full();
}

// How many there are,
// at the moment.
int store_size(void)
{
    return count;
}

int main(void)
{
    Entry entries[LIMIT];
    return store_put(entries, (Entry){1, 2}) + store_size();
}
