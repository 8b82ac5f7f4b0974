def ok(): pass
