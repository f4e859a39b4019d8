"""A greedy bot: it tries each option in a guess of the match, and takes the one after which its player holds most pieces.

    python3 greedy.py GAME [SEAT [SEED]]
"""

import random
import sys

import moraine


def worth(match, seat):
    """The number of pieces in the player's zones, as the player sees them."""
    zones = match.view(seat)["players"][seat]["zones"]
    return sum(len(zone) for zone in zones.values() if zone)


def best(match, seed):
    tried = []
    for choice in range(len(match.options)):
        twin = match.guess(seed)  # a clone would reveal hidden cards and future dice
        try:
            twin.act(choice)
            tried.append((worth(twin, match.seat), choice))
        except moraine.Refused:  # not legal alone
            pass
        twin.drop()
    return max(tried, key=lambda t: t[0])[1] if tried else None


def play(engine, mine, seed):
    match, lots = engine.new(seed=seed), random.Random(seed)
    while not match.over:
        choice = best(match, lots.randrange(1 << 32)) if match.seat == mine else None
        if choice is None:
            match.act_random(lots)
        else:
            match.act(choice)
    return match.result()


if __name__ == "__main__":
    with moraine.Engine(sys.argv[1]) as engine:
        seats = engine.call("game")["seats"]
        mine = sys.argv[2] if len(sys.argv) > 2 else seats[0]
        result = play(engine, mine, int(sys.argv[3]) if len(sys.argv) > 3 else 1)
        print("won by", ", ".join(result.get("winners", [])) or "none", "after", result["decisions"], "decisions")
