defmodule Sample.Animal do
  @moduledoc """
  An animal. More.
  """
  use GenServer
  import Enum, only: [map: 2]
  alias Sample.{Other, Thing}
  require Logger

  @limit 10
  @type t :: %__MODULE__{name: String.t()}
  @callback speak(t) :: :ok

  defstruct [:name, age: 1]

  @doc "Makes one. More."
  @spec new(String.t(), integer) :: t
  def new(name, age \\ 1) when is_binary(name) do
    %__MODULE__{name: name, age: age}
  end

  def speak(%{name: nil}), do: :error
  def speak(animal) do
    Logger.info(animal.name)
    shout = fn name -> String.upcase(name) end

    greet = fn
      nil -> :error
      name -> shout.(name)
    end

    greet.(animal.name)
    secret(animal)
  end

  defp secret(_), do: :ok

  defmacro twice(ex) do
    quote do
      unquote(ex)
    end
  end

  defguard is_big(x) when x > 10
  defdelegate size(x), to: Other

  defmodule Inner do
    def deep, do: 1
  end
end

defprotocol Shape do
  def area(shape)
end

defimpl Shape, for: Sample.Animal do
  def area(_), do: 0
end
