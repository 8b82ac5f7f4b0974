/* A small hash table, filled for the dialect at hand: a name that is a keyword in C++ is a plain name
   in C. */
#include "lang/c_word.h"

#define ALL (C_PLAIN | C_PLUS | C_OBJECTIVE | C_SHADER)

typedef struct Word {
    Str text;
    uint8_t word;
    uint8_t dialects;
} Word;

#define W(text, word, dialects) {STR_INIT(text), CW_##word, dialects},

static const Word words[] = {
    W("struct", STRUCT, ALL) W("union", UNION, ALL) W("class", CLASS, C_PLUS)
    W("enum", ENUM, ALL) W("namespace", NAMESPACE, C_PLUS) W("typedef", TYPEDEF, ALL)
    W("using", USING, C_PLUS) W("template", TEMPLATE, C_PLUS) W("typename", TYPENAME, C_PLUS)
    W("operator", OPERATOR, C_PLUS) W("extern", EXTERN, ALL) W("friend", FRIEND, C_PLUS)
    W("concept", CONCEPT, C_PLUS) W("requires", REQUIRES, C_PLUS)
    W("public", ACCESS, C_PLUS) W("protected", ACCESS, C_PLUS) W("private", ACCESS, C_PLUS)
    W("signals", ACCESS, C_PLUS) W("Q_SIGNALS", ACCESS, C_PLUS)
    W("static_assert", ASSERT, ALL) W("_Static_assert", ASSERT, ALL)
    W("asm", ASM, ALL) W("__asm__", ASM, ALL) W("__asm", ASM, ALL)
    W("__attribute__", ATTRIBUTE, ALL) W("__attribute", ATTRIBUTE, ALL)
    W("__declspec", ATTRIBUTE, ALL) W("_Alignas", ATTRIBUTE, ALL) W("alignas", ATTRIBUTE, ALL)
    W("__aligned", ATTRIBUTE, ALL) W("__section", ATTRIBUTE, ALL) W("__printf", ATTRIBUTE, ALL)
    W("__scanf", ATTRIBUTE, ALL) W("__acquires", ATTRIBUTE, ALL) W("__releases", ATTRIBUTE, ALL)
    W("__must_hold", ATTRIBUTE, ALL) W("__acquires_shared", ATTRIBUTE, ALL)
    W("__releases_shared", ATTRIBUTE, ALL) W("__cond_acquires", ATTRIBUTE, ALL)
    W("__alloc_size", ATTRIBUTE, ALL) W("__alias", ATTRIBUTE, ALL) W("__nonnull", ATTRIBUTE, ALL)
    W("__assume_aligned", ATTRIBUTE, ALL) W("__guarded_by", ATTRIBUTE, ALL)
    W("__counted_by", ATTRIBUTE, ALL) W("__printflike", ATTRIBUTE, ALL)
    W("__realloc_size", ATTRIBUTE, ALL) W("__no_sanitize", ATTRIBUTE, ALL)
    W("layout", ATTRIBUTE, C_SHADER)
    W("__launch_bounds__", ATTRIBUTE, C_PLUS) W("noexcept", ATTRIBUTE, C_PLUS)
    W("typeof", TYPEOF, ALL) W("__typeof__", TYPEOF, ALL) W("__typeof", TYPEOF, ALL)
    W("typeof_unqual", TYPEOF, ALL) W("decltype", TYPEOF, C_PLUS) W("_Atomic", TYPEOF, ALL)
    W("_BitInt", TYPEOF, ALL) W("__underlying_type", TYPEOF, C_PLUS)
    W("void", PRIMITIVE, ALL) W("char", PRIMITIVE, ALL) W("short", PRIMITIVE, ALL)
    W("int", PRIMITIVE, ALL) W("long", PRIMITIVE, ALL) W("float", PRIMITIVE, ALL)
    W("double", PRIMITIVE, ALL) W("signed", PRIMITIVE, ALL) W("unsigned", PRIMITIVE, ALL)
    W("_Bool", PRIMITIVE, ALL) W("bool", PRIMITIVE, ALL) W("_Complex", PRIMITIVE, ALL)
    W("__int128", PRIMITIVE, ALL) W("__signed__", PRIMITIVE, ALL) W("__signed", PRIMITIVE, ALL)
    W("wchar_t", PRIMITIVE, C_PLUS) W("char8_t", PRIMITIVE, C_PLUS)
    W("char16_t", PRIMITIVE, C_PLUS) W("char32_t", PRIMITIVE, C_PLUS)
    W("auto", PRIMITIVE, C_PLUS) W("__auto_type", PRIMITIVE, ALL)
    W("auto", SPECIFIER, C_PLAIN) W("static", SPECIFIER, ALL) W("inline", SPECIFIER, ALL)
    W("const", SPECIFIER, ALL) W("volatile", SPECIFIER, ALL) W("restrict", SPECIFIER, ALL)
    W("register", SPECIFIER, ALL) W("__inline", SPECIFIER, ALL) W("__inline__", SPECIFIER, ALL)
    W("__forceinline", SPECIFIER, ALL) W("__always_inline", SPECIFIER, ALL)
    W("__const", SPECIFIER, ALL) W("__const__", SPECIFIER, ALL) W("__volatile__", SPECIFIER, ALL)
    W("__volatile", SPECIFIER, ALL) W("__restrict", SPECIFIER, ALL)
    W("__restrict__", SPECIFIER, ALL) W("_Noreturn", SPECIFIER, ALL)
    W("noinline", SPECIFIER, ALL) W("asmlinkage", SPECIFIER, ALL)
    W("_Thread_local", SPECIFIER, ALL) W("thread_local", SPECIFIER, ALL)
    W("__thread", SPECIFIER, ALL) W("__extension__", SPECIFIER, ALL)
    W("constexpr", SPECIFIER, ALL) W("consteval", SPECIFIER, C_PLUS)
    W("constinit", SPECIFIER, C_PLUS) W("virtual", SPECIFIER, C_PLUS)
    W("mutable", SPECIFIER, C_PLUS) W("explicit", SPECIFIER, C_PLUS)
    W("export", SPECIFIER, C_PLUS) W("__global__", SPECIFIER, C_PLUS)
    W("__device__", SPECIFIER, C_PLUS) W("__host__", SPECIFIER, C_PLUS)
    W("__shared__", SPECIFIER, C_PLUS) W("__constant__", SPECIFIER, C_PLUS)
    W("__managed__", SPECIFIER, C_PLUS)
    W("uniform", SPECIFIER, C_SHADER) W("in", SPECIFIER, C_SHADER) W("out", SPECIFIER, C_SHADER)
    W("inout", SPECIFIER, C_SHADER) W("varying", SPECIFIER, C_SHADER)
    W("attribute", SPECIFIER, C_SHADER) W("buffer", SPECIFIER, C_SHADER)
    W("flat", SPECIFIER, C_SHADER) W("smooth", SPECIFIER, C_SHADER)
    W("highp", SPECIFIER, C_SHADER) W("mediump", SPECIFIER, C_SHADER)
    W("lowp", SPECIFIER, C_SHADER) W("readonly", SPECIFIER, C_SHADER)
    W("writeonly", SPECIFIER, C_SHADER) W("coherent", SPECIFIER, C_SHADER)
    W("centroid", SPECIFIER, C_SHADER) W("shared", SPECIFIER, C_SHADER)
    W("final", FINAL, C_PLUS) W("override", FINAL, C_PLUS)
    W("if", CONTROL, ALL) W("for", CONTROL, ALL) W("while", CONTROL, ALL)
    W("switch", CONTROL, ALL) W("do", CONTROL, ALL) W("else", CONTROL, ALL)
    W("return", CONTROL, ALL) W("goto", CONTROL, ALL) W("break", CONTROL, ALL)
    W("continue", CONTROL, ALL) W("case", CONTROL, ALL) W("default", CONTROL, ALL)
    W("try", CONTROL, C_PLUS) W("catch", CONTROL, C_PLUS) W("throw", CONTROL, C_PLUS)
    W("co_return", CONTROL, C_PLUS) W("co_yield", CONTROL, C_PLUS)
    W("sizeof", OPERATION, ALL) W("_Alignof", OPERATION, ALL) W("alignof", OPERATION, C_PLUS)
    W("__alignof__", OPERATION, ALL) W("_Generic", OPERATION, ALL) W("defined", OPERATION, ALL)
    W("new", OPERATION, C_PLUS) W("delete", OPERATION, C_PLUS) W("typeid", OPERATION, C_PLUS)
    W("static_cast", OPERATION, C_PLUS) W("const_cast", OPERATION, C_PLUS)
    W("dynamic_cast", OPERATION, C_PLUS) W("reinterpret_cast", OPERATION, C_PLUS)
    W("co_await", OPERATION, C_PLUS) W("this", OPERATION, C_PLUS)
    W("nullptr", OPERATION, C_PLUS) W("true", OPERATION, C_PLUS) W("false", OPERATION, C_PLUS)
    W("__builtin_va_arg", OPERATION, ALL) W("va_arg", OPERATION, ALL)
    W("offsetof", OPERATION, ALL)
};

#undef W

_Static_assert(COUNT(words) < 256, "slots hold a byte");

static size_t word_slot(Str word)
{
    unsigned char first = (unsigned char)word.ptr[0], last = (unsigned char)word.ptr[word.len - 1];
    unsigned char middle = (unsigned char)word.ptr[word.len / 2];
    return (first * 7u + last * 61u + middle * 193u + word.len * 31u) % C_WORD_SLOTS;
}

void c_words_init(CWordTable *table, unsigned dialect)
{
    memset(table, 0, sizeof *table);
    for (size_t i = 0; i < COUNT(words); i++) {
        size_t slot = word_slot(words[i].text);
        if (!(words[i].dialects & dialect))
            continue;
        while (table->slots[slot])
            slot = (slot + 1) % C_WORD_SLOTS;
        table->slots[slot] = (uint8_t)(i + 1);
    }
}

CWord c_word_find(const CWordTable *table, Str word)
{
    for (size_t slot = word_slot(word); table->slots[slot]; slot = (slot + 1) % C_WORD_SLOTS) {
        const Word *known = &words[table->slots[slot] - 1];
        if (known->text.len == word.len && memcmp(known->text.ptr, word.ptr, word.len) == 0)
            return (CWord)known->word;
    }
    return CW_NAME;
}
