defprotocol Sizer do
  @doc """
  defimpl Sizer, for: Fake do
  """
  def size_of(x)
end

defimpl Sizer, for: [Tuple, Map] do
  def size_of(x), do: x |> inspect() |> String.length()
end

defimpl Sizer, for: Any do
  def size_of(_), do: 0
end

defmodule Crate do
  @derive Sizer
  defstruct [:w]
end

defmodule Bag do
  defstruct [:n]
  defimpl Sizer do
    def size_of(b), do: b.n
  end
end

defmodule Front do
  defdelegate measure(x), to: Sizer, as: :size_of
  def run, do: Front.measure(%Bag{n: 3}) + Sizer.size_of(%Crate{w: 1}) + measure({1})
end
IO.puts(Front.run())
