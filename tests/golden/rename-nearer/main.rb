def price
  1
end

class Shop
  def total
    price
  end

  def cost
    9
  end
end
