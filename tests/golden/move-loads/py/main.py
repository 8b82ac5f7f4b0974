import os

os.environ["MODE"] = "main"
