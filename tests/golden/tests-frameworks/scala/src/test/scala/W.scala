import weaver._
object W extends SimpleIOSuite {
  pureTest("adds") { expect(M.core(1) == 2) }
  test("io") { IO(expect(M.core(1) == 2)) }
}
