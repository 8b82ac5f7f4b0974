class Trolley
  attr_accessor :size
  attr_reader :total
  def initialize(size)
    @size = size
    @total = 0
    @count = 0
  end
  def grow
    self.size += 1
    @total += size
    @count += 1
    @count
  end
end
c = Trolley.new(3)
c.size = 4
c.grow
puts c.size, c.total
