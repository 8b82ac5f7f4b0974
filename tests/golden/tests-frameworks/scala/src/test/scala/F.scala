import org.scalatest.flatspec.AnyFlatSpec
class F extends AnyFlatSpec {
  "Core" should "add" in { assert(M.core(1) == 2) }
  it should "again" in { assert(M.core(1) == 2) }
}
