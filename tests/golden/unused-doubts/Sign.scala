class Sign {
  private implicit def asText(sign: Sign): String = "sign"
  private def size_=(n: Int): Unit = ()
  private def left(): Unit = ()
}
object Use { def show(sign: Sign) = 1 }
