def password_help(password):
    """Says how a password is validated: password, password."""
    return "a password is validated by its length"


def validate_password(text):
    return len(text) > 8


def retry_uploads(uploads):
    for upload in uploads:
        upload.send()


def drop_row(table, row):
    table.remove(row)
