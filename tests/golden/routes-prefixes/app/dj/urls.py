from django.urls import include, path

urlpatterns = [
    path("dj/", include("dj.shop", namespace="shop")),
]
