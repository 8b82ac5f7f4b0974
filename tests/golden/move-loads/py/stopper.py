from app import stop

stop()
