defmodule M.MixProject do
  use Mix.Project
  def project, do: [app: :m, version: "0.1.0"]
end
