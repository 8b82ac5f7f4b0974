require_relative "store"
store = Store.new
store.put(1).put("put")
puts Cellar.new.put(2)
Store.new.put_all([put: 1])
