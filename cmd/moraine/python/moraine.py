"""A client of `moraine engine`, in one file on the standard library.

    import moraine
    with moraine.Engine("glacier") as engine:
        match = engine.new(seed=7, players=2)
        while not match.over:
            match.act_random()
        print(match.result()["winners"])

`moraine schema engine` describes all methods; Engine.call calls any of them.
"""

import itertools
import json
import random
import subprocess


class Refused(Exception):
    """An error of the engine. Code 1: the rules refuse an answer, and nothing has changed."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Engine:
    """A process of `moraine engine`. It holds any number of matches."""

    def __init__(self, game=None, command=("moraine", "engine")):
        arguments = list(command) + ([game] if game else [])
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def call(self, method, **params):
        """Returns the result of a method, or raises Refused."""
        result = self.batch([(method, params)])[0]
        if isinstance(result, Refused):
            raise result
        return result

    def batch(self, calls):
        """Returns the results of several (method, params), sent together. An error is returned as a Refused."""
        requests = []
        for method, params in calls:
            self.number += 1
            requests.append({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        self.process.stdin.write(json.dumps(requests).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise EOFError("moraine engine has ended")
        answers = json.loads(line)
        if isinstance(answers, dict):
            raise Refused(answers["error"]["code"], answers["error"]["message"])
        return [a["result"] if "result" in a else Refused(a["error"]["code"], a["error"]["message"]) for a in answers]

    def new(self, **params):
        """Begins a match: game, players, seed, seats, variant, readings, lang, logs."""
        return Match(self, self.call("new", **params))


class Match:
    """A match with its open question: seat, request, options, details, optional, least and most."""

    def __init__(self, engine, asked):
        self.engine, self.id = engine, asked["match"]
        self.take(asked)

    def take(self, asked):
        self.over = asked.get("over") is not None
        self.seat, self.request = asked.get("seat"), asked.get("request")
        self.options, self.optional = asked.get("options", []), asked.get("optional", False)
        self.details = asked.get("details")  # of each option, if two have the same id
        self.least, self.most = asked.get("least", 1), asked.get("most", 1)

    def call(self, method, **params):
        return self.engine.call(method, match=self.id, **params)

    def act(self, *choice):
        """Answers the question by numbers or ids of options; None or nothing declines."""
        self.take(self.call("act", answer=[c for c in choice if c is not None]))

    def act_first(self, choices=None, decline_first=False):
        """Gives the first legal answer with these options, by default all; declines if there is no other, or first."""
        choices = list(range(len(self.options))) if choices is None else choices
        sizes, none = list(range(max(self.least, 1), self.most + 1)), [0] * (self.optional or self.least == 0)
        sizes = none + sizes if decline_first else sizes + none
        for size in sizes:
            for choice in itertools.combinations_with_replacement(choices, size):  # equal cards are one option
                try:
                    return self.act(*choice)
                except Refused as refused:  # nothing has changed
                    if refused.code != 1:
                        raise
        raise ValueError("none of the choices is legal")

    def act_random(self, lots=random):
        """Gives a legal answer at random; lots is a random.Random."""
        n = len(self.options)
        decline = self.optional and lots.randrange(n + 1) == n  # the rules can refuse it, as any answer
        return self.act_first(lots.sample(range(n), n), decline)

    def view(self, seat=None, **params):
        return self.call("view", seat=seat or self.seat or "", **params)

    def question(self):
        return self.call("question")

    def result(self):
        return self.call("result")

    def clone(self):
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.id = self.call("clone")["match"]
        return twin

    def guess(self, seed=0, seat=None):
        """A copy as a seat knows it: what is hidden from it is dealt anew, and dice and bots draw from the seed."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.id = self.call("guess", seed=seed, **({"seat": seat} if seat else {}))["match"]
        return twin

    def drop(self):
        self.call("drop")
