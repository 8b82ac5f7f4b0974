import zio.test._
object Z extends ZIOSpecDefault {
  def spec = suite("s")(
    test("adds") { assertTrue(M.core(1) == 2) },
    test("again") { assertTrue(M.core(1) == 2) }
  )
}
