# SPDX-License-Identifier: MIT
"""The Python package as a wheel: python3 wheel.py SOURCE VERSION OUT

SOURCE is the top folder of the sources, OUT the folder for pytest_understudy-VERSION-py3-none-any.whl. The wheel holds the modules of src/pytest and
needs nothing but this file to be made: no network and no build tool. SOURCE_DATE_EPOCH is the time of all files in it (default: 1980).
The same input makes the same bytes.
"""
import base64
import hashlib
import os
import sys
import time
import zipfile
from pathlib import Path

# pytest must know the plug-in by its module's name, or a conftest.py that names it, too, would load it twice.
ENTRY_POINTS = "[pytest11]\npytest_understudy = pytest_understudy\n"
METADATA = """Metadata-Version: 2.1
Name: pytest-understudy
Version: {version}
Summary: Recordings of OpenXR input as tests of pytest, and a module that drives OpenXR apps
License: MIT
License-File: LICENSE
Requires-Python: >=3.9
Classifier: Framework :: Pytest
Classifier: Operating System :: POSIX :: Linux
Provides-Extra: pytest
Requires-Dist: pytest >=7 ; extra == 'pytest'
Description-Content-Type: text/markdown

The plug-in and the module need the program `understudy` in PATH, or its path in `UNDERSTUDY_TOOL`.

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: understudy\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def files_of(source, version):
    """(name in the wheel, content), in order."""
    info = f"pytest_understudy-{version}.dist-info/"
    files = [(module.name, module.read_bytes()) for module in sorted((source / "src/pytest").glob("*.py"))]
    files += [(info + "LICENSE", (source / "LICENSE").read_bytes()),
              (info + "METADATA", (METADATA.format(version=version) + (source / "docs/pytest.md").read_text()).encode()),
              (info + "WHEEL", WHEEL.encode()),
              (info + "entry_points.txt", ENTRY_POINTS.encode())]
    record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n" for name, data in files)
    return files + [(info + "RECORD", f"{record}{info}RECORD,,\n".encode())]


def main():
    source, version, out = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    epoch = max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), 315532800)
    wheel = out / f"pytest_understudy-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files_of(source, version):
            entry = zipfile.ZipInfo(name, time.gmtime(epoch)[:6])
            entry.external_attr = 0o644 << 16
            entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 3
            archive.writestr(entry, data)
    print(wheel)


main()
