def file_count():
    return 1
