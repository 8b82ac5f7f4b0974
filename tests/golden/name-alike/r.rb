class R
  def name; @name; end
  def name=(v); @name = v; end
  attr_accessor :age
end
class R
  def more; end
end
