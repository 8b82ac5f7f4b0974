from route import route


@route("/about")
def about():
    return ""
