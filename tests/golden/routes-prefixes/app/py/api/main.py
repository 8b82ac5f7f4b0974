from fastapi import APIRouter

from py.api import users

router = APIRouter()
router.include_router(users.router, prefix="/users")
