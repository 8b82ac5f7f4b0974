require 'faraday'

def orders
  conn = Faraday.new(url: 'http://localhost:3000/rbapi')
  conn.get('orders')
end

def order(id)
  Faraday.get("http://localhost:3000/rbapi/orders/#{id}")
end

def sign_in
  Faraday.post('http://localhost:3000/rb/login', {})
end
