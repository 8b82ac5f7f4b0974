Rails.application.routes.draw do
  scope :rb, defaults: { format: :json } do
    resource :user, only: [:show]
    resources :articles, param: :slug, except: [:edit, :new, :update] do
      resource :favorite, only: %i[create]
      resources :comments, :notes, only: [:index]
      get :feed, on: :collection
      collection do
        post "import"
      end
    end
  end
end
