"""What pyproject.toml cannot say: the requirements, without the hashes that pip asks for."""

from pathlib import Path

from setuptools import setup


def needed(name: str) -> list[str]:
    lines = Path(__file__).with_name(name).read_text().splitlines()
    return [line.removesuffix(" \\") for line in lines if line and not line.startswith(("#", " "))]


setup(install_requires=needed("requirements.txt"), extras_require={"test": needed("requirements-test.txt")})
