class Box
  attr_reader :width

  def initialize(width, depth: 1)
    @width = width
    @depth = depth
  end

  def depth
    @depth ||= 2
  end

  def reset
    @depth = nil
    depth
  end

  def height
    @height
  end

  def height=(value)
    @height = value
  end
end

class Crate < Box
  def area
    @width * depth
  end
end
