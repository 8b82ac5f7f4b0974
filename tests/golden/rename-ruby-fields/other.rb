class Other
  def initialize
    @width = 4
  end
end
