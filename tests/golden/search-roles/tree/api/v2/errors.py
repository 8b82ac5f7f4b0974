# Errors that callers see.
class ErrorMap:
    def collect(self):
        return 2
