"""How the search over unknown orders packs a state: one page of layout, shared by every jitted function.

Suits
    A suit that has cards due is one number: a field of ``FIELD`` bits for each card of its *chain*, the
    cards from the next one up to the highest that can still be played, the next one lowest. In a field,
    bits 0-5 say which seats hold a copy, counted from the seat to move (bit 0), and bits 6-9 how many
    copies are in the pile. A card of the chain has a copy somewhere, so its field is not 0, and the chain
    ends with the first field that is. ``WHOLE`` says that the chain ends with the suit's last card. A
    second copy in one hand counts as trash. Suits that have no card due at the start are left out.

State
    The suits, the number of cards in the pile, clue tokens, strikes that may still fall (the last one
    included), points that are needed. What else the pile holds is trash: its size less the copies of the
    chains. What else a hand holds is trash: its size less its bits. Neither a suit's name nor a seat's
    matters, nor the score.

Table entries
    The suits in falling order (so that suits of equal chains are one), ``META``, and the lower and upper
    limit on the orders won. That is the whole state: nothing rests on a hash. Only states with cards in
    the pile are kept, so ``META`` is not 0.
"""

FIELD, HELD_BITS, MOST_STEPS = 10, 6, 5
COUNT_SHIFT = HELD_BITS
ONE_COPY_IN_PILE = 1 << COUNT_SHIFT
MOST_IN_PILE = (1 << FIELD - HELD_BITS) - 1
FIELD_MASK = (1 << FIELD) - 1
HELD_MASK = (1 << HELD_BITS) - 1
LOWEST_BITS = sum(1 << FIELD * step for step in range(MOST_STEPS))
HELD_MASKS = HELD_MASK * LOWEST_BITS
WHOLE = 1 << FIELD * MOST_STEPS
CHAIN = WHOLE - 1

# Columns of a frame: the state, what of it is known, the window, and the move being looked at.
SUITS = 0
MOST_SUITS = 6
PILE, TOKENS, STRIKES, NEEDED = 6, 7, 8, 9
STATE_WIDTH = 10
KNOWN_LOW, KNOWN_HIGH, ALPHA, BETA = 10, 11, 12, 13
# The most that a move is known to win, and the most that one tried so far could.
BEST_LOW, BEST_HIGH = 14, 15
MOVES, MOVE_AT, OUTCOMES, SUM_LOW, SUM_HIGH = 16, 17, 18, 19, 20
# The state after the move and before its draw, in the columns of a state.
AFTER = 21
FRAME_WIDTH = AFTER + STATE_WIDTH

# A move is a kind plus, where it has a card, ``suit * 8 + step of its chain``.
NO_MOVE, PLAY, TRASH, DISCARD, CLUE, STRIKE_TRASH, STRIKE, TOP = 0, 64, 128, 192, 256, 320, 384, 448
KIND_MASK, CARD_MASK = 960, 63
# More than a seat can have: plays, discards and misplays of 30 types, and what has no card.
MOST_MOVES = 72

# Columns of an outcome: the card drawn (as in a move; NOTHING for trash and for a clue), in how many ways,
# and the limits on the orders won after it.
CARD, WAYS, LOW, HIGH = 0, 1, 2, 3
OUTCOME_WIDTH = 4
NOTHING = 63
MOST_OUTCOMES = 32

# Indices of the parameters.
PLAYERS, SUIT_COUNT, HAND_SIZE, TOKEN_LIMIT, CLUE_COST, SUIT_REGAINS = 0, 1, 2, 3, 4, 5
DECK_PLAYS, DISCARD_AT_LIMIT, KEEPS_SCORE, CAN_BE_PERFECT, SWITCHES = 6, 7, 8, 9, 10
PARAMS_WIDTH = 11

# Switches in params[SWITCHES] (docs/method.md).
TRASH_FIRST, STRIKE_AT_LIMIT, LONE_AT_BOTTOM, SPARE_STRIKES = 1, 2, 4, 8
ALL_SWITCHES = 15

# Counters.
DEPTH, PHASE, NODES, USED, RESULT_LOW, RESULT_HIGH = 0, 1, 2, 3, 4, 5
COUNTERS_WIDTH = 6
# Phases: a state is entered, a move is taken, an outcome of it is looked at, a state is left.
ENTER, NEXT_MOVE, NEXT_OUTCOME, LEAVE = 0, 1, 2, 3
# What a call of the search returns.
RUNNING, DONE = 0, 1

# Fields of META.
TOKENS_AT, STRIKES_AT, NEEDED_AT = 8, 16, 24
BUCKET = 4
MOST_PILE = 20
