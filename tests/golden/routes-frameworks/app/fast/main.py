from fastapi import FastAPI, APIRouter
from .items import router as items_router

app = FastAPI()
app.include_router(items_router, prefix="/fast")
