require 'sinatra'

get '/sin/:name' do
  'hi'
end
