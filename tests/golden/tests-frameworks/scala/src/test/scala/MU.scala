class MU extends munit.FunSuite {
  test("adds") { assertEquals(M.core(1), 2) }
  test("again".tag(Slow)) { assertEquals(M.core(1), 2) }
}
