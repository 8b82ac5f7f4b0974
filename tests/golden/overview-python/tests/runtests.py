import shop.main
