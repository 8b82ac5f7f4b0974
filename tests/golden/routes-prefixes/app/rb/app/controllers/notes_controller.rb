class NotesController
  def index
  end
end
