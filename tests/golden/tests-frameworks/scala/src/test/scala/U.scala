import utest._
object U extends TestSuite {
  val tests = Tests {
    test("adds") { M.core(1) ==> 2 }
    test("x") - { M.core(1) }
  }
}
