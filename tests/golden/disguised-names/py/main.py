import store

print(store.ﬁle_count())
