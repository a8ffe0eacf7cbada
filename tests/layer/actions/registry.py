#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""registry.py TEST_PROGRAM: the table of interaction profiles against the registry of OpenXR itself, where xr.xml is on the machine: each
profile of the table has the users, the components with their types, the extension and the version of core that the registry says, and
no others. UNDERSTUDY_OPENXR_REGISTRY names the file; otherwise it is looked for where packages put registries."""
import glob
import os
import subprocess
import sys
from xml.etree import ElementTree

NOT_THERE = {"/interaction_profiles/valve/frame_controller_valve"}  # from Valve's list for engines
TYPES = {"XR_ACTION_TYPE_BOOLEAN_INPUT": 1, "XR_ACTION_TYPE_FLOAT_INPUT": 2, "XR_ACTION_TYPE_VECTOR2F_INPUT": 3, "XR_ACTION_TYPE_POSE_INPUT": 4, "XR_ACTION_TYPE_VIBRATION_OUTPUT": 100}


def components(element, users):
    return {(user, c.get("subpath"), TYPES[c.get("type")]) for c in element.iter("component") for user in ([c.get("user_path")] if c.get("user_path") else users)}


found = [os.environ["UNDERSTUDY_OPENXR_REGISTRY"]] if os.environ.get("UNDERSTUDY_OPENXR_REGISTRY") else glob.glob("/usr/share/openxr/**/xr.xml", recursive=True)
if not found:
    print("SKIP: the registry of OpenXR (xr.xml) is not on this machine; UNDERSTUDY_OPENXR_REGISTRY can name it")
    sys.exit(77)
registry = ElementTree.parse(found[0]).getroot()
extended = {}
for extension in [*registry.iter("extension"), *registry.iter("feature")]:
    for element in extension.iter("extend"):
        key = (element.get("interaction_profile_path"), extension.get("name"))
        extended.setdefault(key, set()).update((path, type_) for _, path, type_ in components(element, [None]))
requires = {}
for kind in ("feature", "extension"):
    for element in registry.iter(kind):
        for profile in element.iter("interaction_profile"):
            requires.setdefault(profile.get("name"), set()).add(element.get("name"))
theirs = {}
for profile in registry.iter("interaction_profile"):
    if profile.find("component") is not None:
        users = [user.get("path") for user in profile.iter("user_path")]
        theirs[profile.get("name")] = components(profile, users)
ours, wrong = {}, []
for line in subprocess.run([sys.argv[1], "bindings", "table"], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines():
    path, extension, since, user, subpath, type_, added_by, added_since = line.split()
    profile = ours.setdefault(path, {"extension": extension, "since": int(since), "components": set()})
    added_by = f"XR_VERSION_1_{added_since}" if int(added_since) > 0 else added_by
    if added_by == "-":
        profile["components"].add((user, subpath, int(type_)))
    elif path not in NOT_THERE and (subpath, int(type_)) not in extended.get((path, added_by), set()):
        wrong.append(f"{path}: {added_by} adds no {subpath}")
for path, profile in ours.items():
    if path in NOT_THERE:
        continue
    if path not in theirs:
        wrong.append(f"{path} is not in the registry")
        continue
    for word, some in (("lacks", theirs[path] - profile["components"]), ("has too many:", profile["components"] - theirs[path])):
        wrong += [f"{path} {word} {' '.join(map(str, component))}" for component in sorted(some)]
    by = requires.get(path, set())
    if profile["extension"] != "-" and profile["extension"] not in by:
        wrong.append(f"{path} is not of {profile['extension']}, but of {', '.join(sorted(by))}")
    core = {name for name in by if name.startswith("XR_VERSION_")}
    if core != ({f"XR_VERSION_1_{profile['since']}"} if profile["since"] >= 0 else set()):
        wrong.append(f"{path} is in core since minor version {profile['since']}, in the registry {', '.join(sorted(core)) or 'never'}")
print("\n".join(wrong) or f"{len(ours) - len(NOT_THERE)} profiles are as in {found[0]}; {len(theirs.keys() - ours.keys())} of the registry are not in the table")
sys.exit(1 if wrong else 0)
