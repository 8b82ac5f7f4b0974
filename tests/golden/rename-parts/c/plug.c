int plug_init(void) { return 3; }
