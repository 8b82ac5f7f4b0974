# A store: put things here.
class Store
  attr_reader :items
  def initialize; @items = []; end
  def put(item)
    @items << item
    self
  end
  def put_all(items)
    items.each { |put| put(put) }
    put(:put)
  end
end
class Cellar < Store
  def put(item); super; end
end
