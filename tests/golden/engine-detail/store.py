import os
import socket


class Store:
    def __init__(self, path):
        self.path = path
        self.items = {}

    def load(self):
        if not os.path.exists(self.path):
            return
        with open(self.path) as file:
            for line in file:
                self.items[line] = True
        self.report()

    def report(self):
        try:
            notify("loaded")
        except OSError:
            pass


def notify(text):
    connection = socket.create_connection(("localhost", 9))
    connection.send(text)
