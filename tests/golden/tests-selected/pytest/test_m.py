import pytest
from m import core


@pytest.mark.parametrize("f", [core])
def test_f(f):
    assert f(1) == 2


def test_other():
    assert True
