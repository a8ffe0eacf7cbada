# SPDX-License-Identifier: MIT
"""pytest plug-in of Understudy: one test for each recording.

Write pytest_plugins = ["pytest_understudy"] in the top conftest.py, and put the folder of this file into PYTHONPATH or into the
setting pythonpath of pytest.ini; or copy the files of that folder beside that conftest.py. docs/pytest.md describes it.

- A folder that holds an understudy.ini: each recording in it (*.bin, *.mcap) is a test.
- The fixture `understudy` plays a recording in a test of your own and returns the Run. It fails the test if the run fails.
- The fixture `understudy_recording` with the mark understudy_recordings("*.bin") runs a test once for each recording.
- The fixture `xr` drives an app step by step: xr.launch("./my_app") returns the Drive of understudy_drive.py, which lies beside this file.

All work is done by the tool `understudy run` or `understudy drive`; a test fails if the tool does not exit with 0. An app that was
never played to is a failure. Threads: none. Relative paths are relative to the file that names them.
"""
import configparser
import json
import os
import shlex
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

import understudy_drive
import understudy_farm

SETTINGS_FILE = "understudy.ini"
SUFFIXES = (".bin", ".mcap")
EXPECT = ".expect.json"  # in the place of a recording's suffix
# What understudy.ini may say: in [understudy] for each recording of the folder, in [NAME.bin] for that one.
KEYS = ("app", "folder", "options", "expect", "baseline", "limit", "headless", "env", "marks", "group", "skip")
USUAL_LIMIT_S = 300
FARM = pytest.StashKey()
TRUTH = configparser.ConfigParser.BOOLEAN_STATES
SAID = pytest.StashKey()  # the paths of the settings files whose mistake was reported
# What the tool's own exit codes mean, understudy(1).
MEANINGS = {
    1: "an expectation is not met, or the runs differ",
    2: "the command line, the expectations or the baseline cannot be used",
    3: "the app failed, a file of the run could not be written, or a screenshot is missing",
    4: "the recording is unusable",
    5: "nothing was played, or a fault did not begin",
    124: "the app was terminated",
    126: "the app cannot be executed",
    127: "there is no such app",
}
# The message that says why a run failed; the first one that is there counts.
REASONS = ("FAILED: ", "the run differs", "not deterministic", "nothing was played", "terminating it", "ended the app", "there is no app")
# What the tool says behind the reason: where the run is.
PLACES = ("understudy: the page of the run is ", "understudy: the run is kept in ")


class Run:
    """One run of an app.

    passed: did `understudy run` exit with 0? exit_code: what it exited with. sentence: why it failed, or how it ended.
    messages: what the tool said. command: the command line. folder: the run folder, understudy-run-folder(5).
    report: the page of the run, or None.
    """

    def __init__(self, command, exit_code, messages, folder):
        self.command, self.exit_code, self.messages, self.folder = command, exit_code, messages, folder
        self.passed = exit_code == 0 and self.info is not None
        self.sentence = sentence(messages, exit_code, self.info)
        if exit_code == 0 and not self.passed:
            self.sentence = f"{command[0]} left no run folder: it is not the tool of Understudy"

    @property
    def report(self):
        page = self.folder.parent / "report.html"
        return page if page.exists() else None

    @property
    def info(self):
        """run.json: what was run, on what, and how it ended; None if the run was refused."""
        return self._json("run.json")

    @property
    def verdict(self):
        """verdict.json: each expectation, and the comparison; None if the run was refused."""
        return self._json("verdict.json")

    @property
    def pictures(self):
        """The screenshots, in the order of their frames."""
        return sorted((self.folder / "pictures").glob("*.png"))

    def events(self, kind=None):
        """The lines of the event log, understudy-log(5), or those whose member "e" is kind."""
        log = self.folder / "log.jsonl"
        if not log.exists():
            return
        with log.open(encoding="utf-8") as lines:
            for line in lines:
                event = json.loads(line)
                if kind is None or event["e"] == kind:
                    yield event

    def _json(self, name):
        path = self.folder / name
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def __str__(self):
        failed = [line for line in self.messages.splitlines() if line.startswith("FAILED  ")]
        report = [f"report: {self.report}"] if self.report else []
        return "\n".join([self.sentence, *failed, *report, f"run folder: {self.folder}", "command: " + shlex.join(self.command)])


def sentence(messages, exit_code, info):
    """Why a run failed, or how it ended: the tool's own message with the lines that belong to it, or what the exit code means."""
    lines = messages.splitlines()
    ours = [line for line in lines if line.startswith(("understudy: ", "FAILED: ", "passed: "))]
    if exit_code == 0:
        played = [line for line in ours if line.startswith(("understudy: played ", "passed: "))]
        return (played or ["it ended well"])[-1].replace("understudy: ", "", 1)
    for reason in REASONS:
        for at, line in enumerate(lines):
            if line in ours and reason in line:
                end = at + 1
                while line.startswith("understudy: ") and end < len(lines) and not lines[end].startswith(("understudy: ", "passed  ", "FAILED")):
                    end += 1
                return "\n".join(lines[at:end]).replace("understudy: ", "", 1)
    ended = (info or {}).get("end", {})
    if ended.get("how") == "exited" and ended["exit_code"] == exit_code:
        return f"the app exited with {exit_code}"
    reasons = [line for line in lines if not any(place in line for place in PLACES)]
    if reasons and exit_code in (2, 3, 4, 5):
        return reasons[-1].replace("understudy: ", "", 1)
    return f"exit code {exit_code}: " + MEANINGS.get(exit_code, "signal %d" % (exit_code - 128) if exit_code > 128 else "unknown")


class Place:
    """Where one test finds its files and its app, and puts its runs."""

    def __init__(self, item):
        self.config, self.base, self.properties = item.config, item.path.parent, item.user_properties
        self.name = item.config.stash[FARM].folder_name(item)
        self.runs = []

    def app(self, app):
        """The command line of the app; a program that is named by a path becomes absolute."""
        config = self.config
        named = ((app, self.base), (config.getoption("understudy_app"), config.invocation_params.dir), (config.getini("understudy_app"), config.rootpath))
        for command, base in named:
            program, *arguments = words(command) or [""]
            if program:
                return [str(base / program) if "/" in program else program, *arguments]
        raise pytest.UsageError("no app to play to: give app, --understudy-app, or understudy_app in pytest.ini")

    def new_folder(self):
        """A folder for the next run, without what an earlier run of the test left in it."""
        own = runs_folder(self.config) / (self.name if not self.runs else f"{self.name}+{len(self.runs) + 1}")
        make_folder(own, "no run folder can be made")
        if (own / "run" / "run.json").exists():
            shutil.rmtree(own / "run")
        for file in ("report.html", "messages.txt", "junit.xml", "drive.mcap"):
            (own / file).unlink(missing_ok=True)
        return own

    def path(self, path):
        return self.base / os.path.expanduser(path)


class Player(Place):
    """The fixture `understudy`: plays recordings in one test."""

    def __call__(self, recording, app=None, *, check=True, **settings):
        """Play `recording` to `app` (a list, or one string of shell words) and return the Run.

        settings are those of understudy.ini: options (a list, or shell words), expect, baseline, limit (seconds), headless,
        env (a dict) and folder, where the app runs. The test fails if the run does; not with check=False.
        """
        __tracebackhide__ = True
        run = self._play(recording, app, **settings)
        if check and not run.passed:
            pytest.fail(str(run))
        return run

    def _play(self, recording, app=None, *, options=(), expect=None, baseline=None, limit=USUAL_LIMIT_S, headless=True, env=None, folder="."):
        own = self.new_folder()
        app = self.app(app)
        given = words(self.config.getini("understudy_options")) + words(options)
        command = [tool(self.config), "run", "--play", str(self.path(recording))]
        command += ["--headless"] if headless else []
        for option, value in (("--clock", "frame"), ("--end", "quit"), ("--limit", str(limit))):
            command += [] if has(given, option) else [option, value]
        if expect is None and not has(given, "--expect"):
            beside = self.path(recording).with_suffix(EXPECT)
            expect = beside if beside.exists() else ""
        command += ["--expect", str(self.path(expect))] if expect else []
        if baseline:
            update = self.config.getoption("understudy_update_baseline")
            if update:
                make_folder(self.path(baseline).parent, "the baseline cannot be made")
            command += ["--baseline", f"{self.path(baseline)},{'update' if update else 'required'}"]
        if not (expect or baseline or any(has(given, option) for option in ("--expect", "--baseline", "--repeat", "--junit"))):
            command += ["--junit", str(own / "junit.xml")]  # the verdict is that the recording played to its end
        command += ["--out", str(own / "run"), "--report", str(own / "report.html") + ("" if self.config.getoption("understudy_reports") else ",on-failure")]
        command += [*given, "--", *app]
        if not self.path(folder).is_dir():
            raise pytest.UsageError(f"{self.path(folder)}, in which the app runs, is no folder")
        return self._run(command, own, self.path(folder), env)

    def _run(self, command, own, cwd, env):
        messages, folder = own / "messages.txt", own / "run"
        environment = {**os.environ, **{name: str(value) for name, value in (env or {}).items()}}
        with messages.open("wb") as out:
            process = subprocess.Popen(command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=out)
            try:
                exit_code = process.wait()
            except BaseException:
                process.terminate()  # the tool ends the app and all that it started
                process.wait()
                raise
        said = messages.read_text(encoding="utf-8", errors="replace")
        run = Run(command, exit_code if exit_code >= 0 else 128 - exit_code, tool_lines(said, folder), folder)
        self.runs.append(run)
        self.properties.append(("understudy_run", str(folder)))
        if run.report:
            self.properties.append(("understudy_report", str(run.report)))
        return run


class Stage(Place):
    """The fixture `xr`: drives apps in one test."""

    def __init__(self, item):
        super().__init__(item)
        self.drives = []

    def launch(self, *command, options=(), headless=True, rate=60, timeout=understudy_drive.TIMEOUT_S, env=None, folder="."):
        """Start an app (default: that of --understudy-app or pytest.ini), and return its understudy_drive.Drive.

        options: more options of `understudy run`. headless: on the runtime that comes with Understudy. rate: frames a second of the app.
        timeout: seconds of wall time that an answer may take. env: variables for the app. folder: where it runs. Files of expected
        pictures are relative to the test's file. When the test ends, the app is asked to exit; the test fails if the drive does.
        """
        own = self.new_folder()
        self.runs.append(own)
        self.properties.append(("understudy_run", str(own / "run")))
        drive = understudy_drive.launch(
            *self.app(command), options=[*words(options), "--out", str(own / "run")], tool=tool(self.config), rate=rate, timeout=timeout, headless=headless,
            save=own / "drive.mcap", folder=self.path(folder), env=env, messages=own / "messages.txt", base=self.base,
            update=self.config.getoption("understudy_update_baseline"))  # fmt: skip
        self.drives.append(drive)
        return drive

    def close(self):
        """Ends all drives of the test. Returns what is wrong with how they ended, a text for each."""
        wrong = []
        for drive in self.drives:
            try:
                result = drive.stop()
                if result.exit_code:
                    wrong.append(f"the drive ended with exit code {result.exit_code}:\n{result.messages[-understudy_drive.TAIL_BYTES:].strip()}")
            except understudy_drive.DriveError as error:
                drive.abandon()
                wrong.append(str(error))
        return wrong

    def __str__(self):
        """What each drive left: an app that never began left no recording."""
        kept = (("recording", "drive.mcap"), ("run folder", "run"), ("messages", "messages.txt"))
        return "\n".join(f"{what}: {own / name}" for own in self.runs for what, name in kept if (own / name).exists())


def words(text):
    """A command line as a list, as understudy_drive.words; a wrong one is an error of whoever wrote it."""
    try:
        return understudy_drive.words(text)
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None


def make_folder(folder, why):
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise pytest.UsageError(f"{why}: {folder}: {error.strerror}") from None


def has(options, name):
    return any(option == name or option.startswith(name + "=") for option in options)


def tool_lines(said, folder):
    """Of all that was on the standard error what Understudy said: the lines of the app itself are in stderr.txt of the run folder."""
    copy = folder / "stderr.txt"
    of_app = set(copy.read_text(encoding="utf-8", errors="replace").splitlines()) if copy.exists() else set()
    return "\n".join(line for line in said.splitlines() if line.startswith("understudy: ") or line not in of_app)


def runs_folder(config):
    """Where run folders are kept: --understudy-out, or pytest's cache folder, where the next run of a test replaces them."""
    out = config.getoption("understudy_out")
    if out:
        return Path(os.path.abspath(out))
    cache = getattr(config, "cache", None)
    return Path(cache.mkdir("understudy") if cache else tempfile.mkdtemp(prefix="understudy-"))


def tool(config):
    """The tool: --understudy-tool or UNDERSTUDY_TOOL, the one that was installed with this file, or the one in PATH."""
    try:
        return understudy_drive.find_tool(config.getoption("understudy_tool"))
    except FileNotFoundError as error:
        raise pytest.UsageError(f"{error} with --understudy-tool") from None


# --- understudy.ini ----------------------------------------------------------------------------------


class SettingsError(Exception):
    """understudy.ini cannot be used; the text says where and why."""


def read_settings(path):
    """Read an understudy.ini. Returns a configparser.ConfigParser in which everything is known and named recordings exist."""
    parser = configparser.ConfigParser(default_section="understudy", interpolation=None)
    try:
        with path.open(encoding="utf-8") as file:
            parser.read_file(file)
    except (configparser.Error, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from None
    for section in ("understudy", *parser.sections()):
        if section != "understudy" and (Path(section).suffix not in SUFFIXES or not (path.parent / section).exists()):
            raise SettingsError(f"{path}: [{section}]: there is no such recording in this folder")
        for key in parser[section]:
            if key not in KEYS:
                raise SettingsError(f"{path}: [{section}]: there is no setting '{key}'; the settings are {', '.join(KEYS)}")
        check_values(f"{path}: [{section}]", parser[section], path.parent)
    return parser


def settings_for(collector, path):
    """read_settings; a mistake is an error of the first collector that finds it, and the others get None."""
    try:
        return read_settings(path)
    except SettingsError as error:
        if path in collector.config.stash[SAID]:
            return None
        collector.config.stash[SAID].add(path)
        raise collector.CollectError(str(error)) from None


def check_values(where, section, base):
    """Those settings that are shell words, a folder, a file, a number, or yes or no must be such."""
    for key in ("app", "options", "env"):
        try:
            given = words(section.get(key))
        except pytest.UsageError as error:
            raise SettingsError(f"{where}: {key} = {error}") from None
        for word in given if key == "env" else ():
            if "=" not in word:
                raise SettingsError(f"{where}: env = {section[key]}: '{word}' is not NAME=value")
    folder = base / os.path.expanduser(section.get("folder", "."))
    if not folder.is_dir():
        raise SettingsError(f"{where}: folder = {section['folder']}: {folder}, in which the app runs, is no folder")
    expect = section.get("expect", "")
    if expect and not (base / os.path.expanduser(expect)).exists():
        raise SettingsError(f"{where}: expect = {expect}: {base / os.path.expanduser(expect)} is not there")
    if "headless" in section and section["headless"].lower() not in TRUTH:
        raise SettingsError(f"{where}: headless = {section['headless']}: it is yes or no")
    if section.get("skip", "").lower() in TRUTH:
        raise SettingsError(f"{where}: skip = {section['skip']}: it is the reason why the recording is left out; to play it, write nothing behind skip =")
    try:
        is_limit = 0 < float(section.get("limit", "1")) <= 1e6
    except ValueError:
        is_limit = False
    if not is_limit:
        raise SettingsError(f"{where}: limit = {section['limit']}: it is a number of seconds, above 0 and at most 1000000")


def recordings_in(folder):
    return sorted(entry for entry in folder.iterdir() if entry.suffix in SUFFIXES and entry.is_file())


class SettingsFile(pytest.File):
    """understudy.ini: no test, but an error if it cannot be used, or if no recording is beside it."""

    def collect(self):
        if settings_for(self, self.path) is None:
            return []
        if not recordings_in(self.path.parent):
            raise self.CollectError(f"{self.path}: no recording (*.bin, *.mcap) is in this folder")
        for expect in self.path.parent.glob("*" + EXPECT):
            if not any(expect.with_name(expect.name[: -len(EXPECT)] + suffix).exists() for suffix in SUFFIXES):
                raise self.CollectError(f"{expect}: no recording of this name is in this folder")
        return []


class RecordingFile(pytest.File):
    def collect(self):
        settings = settings_for(self, self.path.parent / SETTINGS_FILE)
        if settings is None:
            return
        name = self.path.name
        section = settings[name] if settings.has_section(name) else settings["understudy"]
        beside, expect = self.path.with_suffix(EXPECT), section.get("expect", "")
        given = words(self.config.getini("understudy_options")) + words(section.get("options"))
        if has(given, "--expect") and beside.exists():
            raise self.CollectError(f"{beside}: it would not be used, because the options have --expect; remove one of the two")
        if expect and beside.exists() and not beside.samefile(self.path.parent / os.path.expanduser(expect)):
            raise self.CollectError(f"{beside}: it would not be used, because {SETTINGS_FILE} says expect = {expect}; remove it, or write"
                                    f" expect = {beside.name} in a section [{name}]")
        yield RecordingItem.from_parent(self, name="play", settings=dict(section))


class RecordingItem(pytest.Item):
    """One recording, played as understudy.ini says."""

    def __init__(self, *, settings, **kwargs):
        super().__init__(**kwargs)
        self.settings = settings
        for mark in settings.pop("marks", "").replace(",", " ").split():
            self.add_marker(mark)
        if settings.get("group"):
            self.add_marker(pytest.mark.xdist_group(settings["group"]))
        settings.pop("group", None)
        reason = settings.pop("skip", "")
        if reason:  # nothing behind "skip =": this one is not skipped, whatever [understudy] says
            self.add_marker(pytest.mark.skip(reason=reason))

    def runtest(self):
        settings = dict(self.settings)
        if settings.get("baseline"):  # a folder of baselines: one for each recording
            settings["baseline"] = os.path.join(settings["baseline"], self.path.stem)
        if "headless" in settings:
            settings["headless"] = TRUTH[settings["headless"].lower()]
        settings["env"] = dict(word.split("=", 1) for word in words(settings.get("env")))
        run = Player(self)(self.path.name, check=False, **settings)
        if not run.passed:
            raise RunFailed(run)

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, (RunFailed, pytest.UsageError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, 0, f"play {self.path.name}"


class RunFailed(Exception):
    """A recording was played, and the run failed; the text is the run's."""


# --- hooks of pytest ---------------------------------------------------------------------------------


def pytest_addoption(parser):
    group = parser.getgroup("understudy", "recordings played by Understudy")
    group.addoption("--understudy-app", metavar="COMMAND", help="the app to play to, with its arguments, where a test names none")
    group.addoption("--understudy-tool", metavar="FILE", help="the tool; otherwise UNDERSTUDY_TOOL, the one that was installed with the plug-in, or the one in PATH")
    group.addoption("--understudy-out", metavar="DIR", help="keep the run folders here; otherwise in pytest's cache folder")
    group.addoption("--understudy-reports", action="store_true", help="write the page of each run, not only of runs that fail")
    group.addoption("--understudy-update-baseline", action="store_true", help="make the runs the new baselines; without it, a missing baseline is a failure")
    group.addoption("--understudy-shard", metavar="I/N", help="run part I of N of the tests, from 1; all N parts together are all tests, and take about as long as one another")
    group.addoption("--understudy-durations", metavar="FILE", help="how long each test took, for --understudy-shard; a run without shards writes it. Otherwise in pytest's cache folder")
    parser.addini("understudy_durations", "the file of --understudy-durations")
    parser.addini("understudy_app", "the app to play to, with its arguments, where a test names none")
    parser.addini("understudy_options", "options of 'understudy run' for every run")


def pytest_configure(config):
    config.addinivalue_line("markers", "understudy_recordings(pattern, ...): run the test for each recording that matches, as the fixture understudy_recording")
    if not config.pluginmanager.hasplugin("xdist"):
        config.addinivalue_line("markers", "xdist_group(name): pytest-xdist, which is not loaded, would run the tests of a group one after the other")
    config.stash[SAID] = set()
    config.stash[FARM] = understudy_farm.Farm(config)
    config.pluginmanager.register(config.stash[FARM], "understudy_farm")


def pytest_collect_file(file_path, parent):
    if file_path.name == SETTINGS_FILE:
        return SettingsFile.from_parent(parent, path=file_path)
    if file_path.suffix in SUFFIXES and (file_path.parent / SETTINGS_FILE).exists():
        return RecordingFile.from_parent(parent, path=file_path)
    return None


def pytest_generate_tests(metafunc):
    if "understudy_recording" not in metafunc.fixturenames:
        return
    patterns = [pattern for mark in metafunc.definition.iter_markers("understudy_recordings") for pattern in mark.args]
    folder = metafunc.definition.path.parent
    found = sorted({path for pattern in patterns for path in folder.glob(pattern)})
    if not found:
        raise pytest.Collector.CollectError(f"{metafunc.definition.nodeid}: no recording matches {', '.join(patterns) or 'a missing mark understudy_recordings'} in {folder}")
    metafunc.parametrize("understudy_recording", found, ids=[path.name for path in found])


@pytest.fixture
def understudy(request):
    """Plays recordings: understudy("grab.bin", app=["./my_app"], expect="grab.expect.json") returns the Run."""
    return Player(request.node)


@pytest.fixture
def xr(request):
    """Drives apps: xr.launch("hello_xr", "-g", "Vulkan2") returns the understudy_drive.Drive of the app, which is ended with the test."""
    stage = request.node.understudy_stage = Stage(request.node)
    yield stage
    wrong = stage.close()
    for note in (note for drive in stage.drives for note in drive.notes):
        request.node.warn(pytest.PytestWarning(note))
    if wrong:
        pytest.fail("\n".join([*wrong, str(stage)]), pytrace=False)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    stage = getattr(item, "understudy_stage", None)
    if stage is not None and call.when == "call" and call.excinfo is not None and stage.runs:
        outcome.get_result().sections.append(("what was driven", str(stage)))
