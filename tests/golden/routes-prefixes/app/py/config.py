class Settings:
    API_V1: str = "/py/v1"


settings = Settings()
