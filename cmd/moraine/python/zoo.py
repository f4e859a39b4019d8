"""An environment of PettingZoo (AEC) for any game, over `moraine engine`.

    import zoo
    e = zoo.env("glacier", players=2)
    e.reset(seed=7)
    for agent in e.agent_iter():
        observation, reward, terminated, truncated, info = e.last()
        e.step(None if terminated or truncated else e.action_space(agent).sample(observation["action_mask"]))

An agent is a seat. An action is the number of an option of the open question, or the last number, `most_options`, which
ends a list or declines: a list is chosen option by option. observation["view"] is the table as the seat sees it, by ids,
observation["options"] the ids of the options; features for learning are yours to make of it. The
winners share a reward of 1.
"""

import moraine

try:
    from gymnasium.spaces import Discrete
    from pettingzoo import AECEnv
except ImportError:  # enough of both to play and to test without them
    import random

    class AECEnv:
        def agent_iter(self):
            while self.agents:
                yield self.agent_selection

        def last(self, observe=True):
            agent = self.agent_selection
            return (
                self.observe(agent) if observe else None,
                self._cumulative_rewards[agent],
                self.terminations[agent],
                self.truncations[agent],
                self.infos[agent],
            )

        def _accumulate_rewards(self):
            for agent, reward in self.rewards.items():
                self._cumulative_rewards[agent] += reward

        def _deads_step_first(self):
            dead = [a for a in self.agents if self.terminations[a] or self.truncations[a]]
            if dead:
                self.agent_selection = dead[0]
            return self.agent_selection

        def _was_dead_step(self, action):
            if action is not None:
                raise ValueError("when an agent is dead, the only valid action is None")
            agent = self.agent_selection
            for values in (self.terminations, self.truncations, self.rewards, self._cumulative_rewards, self.infos):
                del values[agent]
            self.agents.remove(agent)
            self._deads_step_first()

    class Discrete:
        def __init__(self, n):
            self.n = n

        def sample(self, mask=None):
            return random.choice([i for i in range(self.n) if mask is None or mask[i]])


class MoraineEnv(AECEnv):
    metadata = {"name": "moraine_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game, players=0, most_options=64, most_tries=100, engine=None, **params):
        self.engine = engine or moraine.Engine(game)
        self.params, self.most_options, self.most_tries = dict(params, players=players), most_options, most_tries
        self.possible_agents = self.engine.call("game")["seats"][: players or None]
        self.render_mode, self.match = "ansi", None

    def action_space(self, agent):
        return Discrete(self.most_options + 1)

    def reset(self, seed=None, options=None):
        if self.match:
            self.match.drop()
        self.match = self.engine.new(seed=0 if seed is None else seed, **self.params)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent):
        asked = not self.match.over and agent == self.match.seat
        return {
            "view": self.match.view(agent),
            "options": self.match.options if asked else [],
            "chosen": list(self.chosen) if asked else [],
            "action_mask": self._mask() if asked else [0] * (self.most_options + 1),
        }

    def _mask(self):
        """Marks the options, and the last action if the answer may end here. The rules can still refuse an answer."""
        n = len(self.match.options)
        if n > self.most_options:
            raise ValueError("%d options; give most_options=%d" % (n, n))
        full = len(self.chosen) >= self.match.most
        ends = len(self.chosen) >= self.match.least if self.chosen else self.match.optional or n == 0
        mask = [int(not full)] * n + [0] * (self.most_options - n) + [int(ends)]
        return mask if any(mask) else mask[:-1] + [1]

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            return self._was_dead_step(action)
        self._cumulative_rewards[agent] = 0
        self.rewards = dict.fromkeys(self.agents, 0)
        self.infos[agent] = {}
        if action != self.most_options:
            self.chosen.append(int(action))
            if len(self.chosen) < self.match.most:
                return
        try:
            self.match.act(*self.chosen)
        except moraine.Refused as refused:  # nothing has changed: the agent is asked again
            self.infos[agent]["refused"] = str(refused)
            self.chosen = []
            self.tries += 1
            if self.tries >= self.most_tries:  # an agent that finds no legal answer must not hang the training
                self.match.act_first()
                self._ask()
            return
        self._ask()

    def _ask(self):
        self.chosen, self.tries = [], 0
        if not self.match.over:
            self.agent_selection = self.match.seat
            return
        winners = self.match.result().get("winners", [])
        self.rewards = {agent: 1 / len(winners) if agent in winners else 0 for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self):
        return self.match.view(text=True)["text"]

    def close(self):
        self.engine.close()


env = MoraineEnv
