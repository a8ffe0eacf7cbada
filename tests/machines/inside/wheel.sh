#!/bin/sh
# SPDX-License-Identifier: MIT
# wheel.sh WHEEL: inside a system of its own with pytest, as a plain user without a network: installs the wheel into a virtual environment, and pytest
# makes a test of the demo without being told of the plug-in. Prints "passed: WHAT" or "failed: WHAT".
set -u
python3 -m venv --system-site-packages environment >said 2>&1 && environment/bin/pip install --no-index "$1" >>said 2>&1 &&
    echo "passed: pip installs the wheel without a network" || { echo "failed: pip installs the wheel"; cat said; exit 1; }
mkdir takes
cp /usr/share/understudy/demo.bin /usr/share/understudy/demo.expect.json takes/
printf '[understudy]\napp = hello_xr -g Vulkan2\n' >takes/understudy.ini
environment/bin/python -m pytest -v takes >said 2>&1 </dev/null && grep -q 'demo.bin::play PASSED' said && grep -q 1.passed said &&
    echo "passed: pytest finds the plug-in and plays the demo" || { echo "failed: pytest finds the plug-in"; cat said; exit 1; }
# Nothing changes for whoever names it in conftest.py as well.
echo 'pytest_plugins = ["pytest_understudy"]' >conftest.py
environment/bin/python -m pytest --collect-only -q takes >said 2>&1 </dev/null && grep -q demo.bin said &&
    echo "passed: a conftest.py that names the plug-in still works" || { echo "failed: a conftest.py that names the plug-in"; cat said; exit 1; }
environment/bin/python -c 'import understudy_drive; print(understudy_drive.find_tool())' | grep -qx /usr/bin/understudy &&
    echo "passed: understudy_drive is there and finds the tool" || { echo "failed: understudy_drive"; exit 1; }
