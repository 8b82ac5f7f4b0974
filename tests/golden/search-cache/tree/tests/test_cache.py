from src.cache import Cache


def test_expired_entries_are_deleted():
    cache = Cache(0)
    cache.put("a", 1)
    cache.delete_expired()
    assert not cache.entries
