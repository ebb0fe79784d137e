"""What a browser may say at a table: one JSON object per frame, checked here and nowhere else.

From the browser (text, at most MAX_FRAME bytes). `aid` is the browser's own id of a move, at most 40 of [A-Za-z0-9_-],
unique at its seat for the whole round (page id + counter); a move sent twice counts once.

    {"t": "hello"}                                  asks for the whole board
    {"t": "ping", "c": 1234}                        heartbeat; `c` comes back
    {"t": "ready", "aid": "k3x-1"}                  I'm ready: for this round, or, when it is over, for the next one
    {"t": "draw", "aid": "k3x-2", ...measured}
    {"t": "play", "aid": "k3x-3", "id": "c17", "seq": 141, ...measured}
    {"t": "sort", "aid": "k3x-4"}                   hand by number, then step
    {"t": "pass", "aid": "k3x-5"}                   turns only
    {"t": "seen", "p": 77, "s": [...]}              paint times, every 5 s

    measured, all optional, whole ms on the browser's own clock:
    "rtop"  pointerdown minus the paint of the top card named by seq       "hold"  release minus press
    "rprev" pointerdown minus the paint of the top card before it          "by"    touch, mouse, pen, key or click
    "rhand" pointerdown minus the paint of the own hand's last change      "vis"   v or h: was the page visible all the time
    "p"     the page's own random number: times of one p are on one clock
    "s"     what was painted or hidden since the last frame, [what, number, ms since the page's start] each:
            ["t", 142, 1830] top card 142 painted; ["h", 18, 2100] the hand after its 18th own change painted;
            ["x", 0, 2500] page hidden; ["v", 0, 4000] page visible again

To the browser: text that starts with `<` is fragments, each replaces the element with its id; text that starts with `{`:

    {"t": "ok", "aid": "k3x-3", "n": 57, "html": "<..."}                      done, saved; html = what changed for you
    {"t": "no", "aid": "k3x-3", "n": 57, "why": "wrong", "say": "7 does not fit on 4 ±2.", "ms": 1500, "html": ""}
    {"t": "pong", "c": 1234, "s": 1763640000000, "n": 57}                      server time (ms since 1970), last visible n
    {"t": "goto", "url": "/table/BCDFGHJK/"}

Close codes: 4400 three bad frames, 4401 not signed in, 4404 no such table for you, 4409 opened elsewhere, 1012 restart.
"""
