int run_task(void) { return 1; }
int quiet(void) { return 2; }
int main(void) { return run_task() + quiet(); }
