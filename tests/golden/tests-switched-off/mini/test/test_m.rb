require "minitest/autorun"
require_relative "../m"
class TestM < Minitest::Test
  def test_twice = core(1)
  def test_twice = core(2)
  private def test_marked = core(1)
  def test_open = core(1)

  private

  def test_below = core(1)
end
