from fastapi import APIRouter

router = APIRouter()


@router.get("")
def list_users():
    return []


@router.get("/{user_id}")
def read_user(user_id: int):
    return user_id
