class FavoritesController
  def create
  end
end
