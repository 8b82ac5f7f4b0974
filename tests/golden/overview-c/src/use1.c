int tiny_hash(const char *text);
int use_1(void) { return tiny_hash("1"); }
