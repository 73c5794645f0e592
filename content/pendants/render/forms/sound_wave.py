"""Nine rows of swell under a plain sky, in a soft-cornered square."""
import cv2
import numpy as np
from mathutils import Vector

import boards
import materials
import solids

BAIL = (0, 0.1, 12)
MARK = dict(at=(12, 0.15, 0), normal=(1, 0, 0), up=(0, -1, 0), width=13.5, height=1.9)
EDGE = dict(gaze=(1, -0.5, -0.2), up=(0, -1, 0))
# The sky alone: in one board that wide, the sea would look flat.
EDGE_BOARDS = [((0, -1, 7.3), (0, -1, 0), dict(
    far=60, angle=-25, spread=1.2, outline=[(-15, 0, -4.2), (15, 0, -4.2), (15, 0, 6.5), (-15, 0, 6.5)],
    stops=[(-8, 0.6), (4, 1.3), (7, 3.0), (7.6, 3.2), (8, 0.15), (13, 0.7), (20, 0.8)]))]

# The sky mirrors one softbox, aslant, that breaks off at a black card.
BOARDS = [((0, -1, 0), (0, -1, 0), dict(
    far=60, side=90, angle=-35, spread=1.2, stops=[(-45, 1.2), (-15, 0.7), (-6, 1.8), (-3, 2.7), (-2, 2.7), (-1.7, 0.1),
                                                   (2, 0.2), (8, 1.1), (13, 0.6), (24, 0.3), (45, 0.3)]))]

THREE_QUARTER = (0.25, -0.79, -0.53)
TILTED_LIGHT = dict(key=0.6)


def _tilted():
    """From the lower right: the sky as in the front view, below it a gradient for the rim and for what of the sea
    is level, a narrow lamp over the sea that draws a path of glints, and a strip of light along each side of the slab.
    """
    sky, path = ([Vector((x, 0, z)) for x, z in ((-a, -b), (a, -b), (a, b), (-a, b))] for a, b in ((11, 4), (5.5, 20)))
    found = [
        ((0, -1, 8), (0, -1, 0), dict(
            far=60, outline=sky, angle=-35, spread=1.2, stops=[(-20, 1.3), (-12, 1.0), (-6, 2.3), (-4, 3.1), (-3.7, 0.06),
                                                               (-1, 0.12), (6, 1.2), (10, 0.5), (14, 0.1)])),
        ((0, -1, 0), (0, -1, 0), dict(
            far=75, side=110, angle=-65, stops=[(-15, 1.2), (-11, 2.2), (-9, 0.9), (-3, 0.6), (3, 1.0), (9, 0.4), (16, 0.15)])),
        ((-1, -1, -4), Vector((0, -1, 0.36)).normalized(), dict(
            far=55, margin=1, outline=path, shares=True, angle=boards.angle((1, 0, 0), THREE_QUARTER),
            stops=[(0, 0.1), (0.32, 5.8), (0.68, 5.8), (1, 0.1)])),
    ]
    for normal, along, fade in (((0, 0, -1), (1, 0, 0), [(-12, 0.4), (0, 0.8), (11, 1.2)]),
                                ((1, 0, 0), (0, 0, 1), [(-12, 1.0), (0, 0.7), (12, 0.2)])):
        normal, along = Vector(normal), Vector(along)
        side = [along * a + Vector((0, y, 0)) for a, y in ((-12, -1.7), (12, -1.7), (12, 1.7), (-12, 1.7))]
        found.append((normal * 12, normal, dict(
            far=16, spread=1.5, margin=1.6, outline=side, shares=True, angle=boards.angle(along, THREE_QUARTER) + 90, across=fade,
            stops=[(0.2, 0.5), (0.36, 0.06), (0.44, 2.6), (0.56, 3.0), (0.6, 0.06), (0.8, 0.3)])))
    return found


TILTED = _tilted()

ROWS = 9
RELIEF, LEVEL = 0.74, -0.006  # Of the swell, so that the gold weighs what the catalog says.
CALM, SHORE = 0.26, 4.2  # How high the sea lies along the rim, and how far from it that is felt; mm.
HORIZON = 92 / 250  # Share of half the height, above the middle.


def cushion(radius, steps):
    """A rounded square, |x|^5 + |z|^5 = r^5, counterclockwise, evenly walked."""
    turn = np.linspace(0, 2 * np.pi, 4001)[:-1]
    bend = lambda v: np.sign(v) * np.abs(v) ** 0.4  # noqa: E731
    dense = radius * np.stack([bend(np.cos(turn)), bend(np.sin(turn))], -1)
    step = np.linalg.norm(np.diff(dense, axis=0, append=dense[:1]), axis=1)
    way = np.concatenate([[0], np.cumsum(step)])
    closed = np.concatenate([dense, dense[:1]])
    at = np.linspace(0, way[-1], steps, endpoint=False)
    return np.stack([np.interp(at, way, closed[:, i]) for i in (0, 1)], -1)


def sea(x, down):
    """The swell at a place, both from the middle of the horizon in shares of half the width: its height
    from 0 in a trough to 1 on a crest, and how tall it stands there, in mm.

    Crests are long lines across the whole field, close at the far end and wide apart at the near one;
    they sway more the nearer they are, so the first, the horizon, is one straight line.
    """
    near = np.clip(down / (1 + HORIZON), 0, 1)
    row = ROWS * near ** 0.66
    long = 0.62 + 0.55 * near
    sway = 0.17 * np.sin(2 * np.pi * x / long + 2.4 * row) + 0.07 * np.sin(2 * np.pi * x / (long * 0.56) - 1.7 * row + 1)
    row = row + sway * np.clip(near / 0.35, 0, 1) ** 1.3
    share = row % 1
    # Steep toward the viewer, long behind: crests are edges, troughs are round.
    share = share ** 0.78
    bow = np.sqrt(np.sin(np.pi * share) ** 2 + 0.006)
    swell = 0.82 + 0.18 * np.sin(2 * np.pi * x / (1.7 * long) + 0.9 * row)
    return 1 - bow, (0.16 + 0.92 * near ** 0.8) * swell


def build(size):
    half = size.width / 2
    back, front = size.depth / 2, -size.depth / 2
    polished = materials.gold('polished')
    outline = cushion(half, 1400)

    rim_top, floor = front + 0.35, front + 0.88
    profile = solids.rounded(
        [(1.6, back), (0, back), (0, rim_top), (1.0, rim_top), (1.12, floor + 0.6)], 0.32, 8)
    rim = solids.sweep('rim', outline, profile, polished)
    plate = solids.disc('back', cushion(half - 1.5, 400), back, polished)

    # The field runs in under the rim, so its stepped border is never seen.
    reach = half - 0.55
    count = 680
    xs = np.linspace(-reach, reach, count)
    zs = np.linspace(-reach, reach, count)
    x, z = np.meshgrid(xs, zs)
    down = HORIZON - z / half
    share, tall = sea(x / half, down)
    water = down >= 0
    sky = 0.10 * (1 - (x / half) ** 2) - 0.05
    height = np.where(water, LEVEL + tall * share * RELIEF + 0.30 * np.clip(down, 0, 2) / (1 + HORIZON), sky)
    polish = np.where(water, np.clip(0.15 + 1.7 * share, 0, 1), 1)
    # Toward the rim the sea calms down bit by bit: no crest reaches over it, and none breaks off.
    shore = np.clip((half - (np.abs(x) ** 5 + np.abs(z) ** 5) ** 0.2 - 0.95) / SHORE, 0, 1)
    shore = 0.4 + 0.6 * shore * shore * (3 - 2 * shore)
    height = np.where(water, CALM + (height - CALM) * shore, height)
    # Steps finer than the mesh would come out as saw teeth.
    height = cv2.GaussianBlur(height, (0, 0), 1.2)
    y = floor - height
    inside = (np.abs(x) ** 5 + np.abs(z) ** 5) < (half - 0.6) ** 5
    points = np.stack([x, np.maximum(y, front), z], -1)
    field = solids.grid('swell', points, materials.gold('varied'), keep=inside[:-1, :-1])
    solids.paint(field, 'polish', polish)
    return solids.group('sound wave', [rim, plate, field])
