int local_proto(int n) { return n; }
int global_counter;
