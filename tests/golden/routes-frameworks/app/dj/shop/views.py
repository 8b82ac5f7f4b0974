def cart(request, pk):
    pass


class LoginView:
    def post(self, request):
        pass


def old(request, year):
    pass
