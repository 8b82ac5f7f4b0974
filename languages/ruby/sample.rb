# frozen_string_literal: true

require "json"
require_relative "lib/helper"

# The limit. Another sentence.
LIMIT = 10
$debug = false

# Groups things.
module Outer
  VERSION = "1.2"
  LOW, HIGH, *REST = 1, 2, 3
  CACHE ||= {}

  # An animal.
  class Animal < Base::Thing
    include Comparable
    extend Forwardable

    attr_reader :name, :age
    attr_accessor :mood
    has_many :legs

    KINDS = %w[cat dog].freeze

    # Makes one.
    def initialize(name, age: 1, *rest, **options, &block)
      @name = name
    end

    def speak
      puts "x"
    end

    def self.create(name)
      new(name)
    end

    class << self
      attr_reader :pool

      def build(a)
        a
      end
    end

    def <=>(other)
      age <=> other.age
    end

    def valid?; true end

    def short = 42

    define_method(:dynamic) { |x| x }
    alias old_speak speak
    alias_method :older, :speak

    private

    def secret(a,
               b = nil)
      handler = ->(x) { x + 1 }
      twice = lambda { |x| x * 2 }
      thrice = proc do |x|
        x * 3
      end
      again = Proc.new { |x| twice.call(x) }
      other = proc
      handler.call(again.call(thrice.call(a)))
    end
  end

  class Error < StandardError; end
end

class Outer::Animal::Deep
end

def top(x)
  Outer::Animal.new(x).speak
end

# Runs everything.
task :all, [:level] => :setup do |t|
  helper
end
task default: %w[all]
