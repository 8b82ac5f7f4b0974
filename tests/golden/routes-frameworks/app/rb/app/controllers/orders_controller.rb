module Rbapi
  class OrdersController < ApplicationController
    def index
    end

    def show
    end
  end
end
