from django.urls import path, re_path
from . import views

urlpatterns = [
    path("carts/<int:pk>/", views.cart),
    path("login/", views.LoginView.as_view()),
    re_path(r"^old/(?P<year>[0-9]{4})/$", views.old),
]
