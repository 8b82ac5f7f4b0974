class Box
  def initialize_copy(other)
  end
end
