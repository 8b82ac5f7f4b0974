class Two { static int Of(int n) { return n.Twice(); } }
