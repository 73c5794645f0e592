"""Low Sun: half a sun in thirteen folded rays, over one level bar of water."""
import numpy as np
from mathutils import Vector

import boards
import materials
import solids

BAIL = (0, 0.9, 8.75)
MARK = dict(at=(15, 0.3, -7.55), normal=(1, 0, 0), up=(0, -1, 0), width=2.3, height=2.8)
LIGHT = dict(fill=0.25, black=1.0)
THREE_QUARTER = (-0.32, -0.86, -0.40)
EDGE = dict(gaze=(0.8, -0.6, -0.42), up=(0, -1, 0))
EDGE_BOARDS = [((0, -1, 0), (0, -1, 0), dict(far=60, side=80, angle=-50, stops=[
    (-25, 0.6), (-12, 1.2), (-6, 2.8), (-4.2, 3.6), (-3.8, 0.25), (0, 0.5), (8, 1.3), (25, 0.8)]))]

RAYS = 13
MORE = 0.915  # mm of gold behind rays and sun, so that the piece weighs what the catalog says.

WIDE, HIGH = 30.0, 18.0  # Millimeters, as in the catalog.


def _light(normal):
    """How much a flank faces the light from above, 0 to 1."""
    return np.clip(0.5 + 3.0 * np.dot(normal, (-0.35, 0, 0.94)), 0, 1)


def _pane():
    """The dome of the sun mirrors one window at its upper left; it is round, so the board is far wider than its image."""
    aside, up = -1.25, 1.75
    outline = [Vector((x, 0, z)) for x, z in ((-0.95, -0.75), (0.95, -0.75), (0.95, 0.75), (-0.95, 0.75))]
    return Vector((aside, -2.5, -HIGH / 2 + WIDE / 10 + up)), Vector((0.055 * aside, -1, 0.055 * up)).normalized(), dict(
        far=24, spread=4.5, margin=1, angle=-60, outline=outline, shares=True, stops=[(0, 3.8), (1, 2.0)])


def _boards():
    """Every flank of a ray has its board: light falls from the rim to the sun and breaks off on one circle."""
    unit = WIDE / 500
    level = -HIGH / 2 + 50 * unit
    found = [((0, -2, level - 20 * unit), (0, -1, 0), dict(
        far=70, side=70, angle=-20, stops=[(-35, 1.3), (-14, 1.0), (-8, 2.6), (-4, 2.6), (-3.6, 0.12), (6, 0.15),
                                           (20, 1.1), (35, 0.5)]))]
    for ray in range(RAYS):
        angle = np.pi * (ray + 0.5) / RAYS
        out, aside = np.array((np.cos(angle), 0, np.sin(angle))), np.array((-np.sin(angle), 0, np.cos(angle)))
        for side in (1, -1):
            quarter = np.pi / RAYS / 4 * side
            def at(r, share, up):
                return r * unit * (np.cos(quarter * share) * out + np.sin(quarter * share) * aside) + (0, -up, level)
            middle = at(155, 1, 1.9)
            normal = np.array((0, -1, 0)) + side * 0.5 * aside
            normal /= np.linalg.norm(normal)
            outline = np.array([at(82, 0, 2.1), at(82, 2, 1.7), at(240, 2, 1.5), at(240, 0, 2.3)]) - middle
            light = _light(normal)
            course = [(-5, 0.04 + 0.5 * light), (-1, 0.05 + 1.1 * light), (1.8, 0.08 + 3.2 * light),
                      (2.5, 0.08 + 3.2 * light), (2.7, 0.03 + 0.3 * light), (6, 0.4 + 0.8 * light)]
            start = (middle @ out)
            found.append((middle, Vector(normal), dict(
                far=30, spread=2.2, angle=np.degrees(angle), outline=outline,
                stops=[(start + t, level) for t, level in course])))
    return found


def _tilted():
    """From the lower left. The bar is satin: what it mirrors is near, or it would be one tone."""
    unit = WIDE / 500
    level = -HIGH / 2 + 50 * unit
    found = [_pane()]
    for middle, normal, course in BOARDS[1:]:
        outline = course['outline']
        along = (outline[3] - outline[0]) / np.linalg.norm(outline[3] - outline[0])
        light = _light(normal)
        found.append((middle, normal, dict(
            far=30, spread=2.2, angle=boards.angle(along, THREE_QUARTER), outline=outline, shares=True,
            stops=[(0, 0.04 + 0.6 * light), (0.38, 0.05 + 1.5 * light), (0.62, 0.08 + 3.3 * light),
                   (0.67, 0.08 + 3.3 * light), (0.69, 0.03 + 0.3 * light), (1, 0.4 + 1.1 * light)])))
    low, top = -HIGH / 2, level + 2 * unit
    w, front = WIDE / 2, -2.5
    face = [(x, front, z) for x, z in ((-w, low), (w, low), (w, top), (-w, top))]
    under = [(x, y, low) for x, y in ((-w, front), (w, front), (w, -front), (-w, -front))]
    end = [(-w, y, z) for y, z in ((front, low), (-front, low), (-front, top), (front, top))]
    for corners, normal, course in (
            (face, (0, -1, 0), dict(margin=1.5, angle=-30, stops=[(0, 0.5), (0.2, 2.6), (0.32, 3.0), (0.34, 0.02),
                                                                  (0.6, 0.08), (0.86, 1.8), (1, 0.3)])),
            (under, (0, 0, -1), dict(margin=1.5, angle=0, stops=[(0, 0.4), (0.15, 0.05), (0.42, 0.05), (0.62, 1.0),
                                                                 (0.68, 1.2), (0.71, 0.05),
                                                     (1, 0.1)])),
            # The rounded edge between them mirrors a bar of light.
            ([(x, front + d, low - d) for x, d in ((-w, -1.6), (w, -1.6), (w, 1.6), (-w, 1.6))], (0, -1, -1),
             dict(margin=1.1, angle=0, stops=[(0, 1.0), (0.35, 3.0), (0.6, 3.0), (1, 0.6)])),
            (end, (-1, 0, 0), dict(margin=1.5, angle=90, stops=[(0, 0.1), (1, 2.0)]))):
        middle = np.mean(corners, 0)
        found.append((Vector(middle), Vector(normal), dict(far=14, outline=corners - middle, shares=True, **course)))
    return found


BOARDS = _boards()
TILTED = _tilted()


def build(size):
    unit = size.width / 500
    back, front = size.depth / 2, -size.depth / 2
    level = -size.height / 2 + 50 * unit  # Of the horizon.
    polished = materials.gold('polished')

    # Each ray is a fold: a ridge along its middle, a valley at either side, a rounded end.
    per_ray, steps = 40, 90
    share = np.linspace(0, RAYS, RAYS * per_ray + 1)
    within = share % 1
    angle = np.pi * share / RAYS
    tip = 222 + 28 * np.maximum(np.sin(np.pi * within), 0) ** 0.62
    t = np.linspace(0, 1, steps)[:, None]
    t = 1 - (1 - t) ** 1.6
    radius = 74 + (tip - 74) * t
    fold = 1 - np.sqrt((2 * within - 1) ** 2 + 0.006)
    # No steeper than 30 degrees: flanks of 45 degrees mirror each other and are an even orange.
    ridge = (0.22 + 0.70 * np.clip((radius - 74) / 150, 0, 1)) * fold
    belly = 1.35 + 0.75 * np.sin(np.pi * np.clip((radius - 40) / 270, 0, 1))
    edge = np.clip((tip - radius) * unit / 0.42, 0, 1)
    roll = np.sqrt(np.clip(1 - (1 - edge) ** 2, 0, 1))
    height = 0.35 + (belly + ridge + MORE - 0.35) * roll
    x, z = radius * unit * np.cos(angle), level + radius * unit * np.sin(angle)
    rays = np.stack([x, back - height, z], -1)
    wall = np.stack([x[-1], np.full(len(share), back), z[-1]], -1)[None]
    hub = np.stack([0 * x[-1], np.full(len(share), back), 0 * x[-1] + level], -1)[None]
    fan = solids.grid('fan', np.concatenate([rays, wall, hub]), polished)

    # The disc of the sun, a low dome with a step around it.
    turn = np.linspace(0, np.pi, 180)

    profile = [(84, 0.9), (84, 2.2), (83, 2.42), (81.5, 2.5), (79.5, 2.44), (78.5, 2.3)]
    profile += [(77.5 * np.cos(a), 2.32 + 1.05 * np.sin(a)) for a in np.linspace(0, np.pi / 2, 60)]
    r, h = np.array(profile).T
    r = r[:, None] * unit
    dome = np.stack([r * np.cos(turn), np.broadcast_to(back - MORE - h[:, None], (len(profile), len(turn))),
                     level + r * np.sin(turn)], -1)
    sun = solids.grid('sun', dome, polished, sharp=40)

    w, bottom, top = size.width / 2, -size.height / 2, level + 2 * unit
    box = [(sx, sy, sz) for sx in (-w, w) for sy in (front, back) for sz in (bottom, top)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    bar = solids.eased(solids.solid('bar', box, faces, materials.gold('burnished')), 0.34, 5)

    parts = [fan, sun, bar]
    # Light on the water: strokes that shorten and part toward the viewer; ripples at the sides.
    glints = '-74 70 10, -52 60 17, -62 34 24, -30 48 31, -38 16 38, -12 22 44'
    ripples = ('-238 -98 12, 96 238 12, -226 -84 20, 92 232 20, -238 -110 28, 78 220 28, '
               '-214 -70 36, 84 238 36, -236 -92 43, 60 210 43')
    for strokes, proud, thick in ((glints, 0.2, 0.27), (ripples, 0.0, 0.12)):
        for stroke in strokes.split(', '):
            a, b, down = map(float, stroke.split())
            parts.append(bead(a * unit, b * unit, level - down * unit, front, proud, thick,
                              polished))
    return solids.group('low sun', parts)


def bead(a, b, z, front, proud, thick, material):
    """A rounded stroke lying on the bar, sharp at its ends like light on water."""
    along = np.linspace(0, 1, 40)[:, None]
    turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
    swell = thick * np.sin(np.pi * along) ** 0.45 + 0.004
    x = a + (b - a) * along + 0 * turn
    points = np.stack([x, front - (proud * 0.2 + swell * np.cos(turn) * 0.9), z + swell * np.sin(turn)], -1)
    return solids.grid('stroke', points, material, wrap_columns=True)
