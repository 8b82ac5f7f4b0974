module "example.org/n"
