"""Easthaven without a stock is a game of counting: the loose game. Why, and what it is good for.

**Words.** A *joint* is a place where a card lies on one that it is not in sequence with: it does
not fit there, or the lower card lies face down. The card above the topmost joint of a column is an
*anchor*. *Open* are the anchors and all that lies above them, and all cards of columns that have no
joint; what is open and no anchor is *loose*. So every loose card lies in sequence on an open card,
or first in a column without joints.

**What moves do.** When the stock is gone, no move makes a joint. Cards that can move together lie
in sequence, so a move between columns either takes an anchor away with all that lies on it, and
breaks its joint for good, or takes a loose card with all that lies on it; that can be taken back at
once, since where it came from is left open or empty. Any number of cards moves as one. So a loose
card can go to any open card that it fits and on which nothing lies, or to any empty column,
whatever lies on it and wherever it is.

**Counting.** The cards of one rank and colour, at most two, fit only the at most two cards one
higher of the other colour, and nothing else fits those. If of such a pair f are loose and p of the
cards they fit are open, then at least max(0, f - p) of them lie first in columns; and if more do,
one of them fits an open card with nothing on it and can move there. Call the sum of max(0, f - p)
over all pairs *wanting*, and *spare* the number of columns without joints less that sum. By moves
that can be taken back we can always come to have *spare* empty columns.

1. *An anchor can be taken away if and only if* the columns without joints suffice when it is
   counted among the loose cards. Right after it has moved, it and all loose cards lie on cards that
   were open before or first in columns that had no joint, so that is needed. It suffices: either
   fewer cards of its pair are loose than there are open cards to lie on, and then one of these has
   nothing on it; or there is an empty column to be had.
2. *An open card that is next in its suit can go home if and only if* the columns suffice when
   nothing may lie on it while it is still there. That is needed just before it goes. It suffices: a
   card that lies on it can move to the other open card it fits, if that is free, or else to an
   empty column, which the count says is to be had.

Both depend on nothing but which joints there are and what is home; and these two, with the cards,
make the whole of the next count. So whether the game can be won depends on them alone: a position
of the loose game is the number of joints of each column and the cards at home of each suit, its
moves are those two, and it never comes back to where it was. Safe cards go home at once as ever, an
ace before a two that it may lie on. `easthaven.pyx` plays the choices on the position.

**With a stock: the easier game.** Take the cards that are still in the stock and put each aside,
face up, in a place of its own. It stays there until it goes home; other cards may be laid on it and
taken off it by the usual rules; its place is not used again; nothing is dealt. If the real game can
be won, so can this one. Cut the columns of the real game under every card that came from the stock;
let the easier game have each lowest piece in its column and every other at the place of its first
card. Play the line that wins the real game. A move of a card from the stock, with what lies on it:
play nothing. A move of another card: move it with what lies on it in its piece, which is part of
what moves in the real game, and in sequence. A card that is last in the real column is last in its
piece, and a column that is empty is empty here too, so it can go where it goes there. Cards are
turned up no later. A deal: play nothing. The pieces stay as said, and all cards come home.
So where the easier game is lost, the real one is. And the easier game is a loose game: a card set
aside is an anchor that can only go home, and its place never counts among the columns.
"""

from libc.stdint cimport int64_t, uint8_t, uint64_t

from winnable.solver.native.control cimport NONE, STOPPED, WON, Control
from winnable.solver.native.easthaven_position cimport (
    COLUMNS, HEIGHT, HOME, NOTHING, Keys, Position, fits, flip, is_joint, is_safe,
)
from winnable.solver.native.hash_set cimport Hash, HashSet, hash_set_add

cdef extern from *:
    int ones "__builtin_popcountll"(unsigned long long) noexcept nogil

cdef enum:
    UNKNOWN = 3          # the outcome of a search that used up its budget

cdef struct Loose:
    const Keys* keys
    Hash base
    int columns
    int joints[COLUMNS]
    uint64_t open[COLUMNS][HEIGHT]   # the open cards of a column, by the joints it has left
    uint8_t anchor[COLUMNS][HEIGHT]
    Hash under[COLUMNS][HEIGHT]      # a key for the anchor and all below it
    uint8_t home[4]
    uint64_t gone                    # the cards at home
    uint64_t aside                   # the cards of the stock; without any it is the real game
    int64_t budget                   # positions to examine before it gives up; below 0: no limit
    uint8_t choices[128]             # so far: a column whose anchor went, or HOME + a suit
    int depth


cdef inline void loosen(Loose* loose, const Position* position) noexcept nogil:
    """Set up the loose game of a position."""
    cdef int column, at, joints, card
    cdef Hash key
    loose.keys = position.keys
    loose.base = position.keys.loose
    flip(&loose.base, &position.keys.left[position.left])
    loose.columns = position.columns
    loose.depth = 0
    for column in range(position.columns):
        joints = 0
        key.a = key.b = 0
        loose.under[column][0] = key
        loose.open[column][0] = 0
        for at in range(position.height[column]):
            card = position.cards[column][at]
            flip(&key, &position.keys.lies[card][position.cards[column][at - 1] if at else <int> NOTHING])
            if is_joint(position, column, at):
                if fits(card, position.cards[column][at - 1]):
                    flip(&key, &position.keys.hidden[card])     # lest it pass for a sequence
                joints += 1
                loose.under[column][joints] = key
                loose.anchor[column][joints] = card
                loose.open[column][joints] = 0
            loose.open[column][joints] |= <uint64_t> 1 << card
        loose.joints[column] = joints
        for at in range(joints - 1, -1, -1):
            loose.open[column][at] |= loose.open[column][at + 1]
    loose.aside = loose.gone = 0
    for at in range(position.left):
        loose.aside |= <uint64_t> 1 << (position.stock - position.left)[at]
    for at in range(4):
        loose.home[at] = position.home[at]
        for card in range(position.home[at]):
            loose.gone |= <uint64_t> 1 << (4 * card + at)


cdef inline int wanting(uint64_t open, uint64_t anchors) noexcept nogil:
    """How many of the loose cards have to lie first in a column.

    A pair that is 1 short sets one bit of its rank's four, a pair that is 2 short two.
    """
    cdef uint64_t each = 0x1111111111111      # the lowest bit of every rank
    cdef uint64_t c = open & ~anchors, d = c >> 1, h = c >> 2, s = c >> 3
    cdef uint64_t on_c = open >> 4, on_d = on_c >> 1, on_h = on_c >> 2, on_s = on_c >> 3
    return ones(
        ((d | h) & ~(on_c | on_s) & each)
        | ((d & h & ~(on_c & on_s) & each) << 1)
        | (((c | s) & ~(on_d | on_h) & each) << 2)
        | ((c & s & ~(on_d & on_h) & each) << 3)
    )


cdef inline bint seen_has(const HashSet* seen, Hash hash) noexcept nogil:
    cdef uint64_t at = hash.a & seen.mask
    while seen.slots[at].a | seen.slots[at].b:
        if seen.slots[at].a == hash.a and seen.slots[at].b == hash.b:
            return True
        at = (at + 1) & seen.mask
    return False


cdef inline int choose(Loose* loose, HashSet* seen, Control control, int choice) noexcept nogil:
    """What comes of taking a column's anchor away, or of sending the next of a suit home.

    When it wins the real game, the choices are left as they are.
    """
    cdef int column = choice, suit = choice - HOME, card = 0, result
    if choice >= HOME:
        card = 4 * loose.home[suit] + suit
        loose.home[suit] += 1
        loose.gone |= <uint64_t> 1 << card
        column = loose.columns - 1
        while column >= 0 and not (
            loose.joints[column] and loose.anchor[column][loose.joints[column]] == card
        ):
            column -= 1
    if column >= 0:
        loose.joints[column] -= 1
    loose.choices[loose.depth] = choice
    loose.depth += 1
    result = search_loose(loose, seen, control)
    if result == WON and loose.aside == 0:
        return WON
    loose.depth -= 1
    if column >= 0:
        loose.joints[column] += 1
    if choice >= HOME:
        loose.home[suit] -= 1
        loose.gone ^= <uint64_t> 1 << card
    return result


cdef inline int search_loose(Loose* loose, HashSet* seen, Control control) noexcept nogil:
    """WON, NONE, STOPPED or UNKNOWN. What is proved lost is noted, and what is good news."""
    cdef uint64_t open = loose.aside, anchors = loose.aside, bit
    cdef Hash key = loose.base, good
    cdef int column, joints, suit, card, need, columns = 0, safe = -1, result = NONE
    for column in range(loose.columns):
        joints = loose.joints[column]
        open |= loose.open[column][joints]
        flip(&key, &loose.under[column][joints])
        if joints:
            anchors |= <uint64_t> 1 << loose.anchor[column][joints]
        else:
            columns += 1
    open &= ~loose.gone
    anchors &= open
    for suit in range(4):
        flip(&key, &loose.keys.home[suit][loose.home[suit]])
        card = 4 * loose.home[suit] + suit
        if card < 52 and open >> card & 1 and is_safe(loose.home, card):
            if safe < 0 or card < 4:
                safe = suit
    if safe >= 0:
        return choose(loose, seen, control, HOME + safe)
    if open == 0:
        return WON
    if seen_has(seen, key):
        return NONE
    good = key
    flip(&good, &loose.keys.good)
    if loose.aside and seen_has(seen, good):
        return WON
    if control.must_stop(seen.count):
        return STOPPED
    if loose.budget == 0:
        return UNKNOWN
    loose.budget -= 1
    for column in range(loose.columns):
        joints = loose.joints[column]
        if joints and result == NONE:
            bit = <uint64_t> 1 << loose.anchor[column][joints]
            if wanting(open, anchors & ~bit) <= columns:
                result = choose(loose, seen, control, column)
    need = wanting(open, anchors)
    for suit in range(4):
        card = 4 * loose.home[suit] + suit
        if card < 52 and open >> card & 1 and result == NONE:
            bit = <uint64_t> 1 << card
            # The card itself, moved or not, wants no more and no less: only those that fit it do.
            if need + wanting(open & ~bit, anchors) - wanting(open, anchors | bit) <= columns:
                result = choose(loose, seen, control, HOME + suit)
    if result == NONE or (result == WON and loose.aside):
        if hash_set_add(seen, key if result == NONE else good) < 0:
            return STOPPED
    return result
