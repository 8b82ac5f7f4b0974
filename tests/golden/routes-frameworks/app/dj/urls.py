from django.urls import include, path

urlpatterns = [path("dj/shop/", include("dj.shop.urls"))]
