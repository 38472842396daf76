"""What holds for every test: no test is judged by the clock of the machine that it runs on."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
