from unittest import mock
import old


def test():
    with mock.patch("old.alone"):
        pass


def test2(monkeypatch):
    monkeypatch.setattr(old, "helper", lambda: 3)
    monkeypatch.setattr("old.uses", lambda: 3)
