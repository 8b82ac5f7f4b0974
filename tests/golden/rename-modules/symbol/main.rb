class Box
  def go = 1
end

class Runner
  def walk = 5
  def run(x) = x.respond_to?(:walk) ? x.walk : 0
end

p Runner.new.run(Box.new)
