Rails.application.routes.draw do
  root to: 'home#index'
  get 'rb/login', to: 'sessions#new'
  post 'rb/login' => 'sessions#create'
  namespace :rbapi do
    resources :orders, only: [:index, :show] do
      get 'lines', to: 'lines#index'
    end
  end
end
