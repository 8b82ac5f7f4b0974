object Even {
  def unapply(n: Int): Boolean = n % 2 == 0
}
