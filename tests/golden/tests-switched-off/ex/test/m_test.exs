defmodule MTest do
  use ExUnit.Case
  test "adds" do
    assert M.core(1) == 2
  end
  @tag :skip
  test "skips" do
    M.core(1)
  end
  for i <- 1..2 do
    test "adds #{i}" do
      M.core(1)
    end
  end
end
