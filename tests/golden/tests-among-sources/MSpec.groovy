class MSpec extends Specification {
  def "one"() { expect: M.core(1) == 2 }
  def "two #x"() { expect: M.core(x) == 2
 where: x << [1] }
}
