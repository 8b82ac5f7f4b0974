# frozen_string_literal: true

require 'bigdecimal'
require_relative 'shapes'

module Geo
  # An amount.
  class Amount
    def initialize(text)
      @value = BigDecimal(text)
    end
  end

  def self.amount(text)
    Amount.new(text)
  end
end
