class UsersController
  def show
  end
end
