from src.cache import Cache


def serve(requests):
    """Answers requests, from the cache where it can."""
    cache = Cache(60)
    for request in requests:
        if request in cache.entries:
            yield cache.entries[request]
        else:
            cache.put(request, render(request))
    cache.delete_expired()


def render(request):
    return "<p>" + request + "</p>"
