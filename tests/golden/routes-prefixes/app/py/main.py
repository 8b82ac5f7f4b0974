from fastapi import FastAPI

from py.api.main import router as api_router
from py.config import settings

app = FastAPI()
app.include_router(api_router, prefix=settings.API_V1)
