defmodule Web.PostTest do
  use Web.ConnCase

  def index(conn) do
    get(conn, "/ex/posts")
  end
end
