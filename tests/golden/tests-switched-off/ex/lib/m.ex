defmodule M do
  def core(a), do: a + 1
end
