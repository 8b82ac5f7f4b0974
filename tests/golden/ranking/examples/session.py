# opens a session
