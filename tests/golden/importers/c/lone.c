int lone(void) { return 0; }
