/* /* n */ func dead() {} */
func one() {}
#if X
func two() {}
#else
func three() {}
#endif
#if A
class B {
#else
class C {
#endif
  func four() {}
}
