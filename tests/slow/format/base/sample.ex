defmodule A do
  @moduledoc "text  here"
  @x 1
  use B, a: 1
  def f(a, b \\ 1) when a > 1 do
    if a, do: b, else: -1
    foo -1
    foo - 1
    foo(a)
    c = fn x -> x end
    c.(1)
    a
    |> g()
    |> h
    [a | b]
    x = case a do
      1 -> 2
      _ -> 3
    end
    %{a | k: 1}
    "a #{b}  c"
    ~w(a  b)
    """
    one
      two
    """
    not a
    a [1]
    a[1]
    +a
  end
  defp g(x), do: x
end
