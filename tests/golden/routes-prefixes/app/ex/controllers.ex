defmodule Web.ArticleController do
  def show(conn, _), do: conn
end

defmodule Web.PostController do
  def index(conn, _), do: conn
  def delete(conn, _), do: conn
end

defmodule Web.NoteController do
  def delete(conn, _), do: conn
end
