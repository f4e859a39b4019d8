"""Plays a seat of a table that `moraine serve` shows, at random. The host of the table passes the link of the seat on.

    python3 seat.py http://127.0.0.1:7070/seat/TABLE/SECRET [SEED]

`moraine schema serve` describes the messages (OpenAPI). A page of your own would open the WebSocket at api/live instead
of asking again and again.
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request


def call(path, body=None):
    """Returns the answer of the server; body is an act."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(link + "/api/" + path, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        return json.load(refused)


def choose(asked):
    least, most = asked.get("least", 1), asked.get("most", 1)
    counts = asked.get("counts", [most if asked.get("repeats") else 1] * len(asked["options"]))
    pieces = [choice for choice, count in enumerate(counts) for _ in range(count)]
    if asked.get("optional") and (not pieces or lots.random() < 0.1):
        return []
    most = min(most, len(pieces))
    return lots.sample(pieces, lots.randint(min(least, most), most))


link, lots = sys.argv[1].rstrip("/"), random.Random(sys.argv[2] if len(sys.argv) > 2 else 1)
state = call("state")
while "error" not in state and not state["over"]:
    if "asked" in state:
        after = call("act", {"do": "answer", "at": state["at"], "answer": choose(state["asked"])})
        state = call("state") if "error" in after else after  # a refused answer has changed nothing
    else:
        time.sleep(0.05)
        state = call("state")
print(state.get("error") or "won by " + ", ".join(call("result").get("winners", ["none"])))
