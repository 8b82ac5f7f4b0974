/* Keyword lookup: a small hash table filled for one dialect, because a C++ keyword is an
   ordinary name in C. */
#include "lang/c/c_word.h"

#define ALL (C_PLAIN | C_PLUS | C_OBJECTIVE | C_SHADER)

typedef struct WordList {
    CWord word;
    unsigned dialects;
    const char *texts; /* words separated by spaces */
} WordList;

static const WordList lists[] = {
    {CW_STRUCT, ALL, "struct"},
    {CW_UNION, ALL, "union"},
    {CW_CLASS, C_PLUS, "class"},
    {CW_ENUM, ALL, "enum"},
    {CW_NAMESPACE, C_PLUS, "namespace"},
    {CW_TYPEDEF, ALL, "typedef"},
    {CW_USING, C_PLUS, "using"},
    {CW_TEMPLATE, C_PLUS, "template"},
    {CW_TYPENAME, C_PLUS, "typename"},
    {CW_OPERATOR, C_PLUS, "operator"},
    {CW_EXTERN, ALL, "extern"},
    {CW_FRIEND, C_PLUS, "friend"},
    {CW_CONCEPT, C_PLUS, "concept"},
    {CW_REQUIRES, C_PLUS, "requires"},
    {CW_ACCESS, C_PLUS, "public protected private signals Q_SIGNALS"},
    {CW_ASSERT, ALL, "static_assert _Static_assert"},
    {CW_ASM, ALL, "asm __asm__ __asm"},
    {CW_ATTRIBUTE, ALL,
     "__attribute__ __attribute __declspec _Alignas alignas __aligned "
     "__section __printf __scanf __acquires __releases __must_hold "
     "__acquires_shared __releases_shared __cond_acquires __alloc_size __alias "
     "__nonnull __assume_aligned __guarded_by __counted_by __printflike "
     "__realloc_size __no_sanitize"},
    {CW_ATTRIBUTE, C_SHADER, "layout"},
    {CW_ATTRIBUTE, C_PLUS, "__launch_bounds__ noexcept"},
    {CW_TYPEOF, ALL, "typeof __typeof__ __typeof typeof_unqual _Atomic _BitInt"},
    {CW_TYPEOF, C_PLUS, "decltype __underlying_type"},
    {CW_PRIMITIVE, ALL,
     "void char short int long float double signed unsigned _Bool bool "
     "_Complex __int128 __signed__ __signed __auto_type"},
    {CW_PRIMITIVE, C_PLUS, "wchar_t char8_t char16_t char32_t"},
    {CW_PRIMITIVE, C_PLAIN | C_PLUS, "auto"},
    {CW_SPECIFIER, ALL,
     "static inline const volatile restrict register __inline __inline__ "
     "__forceinline __always_inline __const __const__ __volatile__ __volatile "
     "__restrict __restrict__ _Noreturn noinline asmlinkage _Thread_local "
     "thread_local __thread __extension__ constexpr"},
    {CW_SPECIFIER, C_PLUS,
     "consteval constinit virtual mutable explicit export __global__ "
     "__device__ __host__ __shared__ __constant__ __managed__"},
    {CW_SPECIFIER, C_SHADER,
     "uniform in out inout varying attribute buffer flat smooth highp mediump "
     "lowp readonly writeonly coherent centroid shared"},
    {CW_CONTROL, C_SHADER, "precision discard"},
    {CW_FINAL, C_PLUS, "final override"},
    {CW_CONTROL, ALL, "if for while switch do else return goto break continue case default"},
    {CW_CONTROL, C_PLUS, "try catch throw co_return co_yield"},
    {CW_OPERATION, ALL,
     "sizeof _Alignof __alignof__ _Generic defined __builtin_va_arg va_arg "
     "offsetof"},
    {CW_OPERATION, C_PLUS,
     "alignof new delete typeid static_cast const_cast dynamic_cast "
     "reinterpret_cast co_await this nullptr true false"},
};

static size_t word_slot(Str word)
{
    unsigned char first = (unsigned char)word.ptr[0], last = (unsigned char)word.ptr[word.len - 1];
    unsigned char middle = (unsigned char)word.ptr[word.len / 2];
    return (first * 7u + last * 61u + middle * 193u + word.len * 31u) % C_WORD_SLOTS;
}

static void add_word(CWordTable *table, Str text, CWord word)
{
    size_t slot = word_slot(text);
    while (table->slots[slot].text.len)
        slot = (slot + 1) % C_WORD_SLOTS;
    table->slots[slot] = (CWordSlot){text, word};
}

void c_words_init(CWordTable *table, unsigned dialect)
{
    for (size_t i = 0; i < COUNT(lists); i++) {
        Str texts = str_from(lists[i].texts), text;
        while (lists[i].dialects & dialect && str_take_until(&texts, ' ', &text))
            add_word(table, text, lists[i].word);
    }
}

void c_word_add(CWordTable *table, Str text, CWord word)
{
    if (table->added++ < C_WORDS_ADDED_MAX)
        add_word(table, text, word);
}

CWord c_word_find(const CWordTable *table, Str word)
{
    for (size_t slot = word_slot(word); table->slots[slot].text.len;
         slot = (slot + 1) % C_WORD_SLOTS)
        if (str_equal(table->slots[slot].text, word))
            return table->slots[slot].word;
    return CW_NAME;
}
