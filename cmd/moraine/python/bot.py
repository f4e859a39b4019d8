"""A bot for a seat of any game, in thirty lines: it takes the option that stands first in its list of favourites.

    moraine play GAME --seat SEAT="exec:python3 bot.py"
    moraine sim GAME --policy "exec:python3 bot.py hunt",random --players 2

Its arguments are the ids of options that it likes, the best one first; among the others it decides at random.
"""

import json
import random
import sys

lots = random.Random()


def decide(question):
    """Returns a list of options, by number or id; an empty list declines. question["view"] is what the seat sees."""
    options = question["options"]
    for favourite in sys.argv[1:]:
        if favourite in options and "refused" not in question:
            return [options.index(favourite)]
    if question.get("optional") and lots.random() < 0.1:
        return []
    least, most = question.get("least", 1), question.get("most", 1)
    counts = question.get("counts", [most if question.get("repeats") else 1] * len(options))
    pieces = [choice for choice, count in enumerate(counts) for _ in range(count)]
    most = min(most, len(pieces))
    return lots.sample(pieces, lots.randint(min(least, most), most))


for line in sys.stdin:
    message = json.loads(line)
    result = None
    if message["method"] == "begin":
        lots.seed("{match} {seat}".format(**message["params"]))  # the same match gets the same answers
    elif message["method"] == "decide":
        result = decide(message["params"])
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
