"""Compass Coin: a beaded rim, degree marks and a sixteen-point rose; a reeded edge."""
import numpy as np
from mathutils import Vector

import boards
import materials
import solids

BAIL = (0, 0, 12.45)
MARK = dict(at=(12.42, 0, 0), normal=(1, 0, 0), up=(0, -1, 0), width=9.6, height=2.1)
EDGE = dict(gaze=(1, -0.5, -0.1), up=(0, -1, 0))

# The slopes of the rose that are turned away mirror the dark side of the room; they stay gold.
WALLS = dict(dark=0.16, light=1.0)

PANEL = np.radians(25)  # Half the angle of the plain panel in the edge.
BEADS, REEDS = 60, 180

WIDE, DEEP = 25.0, 3.5  # Millimeters, as in the catalog.
FIELD = 0.95  # How far the field lies below the beads, in mm.
# Of the rose: how many points, the first one's direction and length, its shoulder and waist, its share of the height.
TIERS = ((8, 22.5, 112, 12, 60, 0.62), (4, 45, 146, 22.5, 52, 0.82), (4, 0, 190, 45, 44, 1.0))


def _place(radius, degrees, height, unit, field):
    turn = np.radians(degrees)
    return np.array((radius * unit * np.cos(turn), field - height, radius * unit * np.sin(turn)))


def courses(gaze=(0, -1, 0), dim=0.36, wide=3, fall=7, bright=2.9):
    """Fine circles spread a strip of light to two bright wedges, as on a turned disc. Both slopes of a point of the
    rose have boards of their own: light breaks off halfway to the tip.
    """
    unit, field = WIDE / 500, -DEEP / 2 + FIELD
    found = [((0, -1, 0), (0, -1, 0), dict(
        far=120, side=150, angle=45, stops=[(-75, 1.25 * dim), (-fall - wide, dim), (-wide, bright), (wide, bright),
                                            (fall + wide, dim), (75, 1.25 * dim)],
        across=[(-75, 0.25), (0, 0.8), (75, 1.4)]))]
    for count, first, long, shoulder, waist, share in TIERS:
        for at in range(count):
            angle = first + at * 360 / count
            for side in (-1, 1):
                corners = np.array([_place(0, 0, (FIELD - 0.22) * share, unit, field),
                                    _place(waist, angle + side * shoulder, 0.04 * share, unit, field),
                                    _place(long, angle, 0.05, unit, field)])
                normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
                normal *= -np.sign(normal[1]) / np.linalg.norm(normal)
                light = np.clip(0.5 + 3.5 * (normal @ np.array((-0.55, 0, 0.83))), 0, 1)
                course = [(0, 0.04 + 1.1 * light), (0.44, 0.05 + 3.0 * light), (0.50, 0.05 + 3.0 * light),
                          (0.51, 0.02 + 0.5 * light), (1, 0.12 + 1.2 * light)]
                middle = corners.mean(0)
                found.append((Vector(middle), Vector(normal), dict(
                    far=18, angle=boards.angle(corners[2] - corners[0], gaze), outline=corners - middle, shares=True,
                    stops=course)))
    return found


THREE_QUARTER = (0.25, -0.79, -0.53)
# Its edge mirrors the sheet and what is low beside it.
TILTED_LIGHT, TILTED_SHEET = dict(fill=0.5), dict(glow=(0.45, 0.85))
BOARDS, TILTED = courses(), courses(THREE_QUARTER, dim=0.17, wide=1.7, fall=2.5, bright=3.5)


def build(size):
    out = size.width / 2
    unit = out / 250
    back, front = size.depth / 2, -size.depth / 2
    polished = materials.gold('polished')
    field = front + FIELD
    flat = lambda r, y, turn: np.stack(  # noqa: E731
        [r * np.cos(turn), np.broadcast_to(y, r.shape), r * np.sin(turn)], -1)

    # The edge: reeds all around but for one plain panel at the right.
    turn = np.linspace(-np.pi, np.pi, REEDS * 16, endpoint=False)
    reed = np.abs(np.sin(turn * REEDS / 2)) ** 0.7
    plain = np.abs(turn) < PANEL
    cut = np.where(plain, out - (out - 0.08) / np.cos(np.clip(turn, -0.115, 0.115)), 0.0)
    # Inside the panel the wall is a flat plane where the mark stands, then follows the round.
    cut = np.where(plain, np.maximum(cut, 0.04), 0.34 * (1 - reed))
    profile = solids.rounded([(0.8, back), (0.16, back), (0, back - 0.16), (0, front + 0.16 + 0.3),
                              (0.16, front + 0.3), (0.5, front + 0.3)], 0.12, 4)
    rings = []
    for inset, y in profile:
        bite = np.clip(1 - inset / 0.16, 0, 1)
        rings.append(flat(out - inset - cut * bite, y, turn))
    edge = solids.grid('edge', np.stack(rings), polished, wrap_columns=True, sharp=55)

    # The face, turned: a rim, a channel for the beads, a ring, and a field of fine circles.
    face = solids.rounded(
        [(out - 0.3, front + 0.3), (out - 0.34, field + 0.05), (227 * unit, field + 0.05),
         (226 * unit, front + 0.42), (219 * unit, front + 0.42), (217 * unit, field)], 0.09, 4)
    r_field = np.linspace(216.5 * unit, 0.0, 1500)
    grooves = 0.0035 * np.cos(2 * np.pi * r_field / (7.4 * unit / 2))
    grooves *= (r_field < 191 * unit)
    face += list(zip(r_field, field + grooves))
    r, y = np.array(face).T
    sweep = np.linspace(0, 2 * np.pi, 720, endpoint=False)
    dish = np.stack([r[:, None] * np.cos(sweep), y[:, None] + 0 * sweep, r[:, None] * np.sin(sweep)], -1)
    turned = solids.grid('field', dish, polished, wrap_columns=True, sharp=60)
    plate = solids.disc('back', [(r * np.cos(a), r * np.sin(a)) for a in sweep
                                 for r in [out - 0.78]], back, polished)

    parts = [edge, turned, plate]
    parts.append(beads(234.5 * unit, 8.6 * unit, front, polished))
    parts.append(ticks(unit, field, polished))
    parts.append(rose(unit, field, front, polished))
    boss = np.linspace(0, np.pi / 2, 24)
    r, y = 17 * unit * np.cos(boss), (front + 0.62) - 0.55 * np.sin(boss)
    parts.append(solids.grid('boss', np.stack(
        [r[:, None] * np.cos(sweep), y[:, None] + 0 * sweep, r[:, None] * np.sin(sweep)], -1),
        polished, wrap_columns=True))
    return solids.group('compass coin', parts)


def beads(ring, radius, front, material):
    """Sixty beads, as one mesh; their tops are the highest of the coin."""
    lat = np.linspace(-0.35, np.pi / 2, 14)
    lon = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    points, faces = [], []
    for bead in range(BEADS):
        at = 2 * np.pi * bead / BEADS  # One is at the top, before the foot of the bail.
        shape = np.stack([
            ring * np.cos(at) + radius * np.cos(lat)[:, None] * np.cos(lon),
            front + radius - radius * np.sin(lat)[:, None] + 0 * lon,
            ring * np.sin(at) + radius * np.cos(lat)[:, None] * np.sin(lon)], -1)
        faces.append(solids.grid_faces(len(lat), len(lon), wrap_columns=True) + len(points) * shape.size // 3)
        points.append(shape.reshape(-1, 3))
    return solids.solid('beads', np.concatenate(points), np.concatenate(faces), material)


def ticks(unit, field, material):
    """Degree marks: a short bar every five degrees, a longer one every fifteen."""
    points, faces = [], []
    for degree in range(0, 360, 5):
        long = degree % 15 == 0
        a, b = 196 * unit, (213 if long else 205) * unit
        half, tall = (0.10, 0.17) if long else (0.065, 0.12)
        turn = np.radians(degree)
        along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        start = len(points)
        for r, w, y in ((a, half, field + 0.05), (b, half, field + 0.05), (a + 0.07, half * 0.5, field - tall), (b - 0.07, half * 0.5, field - tall)):
            for side in (-1, 1):
                p = along * r + across * w * side
                points.append((p[0], y, p[1]))
        faces += [tuple(start + i for i in quad) for quad in
                  ((4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5))]
    bars = solids.solid('degrees', points, faces, material, smooth=False)
    return solids.eased(bars, 0.03, 2)


def rose(unit, field, front, material):
    """Three tiers of points, each two slopes that meet in a ridge from the middle to the tip."""
    top = field - front - 0.22
    points, faces = [], []
    for count, first, long, shoulder, waist, share in TIERS:
        for at in range(count):
            angle = first + at * 360 / count
            def polar(*place):
                return _place(*place, unit, field)
            foot = len(points)
            points += [polar(0, 0, top * share), polar(waist, angle - shoulder, 0.04 * share),
                       polar(long, angle, 0.05), polar(waist, angle + shoulder, 0.04 * share),
                       polar(waist, angle - shoulder, -0.2), polar(long + 2, angle, -0.2),
                       polar(waist, angle + shoulder, -0.2)]
            faces += [tuple(foot + i for i in face) for face in
                      ((0, 1, 2), (0, 2, 3), (1, 4, 5, 2), (2, 5, 6, 3))]
    points_of = solids.solid('rose', points, faces, material, smooth=False)
    return solids.eased(points_of, 0.045, 2, 15)
