int tiny_hash(const char *text);
int use_2(void) { return tiny_hash("2"); }
