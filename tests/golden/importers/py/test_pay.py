from app.pay import pay

def test_pay():
    assert pay() == 1
