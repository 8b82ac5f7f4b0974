defmodule Web.Router do
  use Web, :router

  scope "/ex", Web do
    get("/articles/:slug", ArticleController, :show)

    resources "/posts", PostController, only: [:index] do
      resources("/notes", NoteController, only: [:delete])
    end
  end
end
