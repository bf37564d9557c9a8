#!/usr/bin/env python3
"""The files of lexicons, whole and in parts, as the core in a browser fetches them."""
import concurrent.futures
import http.client
import json
import os
import re

from client import Server
from harness import LEXICONS, finish, holds, same, test

shared = {}


def server():
    if "server" not in shared:
        shared["server"] = Server()
    return shared["server"]


def fetch(path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", server().port, timeout=60)
    connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def ru():
    with open(os.path.join(LEXICONS, "ru.lex"), "rb") as file:
        return file.read()


@test
def the_whole_file_and_304():
    answer, body = fetch("/lexicons/ru.lex")
    same(answer.status, 200)
    holds(body == ru(), "every byte")
    same(answer.headers["accept-ranges"], "bytes")
    tag = answer.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", W/{tag}', "*"):
        same(fetch("/lexicons/ru.lex", If_None_Match=known)[0].status, 304, known)
    same(fetch("/lexicons/ru.lex", If_None_Match='"other"')[0].status, 200)
    answer, body = fetch("/lexicons/ru.lex", "HEAD")
    same((answer.status, int(answer.headers["content-length"]), body), (200, len(ru()), b""))


@test
def ranges():
    whole = ru()
    size = len(whole)
    for text, start, end in (("0-159", 0, 160), ("160-", 160, size), (f"{size - 1}-", size - 1, size),
                             (f"100-{size + 50}", 100, size), ("5-5", 5, 6)):
        answer, body = fetch("/lexicons/ru.lex", Range=f"bytes={text}")
        same(answer.status, 206)
        same(answer.headers["content-range"], f"bytes {start}-{end - 1}/{size}")
        holds(body == whole[start:end], text)


@test
def ranges_that_cannot_be_and_that_are_passed_over():
    size = len(ru())
    for text in (f"{size}-", f"{size + 10}-{size + 20}"):
        answer, _ = fetch("/lexicons/ru.lex", Range=f"bytes={text}")
        same((answer.status, answer.headers["content-range"]), (416, f"bytes */{size}"))
    for text in ("bytes=5-4", "bytes=-5", "bytes=0-1,3-4", "bytes=x-", "lines=0-1", "bytes=99999999999999999999-", "bytes="):
        answer, body = fetch("/lexicons/ru.lex", Range=text)
        same((answer.status, len(body)), (200, size))
    tag = fetch("/lexicons/ru.lex", "HEAD")[0].headers["etag"]
    same(fetch("/lexicons/ru.lex", Range="bytes=0-9", If_Range=tag)[0].status, 206)
    same(fetch("/lexicons/ru.lex", Range="bytes=0-9", If_Range='"older"')[0].status, 200)


@test
def packs():
    answer, body = fetch("/lexicons/current.json")
    same((answer.status, answer.headers["content-type"]), (200, "application/json"))
    current = json.loads(body)
    holds({"en", "ru", "de"} <= set(current), current)
    path = current["ru"]
    holds(re.fullmatch(r"/lexicons/ru-[0-9a-f]{16}\.pack", path), path)
    # Concurrent requests get the same bytes, made once.
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(fetch, [path] * 8))
    for answer, body in answers:
        same((answer.status, answer.headers["cache-control"]), (200, "public, max-age=31536000, immutable"))
        holds(body == answers[0][1] and body.startswith(b"LOGOPAK\n"), "the pack")
    holds(len(answers[0][1]) * 12 < len(ru()), "a small part of the file")
    answer, body = fetch(path, "HEAD")
    same((answer.status, int(answer.headers["content-length"]), body), (200, len(answers[0][1]), b""))
    same(fetch(path, "POST")[0].status, 405)


@test
def packs_that_are_not_there():
    path = json.loads(fetch("/lexicons/current.json")[1])["ru"]
    other = path[:-6] + ("0" if path[-6] != "0" else "1") + ".pack"
    for wrong in (other, path.replace("/ru-", "/en-"), path.replace("/ru-", "/-"), path.replace("ru-", "ru"),
                  path.upper(), "/lexicons/.pack", "/lexicons/ru.pack", "/lexicons/none-0123456789abcdef.pack"):
        same(fetch(wrong)[0].status, 404, wrong)


@test
def what_is_not_there():
    for path in ("/lexicons/none.lex", "/lexicons/.lex", "/lexicons/ru", "/lexicons/../ru.lex", "/lexicons/ru.lex/"):
        holds(fetch(path)[0].status in (400, 404), path)
    same(fetch("/lexicons/ru.lex", "POST")[0].status, 405)


@test
def the_server_ends_in_order():
    server().stop()


finish()
