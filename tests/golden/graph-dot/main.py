from shop.cart import Cart, checkout


def main():
    cart = Cart("me")
    cart.add("tea", 3)
    print(checkout(cart))


main()
