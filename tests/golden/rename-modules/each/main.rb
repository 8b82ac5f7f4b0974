module Inner
  def self.go = 1
end

ALL = [Inner]
puts ALL.map(&:go)
