require "test/unit"
require_relative "../m"
class TestU < Test::Unit::TestCase
  test "block title" do core(1) end
  def test_plain; core(1); end
  sub_test_case "sub" do
    test "in sub" do core(1) end
  end
  data("one" => 1)
  def test_data(d); core(d); end
end
