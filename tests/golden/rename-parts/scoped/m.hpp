enum class K { MODE_A, MODE_B };
struct S { enum { MODE_C }; };
