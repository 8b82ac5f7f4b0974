class ArticlesController
  def index
  end
  def create
  end
  def show
  end
  def destroy
  end
  def feed
  end
  def import
  end
end
