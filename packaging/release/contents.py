# SPDX-License-Identifier: MIT
"""What a release is made of: python3 contents.py SYSTEM VERSION NAME SYSROOT BUILD OUT.spdx.json

SYSTEM is linux or windows. Reads the linker's maps beside the programs of BUILD, finds out which static libraries are in each, writes OUT as SPDX 2.3, and
copies the licences to BUILD/licences, from where they are installed. SYSROOT/archives.tsv says where the libraries below SYSROOT, and those that were
compiled in BUILD of others' sources, are from: their path, package, source and version; SYSROOT/licences has the licence of each package. What is in
neither is asked of this machine's dpkg. The same input makes the same bytes. It ends with an error if a library has no licence in the table below.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

# Where a program is in BUILD, and where it is installed.
PROGRAMS = {
    "linux": {"bin/understudy": "bin/understudy", "lib/libXrApiLayer_understudy.so": "lib/understudy/libXrApiLayer_understudy.so",
              "lib/libunderstudy_headless.so": "lib/understudy/libunderstudy_headless.so",
              "lib/libunderstudy_video_modes.so": "lib/understudy/libunderstudy_video_modes.so"},
    "windows": {path: path for path in ("bin/understudy.exe", "lib/XrApiLayer_understudy.dll", "lib/understudy_headless.dll")},
}
# By the name of the source package in Debian. What is linked of a source can be under fewer licences than the whole of it.
LICENCES = {
    "brotli": "MIT",
    "cairo": "LGPL-2.1-only OR MPL-1.1",
    "cjson": "MIT",
    "expat": "MIT",
    "fontconfig": "HPND-sell-variant",
    "freetype": "FTL OR GPL-2.0-or-later",
    "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "gcc-12-cross": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "gcc-12-cross-ports": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "gcc-mingw-w64": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "glibc": "LGPL-2.1-or-later",
    "libbsd": "BSD-3-Clause AND BSD-2-Clause AND ISC",
    "libedit": "BSD-3-Clause",
    "libmd": "BSD-3-Clause AND BSD-2-Clause AND ISC",
    "libpng1.6": "libpng-2.0",
    "libzstd": "BSD-3-Clause OR GPL-2.0-only",
    "mingw-w64": "ZPL-2.1 AND SMLNJ AND SunPro AND MIT AND BSD-3-Clause",
    "nanopb": "Zlib",
    "ncurses": "X11-distribute-modifications-variant",
    "pixman": "MIT",
    "three.js": "MIT",
    "tre": "BSD-2-Clause",
    "util-linux": "BSD-3-Clause",
    "zlib": "Zlib",
}


def archives_in(map_file, build, known):
    """The static libraries of which the linker took something, as absolute paths. Those that the build makes of our sources are left out."""
    text = map_file.read_text(errors="replace").split("Memory Configuration")[0]
    paths = {os.path.realpath(build / name) for name in re.findall(r"^(\S+\.a)\(", text, re.MULTILINE)}
    return {path for path in paths if path in known or not path.startswith(os.path.realpath(build) + "/")}


def origin(path, known, sysroot):
    """(package, source, version) of a static library."""
    if path.startswith(sysroot + "/"):
        return known[path[len(sysroot):]]
    return known.get(path) or installed(path)


def installed(path):
    """The same of a file of this machine, such as the compiler's library."""
    package = subprocess.run(["dpkg", "-S", path], check=True, capture_output=True, text=True).stdout.split(":")[0]
    shown = subprocess.run(["dpkg-query", "-W", "-f", "${source:Package}\t${source:Version}", package], check=True, capture_output=True, text=True).stdout
    return (package, *shown.split("\t"))


def known_archives(sysroot):
    """path -> (package, source, version) of archives.tsv, without links."""
    known = {}
    for line in Path(sysroot, "archives.tsv").read_text().splitlines():
        path, package, source, version = line.split("\t")
        if not os.path.islink(sysroot + path):
            known[path] = (package, source, version)
    return known


def spdx_id(source):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", source)


def document(version, name, parts, programs):
    """parts: source -> (version, programs that it is in); programs: path -> sums. The page that the tool writes has three.js in it."""
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    packages = [{"SPDXID": "SPDXRef-understudy", "name": "understudy", "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                 "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
                 "sourceInfo": "commit " + os.environ["UNDERSTUDY_COMMIT"]}]
    relations = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-understudy"}]
    for source, (number, users) in sorted(parts.items()):
        packages.append({"SPDXID": spdx_id(source), "name": source, "versionInfo": number, "supplier": "Organization: Debian",
                         "downloadLocation": "https://tracker.debian.org/pkg/" + source, "filesAnalyzed": False,
                         "licenseConcluded": "NOASSERTION", "licenseDeclared": LICENCES[source], "copyrightText": "NOASSERTION",
                         "comment": "Linked statically into " + ", ".join(sorted(users)) if source != "three.js" else "In the page that " + "".join(users) + " writes",
                         "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                           "referenceLocator": f"pkg:deb/debian/{source}@{number.replace('+', '%2B')}?arch=source"}]})
        relations.append({"spdxElementId": "SPDXRef-understudy", "relationshipType": "STATIC_LINK" if source != "three.js" else "CONTAINS",
                          "relatedSpdxElement": spdx_id(source)})
    files = []
    for path, sums in sorted(programs.items()):
        files.append({"SPDXID": spdx_id(path), "fileName": "./" + path, "licenseConcluded": "NOASSERTION", "licenseInfoInFiles": ["NOASSERTION"],
                      "copyrightText": "NOASSERTION", "checksums": [{"algorithm": a, "checksumValue": v} for a, v in sums]})
        relations.append({"spdxElementId": "SPDXRef-understudy", "relationshipType": "CONTAINS", "relatedSpdxElement": spdx_id(path)})
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://understudy.invalid/spdx/{name}-{os.environ['UNDERSTUDY_COMMIT']}",
            "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(epoch)), "creators": ["Tool: understudy packaging/release/contents.py"]},
            "packages": packages, "files": files, "relationships": relations}


def copy_licence(package, source, sysroot, folder):
    for place in (Path(sysroot, "licences", package), Path("/usr/share/doc", package, "copyright")):
        if place.exists():
            shutil.copyfile(place, folder / source)
            return
    sys.exit(f"contents.py: the licence of {package} is not there")


def main():
    system, version, name, sysroot, build, out = sys.argv[1:]
    sysroot = os.path.realpath(sysroot)
    build, known, parts, packages, programs = Path(build), known_archives(sysroot), {}, {}, {}
    for program, where in PROGRAMS[system].items():
        for archive in archives_in(build / (program + ".map"), build, known):
            package, source, number = origin(archive, known, sysroot)
            parts.setdefault(source, (number, set()))[1].add(program)
            packages[source] = package
        # As it is installed: stripped.
        stripped = build / "contents.stripped"
        subprocess.run([os.environ.get("STRIP", "strip"), "-o", stripped, build / program], check=True)
        data = stripped.read_bytes()
        stripped.unlink()
        programs[where] = [("SHA1", hashlib.sha1(data).hexdigest()), ("SHA256", hashlib.sha256(data).hexdigest())]
    package, source, number = installed(os.path.realpath("/usr/share/javascript/three/build/three.module.js"))
    parts[source], packages[source] = (number, {next(iter(PROGRAMS[system]))}), package
    unknown = sorted(set(parts) - set(LICENCES))
    if unknown:
        sys.exit("contents.py: add the licences of these sources to the table: " + ", ".join(unknown))
    licences = build / "licences"
    shutil.rmtree(licences, ignore_errors=True)
    licences.mkdir()
    for source, package in packages.items():
        copy_licence(package, source, sysroot, licences)
    Path(out).write_text(json.dumps(document(version, name, parts, programs), indent=1, sort_keys=True) + "\n")


main()
