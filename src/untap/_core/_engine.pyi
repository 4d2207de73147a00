"""Types of the compiled core."""

from typing import Any

STREAM_VERSION: int

class IllegalAction(ValueError): ...
class CoreLimit(RuntimeError): ...

class CoreProgram:
    n_slots: int
    n_classes: int
    slot_names: tuple[str, ...]
    @property
    def fast(self) -> bool: ...
    def general_because(self) -> list[tuple[str, str]]: ...
    def __init__(self, arrays: dict[str, Any]) -> None: ...

class Snapshot:
    def __init__(self) -> None: ...

class Board:
    chooser: Any
    def __init__(self, program: CoreProgram, seed: Any = ...) -> None: ...
    def load(self, **values: Any) -> Any: ...
    def add_object(
        self,
        face: int,
        *,
        slot: int = ...,
        controller: int = ...,
        tapped: bool = ...,
        sick: bool = ...,
        token: bool = ...,
        attached: int = ...,
        counters: Any = ...,
        chosen_color: int = ...,
        chosen_sub: int = ...,
        chosen_name: int = ...,
        imprint: int = ...,
        phased: bool = ...,
        skip_untap: int = ...,
        commander: bool = ...,
    ) -> Any: ...
    def attach(self, i: int, host: int) -> Any: ...
    def add_card(self, slot: int, zone: Any) -> Any: ...
    def add_mana(self, mask: int, spend: int = ...) -> Any: ...
    def add_effect(
        self,
        list_: int,
        duration: int,
        source: int = ...,
        that: int = ...,
        holder: int = ...,
        over: bool = ...,
        controller: int = ...,
    ) -> Any: ...
    def activate(self, i: int, place: int, x: int = ...) -> Any: ...
    def activate_card(self, slot: int, ability: int, zone: Any = ..., x: int = ...) -> Any: ...
    def play_land(self, slot: int, face: int, zone: Any = ...) -> Any: ...
    def cast(self, slot: int, face: int, zone: Any = ..., way: int = ..., x: int = ..., kicks: int = ...) -> Any: ...
    def resolve_stack(self) -> Any: ...
    def resolve_one(self) -> Any: ...
    def advance(self, resolve: bool = ...) -> Any: ...
    def untap_step(self) -> Any: ...
    def untap(self, i: int) -> Any: ...
    def leave(self, i: int, zone: Any = ...) -> Any: ...
    def put_onto_battlefield(self, slot: int, face: int, zone: Any = ..., controller: int = ...) -> Any: ...
    def state_based_actions(self) -> Any: ...
    def attack(self, i: int, exert: bool = ...) -> Any: ...
    def deal_damage(self, first: bool = ...) -> Any: ...
    def begin_turn(self, player: int) -> Any: ...
    def set_controller(self, i: int, controller: int) -> Any: ...
    def set_counters(self, i: int, kind: int, n: int) -> Any: ...
    def doesnt_untap_next(self, i: int, times: int = ...) -> Any: ...
    def set_duration(self, number: int, duration: int) -> Any: ...
    def opponent_plays_land(self, face: int) -> Any: ...
    def set_timestamp(self, i: int, stamp: int) -> Any: ...
    def opening_hand_actions(self, what: Any) -> Any: ...
    def reveal_opening_hand(self, slot: int) -> Any: ...
    def order_waiting(self, order: Any) -> None: ...
    def priority(self) -> Any: ...
    def log_options(self, on: bool = ...) -> Any: ...
    def clear_log(self) -> Any: ...
    def draw(self, n: int) -> Any: ...
    def spend_pool(self) -> Any: ...
    @property
    def state(self) -> Any: ...
    def objects(self) -> list[dict[str, Any]]: ...
    def zone(self, name: Any) -> list[int]: ...
    def pool(self) -> Any: ...
    def pool_units(self) -> Any: ...
    def effects(self) -> Any: ...
    def stack(self) -> Any: ...
    def log_entries(self, start: int = ...) -> list[tuple[int, ...]]: ...
    def mana_available(self, limit: int = ..., instant: bool = ...) -> dict[str, Any]: ...
    def can_pay(self, cost: int, limit: int = ...) -> bool | None: ...
    def castable(
        self,
        kind: int,
        slot: int = ...,
        zone: Any = ...,
        this_turn: bool = ...,
        face: int = ...,
        limit: int = ...,
        *,
        x: int = ...,
        kicks: int = ...,
        keyword: int = ...,
        targets: int = ...,
    ) -> bool | None: ...
    def castable_together(self, slots: Any, limit: int = ...) -> bool | None: ...
    def max_x(self, kind: int, slot: int = ..., zone: Any = ..., face: int = ..., *, targets: int = ...) -> Any: ...
    def life_to_cast(self, kind: int, slot: int = ..., zone: Any = ..., face: int = ...) -> Any: ...
    def snapshot(self) -> Snapshot: ...
    def restore(self, kept: Snapshot) -> None: ...
    def begin_effects(
        self, list_: int, source: int = ..., that: int = ..., controller: int = ..., face: int = ...
    ) -> Any: ...
    def keep_effect(self, number: int, holder: int, over: bool = ...) -> Any: ...
    def castable_by_turn(self, kind: int, horizon: int, limit: int = ...) -> int | None: ...
    def land_plays_left(self) -> int: ...
    def could_produce(self, i: int) -> Any: ...
    def can_activate(self, i: int, place: int, x: int = ...) -> bool: ...
    def can_activate_card(self, slot: int, ability: int, zone: Any = ...) -> bool: ...
    def legal_actions(self) -> list[tuple[Any, ...]]: ...
    def apply(self, action: Any) -> Any: ...
    def total_cost(self, slot: int, face: int, zone: Any = ..., way: int = ..., x: int = ...) -> Any: ...
    def ways(self, slot: int, face: int, zone: Any = ...) -> Any: ...
    def matches(self, filter_: int, kind: int) -> Any: ...

def run_chunk(
    programs: Any,
    key: Any,
    first_game: int,
    n_games: int,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    general: bool = ...,
    node_limit: Any = ...,
    questions: Any = ...,
    slots: Any = ...,
    hands: Any = ...,
    aims: Any = ...,
    clock: Any = ...,
    counts: bool = ...,
) -> list[dict[str, Any]]: ...
def alike(a: CoreProgram, b: CoreProgram, slots_a: Any, slots_b: Any) -> list[int] | None: ...
def compare_chunk(
    programs: Any,
    key: Any,
    first_game: int,
    n_games: int,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    general: bool = ...,
    node_limit: Any = ...,
    questions: Any = ...,
    slots: Any = ...,
    shared: Any = ...,
    hands: Any = ...,
    aims: Any = ...,
    skip: bool = ...,
) -> Any: ...
def trace_game(
    program: Any,
    key: Any,
    game: int,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    node_limit: Any = ...,
    hands: Any = ...,
    aim: Any = ...,
    shake: Any = ...,
    clock: Any = ...,
) -> Any: ...
def watch_game(
    program: Any,
    key: Any,
    game: int,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    node_limit: Any = ...,
) -> Any: ...
def philox_block(k0: Any, k1: Any, c0: Any, c1: Any) -> Any: ...
def opening_size(kind: Any, taken: int, deck: int) -> int: ...
def draws_by_turn(turn: int, on_the_play: bool, opponents: int) -> int: ...
def sample_hands(
    program: Any,
    key: Any,
    first: int,
    n: int,
    deal: int,
    bottom: int = ...,
    table: Any = ...,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    horizon: Any,
    node_limit: Any = ...,
) -> Any: ...
def honest_values(
    program: Any,
    key: Any,
    game: int,
    kind: int,
    aims: Any,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    node_limit: Any = ...,
    limit: int = ...,
) -> Any: ...
def yardstick_games(
    program: Any,
    key: Any,
    first: int,
    wanted: int,
    most: int,
    kind: int,
    aims: Any,
    *,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    node_limit: Any = ...,
    hands: Any = ...,
    limit: int = ...,
) -> Any: ...
def answers(
    programs: Any,
    key: Any,
    first_game: int,
    n_games: int,
    *,
    questions: Any,
    turns: Any,
    order: Any,
    players: Any,
    life: Any,
    mulligan: Any,
    others: Any = ...,
    general: bool = ...,
    node_limit: Any = ...,
    slots: Any = ...,
) -> Any: ...
