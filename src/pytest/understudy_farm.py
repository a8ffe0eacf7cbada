# SPDX-License-Identifier: MIT
"""The part of the plug-in pytest_understudy that lets many processes and machines share its tests: names of run folders, shards, durations.

A Farm is registered as a plug-in of its own. With pytest-xdist there is one in each worker, which names and chooses, and one in the
controller, which gets what the workers measured and writes it down. Threads: none.
"""
import hashlib
import json
import os
import re
from pathlib import Path

import pytest

import understudy_shard

NAME_BYTES = 180  # of a run folder; most file systems take 255
DURATIONS_FILE = "durations.json"
WORKER_KEY = "understudy"  # of what a worker of pytest-xdist hands to the controller


def plain_name(nodeid):
    return re.sub(r"[^\w.-]+", "-", nodeid).strip("-")


def folder_names(nodeids):
    """The name of a run folder for each test. Where two tests would have the same one, or it would be too long, it ends in a hash of the test's own name."""
    plain = [plain_name(nodeid) for nodeid in nodeids]
    taken, names = {}, {}
    for nodeid, name in zip(nodeids, plain):
        taken.setdefault(name, set()).add(nodeid)
    for nodeid, name in zip(nodeids, plain):
        if len(taken[name]) > 1 or len(name.encode()) > NAME_BYTES:
            name = name.encode()[:NAME_BYTES].decode(errors="ignore") + "+" + hashlib.sha256(nodeid.encode()).hexdigest()[:12]
        names[nodeid] = name
    return names


class Farm:
    """What one process of pytest knows of the others."""

    def __init__(self, config):
        self.config, self.is_worker = config, hasattr(config, "workerinput")
        self.names, self.original = {}, {}  # the folder of a test; its name before pytest-xdist adds a group to it
        self.collected = self.chosen = 0
        self.plan = None
        self.seconds, self.is_called = {}, set()
        given = config.getoption("understudy_shard")
        try:
            self.shard = understudy_shard.Shard(given) if given is not None else None
            self.path = self._durations_path()
            self.known = understudy_shard.read(self.path) if self.path else {}
        except understudy_shard.ShardError as error:
            raise pytest.UsageError(f"understudy: {error}") from None

    def _durations_path(self):
        """Where the durations are: --understudy-durations, pytest.ini, or pytest's cache folder; None without any of them."""
        for given, base in ((self.config.getoption("understudy_durations"), self.config.invocation_params.dir), (self.config.getini("understudy_durations"), self.config.rootpath)):
            if given:
                return Path(base) / os.path.expanduser(given)
        cache = getattr(self.config, "cache", None)
        return Path(cache.mkdir("understudy")) / DURATIONS_FILE if cache else None

    def folder_name(self, item):
        return self.names.get(id(item)) or folder_names([item.nodeid])[item.nodeid]

    # --- hooks of pytest ---

    @pytest.hookimpl(hookwrapper=True)
    def pytest_collection_modifyitems(self, config, items):
        """Names the tests before anyone leaves one out or renames it, and chooses those of the shard after all others have."""
        before = {id(item): item.nodeid for item in items}
        names = folder_names(list(dict.fromkeys(before.values())))
        self.names = {key: names[nodeid] for key, nodeid in before.items()}
        yield
        self.original = {item.nodeid: before.get(id(item), item.nodeid) for item in items}
        if self.shard:
            self._choose(items)
        self.collected, self.chosen = max(self.collected, len(items)), len(items)

    def _choose(self, items):
        nodeids = list(dict.fromkeys(self.original[item.nodeid] for item in items))
        shards = understudy_shard.share(nodeids, self.known, self.shard.count)
        mine = set(shards[self.shard.index - 1])
        self.plan = hashlib.sha256(json.dumps(shards).encode()).hexdigest()[:8]
        self.collected = len(items)
        left_out = [item for item in items if self.original[item.nodeid] not in mine]
        if left_out:
            self.config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if self.original[item.nodeid] in mine]

    def pytest_runtest_logreport(self, report):
        nodeid = self.original.get(report.nodeid)
        if nodeid is None:  # the controller of pytest-xdist gets the durations when a worker ends
            return
        self.seconds[nodeid] = self.seconds.get(nodeid, 0.0) + report.duration
        if report.when == "call" and not report.skipped:
            self.is_called.add(nodeid)

    def _measured(self):
        return {nodeid: seconds for nodeid, seconds in self.seconds.items() if nodeid in self.is_called}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node, error):
        told = (getattr(node, "workeroutput", None) or {}).get(WORKER_KEY)
        if told:
            self.seconds.update(told["seconds"])
            self.is_called.update(told["seconds"])
            self.collected, self.chosen, self.plan = told["collected"], told["chosen"], told["plan"]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        if self.is_worker:
            self.config.workeroutput[WORKER_KEY] = {"seconds": self._measured(), "collected": self.collected, "chosen": self.chosen, "plan": self.plan}
            return
        if self.shard and self.collected > 0 and self.chosen == 0 and session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK  # there are more shards than tests
        measured = self._measured()
        if self.path and measured:
            understudy_shard.note(self.shard.part_of(self.path) if self.shard else self.path, measured)

    def pytest_terminal_summary(self, terminalreporter):
        if self.shard and self.plan:
            terminalreporter.write_line(f"understudy: shard {self.shard}: {self.chosen} of {self.collected} tests; plan {self.plan}")
