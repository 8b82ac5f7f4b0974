class CommentsController
  def index
  end
end
