static int impl(void) { return 1; }
