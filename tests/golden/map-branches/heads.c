#ifdef FOO
int only_foo(int a) {
#else
int not_foo(int a, int b) {
#endif
  return a;
}
int use(void) { return not_foo(1, 2); }
