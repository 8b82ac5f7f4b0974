class Cart
  def total = 3

  def show = fmt(total:)

  def fmt(total:) = "t#{total}"
end
