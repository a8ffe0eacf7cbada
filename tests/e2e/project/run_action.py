# SPDX-License-Identifier: MIT
"""Runs the steps of a composite action as GitHub's runner does: run_action.py ACTION_DIR WORKSPACE TEMP [INPUT=VALUE...]

Each run step gets its own environment and nothing of the others. A step with `uses` is not run: what it would get is written to TEMP/used.json.
The outputs of the action go to TEMP/outputs.json. Exit: 0 if every step passed, 1 if one failed, 2 if the action is malformed.
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

KNOWN_KEYS = {"id", "name", "if", "shell", "run", "env", "uses", "with"}


def malformed(what):
    print(f"action.yml: {what}")
    sys.exit(2)


class Runner:
    def __init__(self, action_dir, workspace, temp, given):
        self.dir, self.workspace, self.temp = action_dir, workspace, temp
        self.action = yaml.safe_load((action_dir / "action.yml").read_text(encoding="utf-8"))
        self.steps, self.failed, self.used, self.paths = {}, False, [], []
        declared = self.action["inputs"]
        for name in given:
            if name not in declared:
                malformed(f"there is no input {name}")
        self.inputs = {}
        for name, entry in declared.items():
            if not entry.get("description"):
                malformed(f"the input {name} has no description")
            if entry.get("required") and name not in given:
                malformed(f"the input {name} is missing")
            self.inputs[name] = given.get(name, str(entry.get("default", "")))

    def value(self, path):
        kind, _, rest = path.partition(".")
        if kind == "inputs" and rest in self.inputs:
            return self.inputs[rest]
        if kind == "github" and rest == "action_path":
            return str(self.dir)
        if kind == "steps":
            step, word, name = rest.split(".", 2)
            if word == "outputs" and step in self.steps:
                return self.steps[step].get(name, "")
            return "" if word == "outputs" and step in self.ids else malformed(f"no step {step}")
        return malformed(f"unknown expression {path}")

    def text(self, text):
        return re.sub(r"\$\{\{(.*?)\}\}", lambda found: str(self.evaluate(found[1])), str(text))

    def evaluate(self, expression):
        """The little of the expression language that the action uses, as Python."""
        python = re.sub(r"'[^']*'|\b(?:inputs|steps|github)\.[\w.-]+", lambda found: found[0] if found[0][0] == "'" else repr(self.value(found[0])), expression)
        python = python.replace("&&", " and ").replace("||", " or ").replace("always()", "True")
        return eval(python.strip(), {"__builtins__": {}})  # the action's own text

    def run(self):
        self.ids = {step["id"] for step in self.action["runs"]["steps"] if "id" in step}
        for step in self.action["runs"]["steps"]:
            if set(step) - KNOWN_KEYS:
                malformed(f"unknown keys in a step: {set(step) - KNOWN_KEYS}")
            condition = str(step.get("if", ""))
            wanted = self.evaluate(condition.replace("${{", "").replace("}}", "")) if condition else True
            if not wanted or (self.failed and "always()" not in condition):
                continue
            if "uses" in step:
                self.used.append({"uses": step["uses"], **{key: self.text(value) for key, value in step["with"].items()}})
            else:
                self.run_step(step)
        outputs = {name: self.text(entry["value"]) for name, entry in self.action["outputs"].items()}
        (self.temp / "used.json").write_text(json.dumps(self.used), encoding="utf-8")
        (self.temp / "outputs.json").write_text(json.dumps(outputs), encoding="utf-8")
        return 1 if self.failed else 0

    def run_step(self, step):
        if step["shell"] != "bash":
            malformed("a run step needs shell: bash")
        if "${{" in step["run"]:
            malformed(f"an expression stands in a run line: {step['run']}")
        files = {name: self.temp / f"{name}.{step['id']}" for name in ("GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY", "GITHUB_ENV")}
        for file in files.values():
            file.write_text("", encoding="utf-8")
        kept = ("HOME", "CMAKE_C_COMPILER_LAUNCHER", "LANG")
        env = {name: os.environ[name] for name in kept if name in os.environ}
        env["PATH"] = os.pathsep.join([*self.paths, "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"])
        env.update({name: str(file) for name, file in files.items()}, RUNNER_TEMP=str(self.temp), GITHUB_ACTIONS="true", CI="true")
        env.update({name: self.text(value) for name, value in step.get("env", {}).items()})
        script = self.temp / f"{step['id']}.sh"
        script.write_text(step["run"], encoding="utf-8")
        done = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)], cwd=self.workspace, env=env, stdin=subprocess.DEVNULL)
        self.failed = self.failed or done.returncode != 0
        lines = files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines()
        self.steps[step["id"]] = dict(line.split("=", 1) for line in lines)
        self.paths = files["GITHUB_PATH"].read_text(encoding="utf-8").split() + self.paths


def main():
    action_dir, workspace, temp = (Path(path).resolve() for path in sys.argv[1:4])
    temp.mkdir(parents=True, exist_ok=True)
    sys.exit(Runner(action_dir, workspace, temp, dict(word.split("=", 1) for word in sys.argv[4:])).run())


main()
