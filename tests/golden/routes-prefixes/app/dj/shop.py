from django.urls import include, path
from rest_framework.routers import DefaultRouter
from rest_framework.viewsets import ModelViewSet


class CartViewSet(ModelViewSet):
    def list(self, request):
        pass


router = DefaultRouter()
router.register(r"carts", CartViewSet)
urlpatterns = [path("", include(router.urls))]
