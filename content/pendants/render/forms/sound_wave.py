"""Sound Wave: nine rows of swell under a plain sky, in a soft-cornered square."""
import cv2
import numpy as np

import materials
import solids

BAIL = (0, 0.1, 12)
MARK = dict(at=(12, 0.15, 0), normal=(1, 0, 0), up=(0, -1, 0), width=13.5, height=1.9)
EDGE = dict(gaze=(1, -0.5, -0.2), up=(0, -1, 0))

ROWS = 9
RELIEF = 0.66  # Of the swell's height, so that the gold weighs what the catalog says.
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


def crest(row, x, half):
    """How far below the middle the crests of a row lie, in mm: cusps that lean, round troughs."""
    near = row / ROWS
    length = (62 + 165 * near) / 250 * half
    level = -HORIZON * half + (3 + 338 * near ** 1.25) / 250 * half
    t = np.linspace(0, 1, 400)
    bx = 3 * (1 - t) ** 2 * t * 0.16 + 3 * (1 - t) * t ** 2 * 0.62 + t ** 3
    by = 3 * (1 - t) ** 2 * t * 0.8 + 3 * (1 - t) * t ** 2 * 1.3
    share = (x / length + row * 0.46) % 1
    depth = 0.23 * length if row else 0.1 * length
    dip = np.interp(share, bx, by)
    # Real crests are not points: the tip is eased over a twentieth of the wave.
    return level + depth * np.sqrt(dip ** 2 + 0.004)


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
    down = -z
    height = 0.12 * (1 - (x / half) ** 2) + 0.16 * np.clip((z / half - HORIZON), 0, 1)
    polish = np.ones_like(x)
    for row in range(ROWS):
        near = row / (ROWS - 1)
        top, below = crest(row, x, half), crest(row + 1, x, half)
        a, b = down - top, below - down
        here = a >= 0
        share = np.clip(a / np.maximum(a + b, 1e-3), 0, 1)
        tall = 0.26 + 0.62 * near
        lip = 0.10 + 0.20 * near
        rise = np.sqrt(np.clip(1 - (1 - np.clip(a / lip, 0, 1)) ** 2, 0, 1))
        fall = (1 - share) ** 1.55
        lines = 2 + row // 4
        furrow = (0.008 + 0.034 * near) * np.cos(2 * np.pi * lines * share ** 0.85) * np.sin(np.pi * share)
        level = -0.1 + 0.42 * near
        height = np.where(here, level + tall * (rise * fall) + furrow, height)
        polish = np.where(here, np.clip(1.6 - 2.4 * share, 0.0, 1), polish)
    height *= RELIEF
    # Steps finer than the mesh would come out as saw teeth.
    height = cv2.GaussianBlur(height, (0, 0), 1.2)
    y = floor - height
    inside = (np.abs(x) ** 5 + np.abs(z) ** 5) < (half - 0.6) ** 5
    points = np.stack([x, np.maximum(y, front), z], -1)
    field = solids.grid('swell', points, materials.gold('varied'), keep=inside[:-1, :-1])
    solids.paint(field, 'polish', polish)
    return solids.group('sound wave', [rim, plate, field])
