class SessionStore:
    def open_session(self):
        return self.session
