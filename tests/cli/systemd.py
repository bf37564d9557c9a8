"""The systemd unit that docs/operations.md tells operators to install."""
import os
import re

from harness import ROOT, finish, holds, logomachy, same, test


def settings():
    """{key: [value…]}, comments left out."""
    found = {}
    with open(os.path.join(ROOT, "data", "systemd", "logomachy.service"), encoding="utf-8") as unit:
        for key, value in re.findall(r"(?m)^(\w+)=(.*)$", unit.read()):
            found.setdefault(key, []).append(value)
    return found


@test
def it_never_gives_up():
    unit = settings()
    same((unit["StartLimitIntervalSec"], unit["Restart"]), (["0"], ["always"]))


@test
def it_is_confined():
    unit = settings()
    holds(unit["MemoryMax"] != ["infinity"] and re.fullmatch(r"\d+[MG]", unit["MemoryMax"][0]), "memory is bounded")
    same(unit["SystemCallFilter"], ["@system-service", "~@privileged"])
    same(unit["CapabilityBoundingSet"], [""])
    for key in ("NoNewPrivileges", "DynamicUser", "PrivateTmp", "ProtectHome", "RestrictNamespaces", "MemoryDenyWriteExecute"):
        same(unit[key], ["yes"], key)


@test
def its_command_and_its_reload_exist():
    unit = settings()
    words = unit["ExecStart"][0].split()
    same((os.path.basename(words[0]), words[1:3]), ("logomachy", ["serve", "--config"]))
    holds("--config" in logomachy("serve", "--help").out, "serve knows the option")
    holds("-HUP" in unit["ExecReload"][0], "SIGHUP reloads")


finish()
