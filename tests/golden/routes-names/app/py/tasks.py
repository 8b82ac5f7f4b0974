from celery import Celery, shared_task
app = Celery("x")

@app.task(name="orders.total")
def total(order):
    return 1

@shared_task(bind=True, name="orders.mail")
def mail(self, order):
    return 1

@app.task
def plain():
    return 1
