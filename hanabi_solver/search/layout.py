"""How the search packs a state: one page of layout, shared by every jitted function.

Card types
    A card face is a *type*: bit ``(step - 1) * suits + suit`` of a mask, where the step is the height of
    the stack with this card on it (the rank, unless the suit is reversed). So the lowest set bit of a mask
    is its lowest step, the highest its highest, and "one step up" is a shift by ``suits``. 6 suits x 5
    ranks make 30 bits. Every number here is an int64.

State
    ``played``  types on the stacks; with ``low`` the types of step 1, the next card of every suit is
                ``(played << suits | low) & ~played``; the score is the number of bits.
    ``clock``   deck index of the next card to draw; with ``n`` cards in the deck, ``n + t`` says that
                the pile is empty and ``players - t`` turns of the final round are left. The game is
                over at ``n + players``. In all or nothing, which has no final round, it stays at ``n``.
    ``hands``   one number a seat: bits 0-29 the useful types held, once each. What else the seat holds
                (trash and second copies) is a count: hand size minus the number of bits. Only with
                the dominance "one copy" off, bits 30-59 are the types of which it holds two. In all or
                nothing hands shrink: bits 30-59 are then the number of cards held ("one copy" is on).
    ``tokens, strikes, seat`` as they are; strikes stay 0 in relaxed mode, and tokens are 0 where no move
    needs them any more: with free clues, and in the final round (with the dominance "pass").

Frames
    The explicit stack is an array, one row a ply, with the columns below. ``PENDING_*`` hold the moves
    not tried yet, ``MOVE`` the move being tried, ``SEATS_TRIED`` the number of seats whose moves are
    all tried (free clues).

Table entries
    Word 0: played (bits 0-29), clock (30-36), seat (37-39), tokens (40-47), strikes (48-55),
    generation (56-63). Then the hands, two a word (bits 0-29 and 30-59; one a word without "one copy"
    and in all or nothing).
    That is the whole state: nothing rests on a hash. In relaxed mode the tokens are not part of the
    key but the value: the most tokens with which this state is known to fail. With free clues any seat
    may act next until the pile is empty: the seat is then ``ANY_SEAT``. An entry of another
    generation counts as empty, so a table serves many targets and deals without being cleared.
"""

# Columns of a frame: the state with up to six hands from HANDS on, then what follows from it.
PLAYED, CLOCK, TOKENS, STRIKES, SEAT = 0, 1, 2, 3, 4
HANDS = 5
# Loops over seats always take all six (the hands of seats that are not there are 0): they need no count.
MOST_SEATS = 6
REACHED, PENDING_PLAYS, PENDING_DISCARDS, PENDING_STRIKES, PENDING_OTHER, MOVE = 11, 12, 13, 14, 15, 16
SEATS_TRIED = 17
FRAME_WIDTH = 18

# Bits of PENDING_OTHER.
WANT_CLUE, WANT_TRASH, WANT_PASS, WANT_STRIKE, CLUE_FIRST, WANT_TOP, WANT_TOP_AWAY = 1, 2, 4, 8, 16, 32, 64

# A move code is a kind plus the bit number of its type, where it has one: play a card, discard a
# useful card, discard trash, clue, any turn of the final round that plays nothing, misplay a useful
# card, misplay trash, take the last card of the draw pile from there (it is played if it fits, else
# discarded), discard it from there though it fits. At the token limit a discard means a misplay in exact
# mode, and gains nothing in relaxed mode.
NO_MOVE, PLAY, DISCARD, TRASH, CLUE, PASS, STRIKE, STRIKE_TRASH = 0, 64, 128, 192, 256, 320, 384, 448
TOP, TOP_AWAY = 512, 576
KIND_MASK, TYPE_MASK = 960, 63

# Indices of the parameter array.
PLAYERS, SUITS, RANKS, DECK_SIZE, HAND_SIZE, TOKEN_LIMIT, STRIKE_LIMIT = 0, 1, 2, 3, 4, 5, 6
ALL_TYPES, LOW, TARGET, EXACT, KEEPS_SCORE, DOMINANCES, FLIP, CLUE_AT = 7, 8, 9, 10, 11, 12, 13, 14
CLUE_COST, SUIT_REGAINS, DECK_PLAYS, FREE_CLUES = 15, 16, 17, 18
# ENDLESS: there is no final round. NEEDED: the least number of types that must stay reachable. EMPTY_CLUES:
# a seat without a card can be clued.
# PLAYS_AT_LIMIT: the types that may be played with all tokens there.
ENDLESS, NEEDED, EMPTY_CLUES, PLAYS_AT_LIMIT = 19, 20, 21, 22
PARAMS_WIDTH = 23

# Switches in params[DOMINANCES] (docs/method.md, D1 to D5).
TRASH_FIRST, ONE_COPY, STRIKE_AT_LIMIT, LAST_ROUND_PASS, SINGLE_HAND = 1, 2, 4, 8, 16
ALL_DOMINANCES = 31

# Counters: kept in one array, so that a search can stop and go on.
DEPTH, NODES, RANDOM, USED = 0, 1, 2, 3
COUNTERS_WIDTH = 4

# Word 0 of a table entry.
CLOCK_SHIFT, SEAT_SHIFT, TOKENS_SHIFT, STRIKES_SHIFT, GENERATION_SHIFT = 30, 37, 40, 48, 56
ANY_SEAT = 7
TYPES_MASK = (1 << 30) - 1
BYTE = 255
TOKENS_FIELD = BYTE << TOKENS_SHIFT
HAND_SHIFT = 30

# What a kernel call returns.
RUNNING, FOUND, EXHAUSTED = 0, 1, 2

# What attempts change, in turn: with tokens for how many clues a clue is tried before a discard if somebody
# else can play.
CLUES_AT_HAND = (4, 8, 2, 6, 0)
