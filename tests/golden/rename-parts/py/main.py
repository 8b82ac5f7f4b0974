import conf

print(conf.load({"host": "z"}).port)
