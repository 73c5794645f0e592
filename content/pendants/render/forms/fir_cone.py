"""A closed Douglas fir cone, hanging tip down: scales in their spiral, each over its three-pointed bract."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree

import materials

GOLDEN = math.radians(137.508)
"""Each scale stands the golden angle on from the last, as on the tree."""

TURN = math.radians(20)
CORE = 4.325
"""Radius of the body under the scales where it is fullest, in mm; with FULL it gives the catalog's weight."""

FULL = 0.46
"""How soon the body is near its full girth, from either end: an egg at 0.6, a barrel at 0."""

SPACE = 4.2
"""Square millimeters of the body for each scale of full size."""

LONG, WIDE = 5.3, 4.7
"""Measures of a scale of full size, in mm."""

THICK = 0.62
"""Thickness of a scale; its rim is round, so that a line of light runs along it."""

LIP = 0.22
"""How far the rim of a scale turns up and how much it swells."""

WEDGE = 1.1
"""How much thicker a scale is where it grows than at its rim, in mm: under it is gold, not air."""

BRACTED = (0.05, 0.74)
"""From where to where along the cone bracts show: on the caps at both ends they would be a thicket of points."""

STEM = 1.25

BAIL = (0, 0, 12.5)

_DOWN = math.radians(26)
# A flat, smooth boss near the tip, a quarter around from the front.
MARK = dict(
    at=(3.75, 0, -7.75),
    normal=(math.cos(_DOWN), 0, -math.sin(_DOWN)),
    up=(0, -1, 0),
    width=3.1,
    height=2.75,
)
BOSS = (3.6, 3.9)
# On a table the tip sinks until it rests.
LIES = Matrix.Rotation(math.radians(19), 3, 'X')
LIGHT = dict(fill=0.6, black=1.0, key=0.85)
# Seen from the lower right, as bright as in its front view, its right side a little darker.
TILTED_LIGHT = dict(fill=0.6, black=1.4, key=0.9, aside=0.6, slope=(-0.6, 0.6))
TILTED_SHEET = dict(glow=(0.3, 0.6))
THREE_QUARTER = (0.3, -0.78, -0.55)
# Turned a little: the boss of the mark is behind its outline.
FRONT = (-0.38, -1, 0)
WALLS = dict(dark=0.09, light=1.0)
SHEET = dict(glow=(0.36, 0.7))
EDGE = dict(gaze=(0.8, -0.72, -0.35), up=(0, -1, 0), glow=(0.5, 1.3))


def build(size) -> bpy.types.Object:
    body = Body(size.height)
    scales, bracts = Mesh(), Mesh()
    # Where each scale begins and how large it is, from the stem down.
    # A ring of small ones closes the collar around the stem.
    places = [(0.0, math.radians(40) * at, 0.46) for at in range(9)]
    along = 0.25
    while along < body.length * 0.915:
        here = _size(body, along)
        places.append((along, len(places) * GOLDEN + TURN, here))
        along += SPACE * here**2 / (2 * math.pi * max(body.at(along + 1.5 * here)[0], 0.8)) * 2
    shells = []
    for at, (start, turn, here) in enumerate(places):
        first, cells = len(scales.verts), len(scales.faces)
        if not _under_boss(body, start, turn, here):
            _scale(scales, body, start, turn, here, at)
        shells.append((first, cells))
    flank = body.mesh()
    for at, (start, turn, here) in enumerate(places):
        if BRACTED[0] < start / body.length < BRACTED[1]:
            # It lies on the scales that begin farther down, and on the body.
            (first, cells), (last, end) = shells[at + 1], shells[min(at + 36, len(shells) - 1)]
            beneath = BVHTree.FromPolygons(
                flank.verts + scales.verts[first:last],
                flank.faces + [tuple(v - first + len(flank.verts) for v in f) for f in scales.faces[cells:end]])
            _bract(bracts, body, beneath, start, turn, here)
    parts = [
        scales.object('fir_cone', 'varied'),
        bracts.object('fir_cone_bracts', 'polished'),
        flank.object('fir_cone_body', 'matte'),
        _boss().object('fir_cone_boss', 'polished'),
        _stem(size.height / 2).object('fir_cone_stem', 'polished'),
    ]
    for part in parts[1:]:
        part.parent = parts[0]
    return parts[0]


def _size(body, along):
    """Small by the stem, full size after two rows, and small again toward the tip."""
    grown = min(1, (along + 0.1) / 3.4)
    grown = 0.46 + 0.54 * grown * grown * (3 - 2 * grown)
    return max(0.5, min(grown, body.girth(along) ** 0.7 if along > body.length / 2 else 1))


class Mesh:
    def __init__(self):
        self.verts, self.faces, self.polish = [], [], []

    def grid(self, rows, closed=True, polish=None):
        """Rows of equally many points, each a ring; first and last row may each be a single place.

        `polish` is a value for every row, for the finish 'varied'.
        """
        first = len(self.verts)
        self.polish += [value for value in polish or [1] * len(rows) for _ in rows[0]]
        width = len(rows[0])
        for row in rows:
            self.verts.extend(row)
        for r in range(len(rows) - 1):
            for k in range(width if closed else width - 1):
                a, b = first + r * width + k, first + r * width + (k + 1) % width
                self.faces.append((a, b, b + width, a + width))

    def object(self, name, finish):
        mesh = bpy.data.meshes.new(name)
        mesh.from_pydata(self.verts, [], self.faces)
        mesh.attributes.new('polish', 'FLOAT', 'POINT').data.foreach_set('value', self.polish)
        solid = bmesh.new()
        solid.from_mesh(mesh)
        bmesh.ops.remove_doubles(solid, verts=solid.verts, dist=1e-5)
        bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
        solid.to_mesh(mesh)
        solid.free()
        for face in mesh.polygons:
            face.use_smooth = True
        mesh.materials.append(materials.gold(finish))
        made = bpy.data.objects.new(name, mesh)
        bpy.context.scene.collection.objects.link(made)
        return made


class Body:
    """What the scales sit on: an egg drawn long, measured along its flank from the stem down."""

    def __init__(self, height):
        top, steps = height / 2 - STEM, 400
        tip = -height / 2 + 0.66
        self.line = []
        for step in range(steps + 1):
            down = step / steps
            r = CORE * math.sin(math.pi * (0.035 + 0.965 * down) ** 0.82) ** FULL * (1.08 - 0.2 * down)
            self.line.append((max(r, 0.02), top + (tip - top) * down))
        self.run = [0.0]
        for (r, z), (r2, z2) in zip(self.line, self.line[1:]):
            self.run.append(self.run[-1] + math.hypot(r2 - r, z2 - z))
        self.length = self.run[-1]

    def at(self, along):
        """Radius, height, and the outward direction in the (radius, height) plane."""
        along = min(max(along, 0), self.length)
        low, high = 0, len(self.run) - 1
        while high - low > 1:
            mid = (low + high) // 2
            low, high = (mid, high) if self.run[mid] <= along else (low, mid)
        t = (along - self.run[low]) / (self.run[high] - self.run[low])
        (r, z), (r2, z2) = self.line[low], self.line[high]
        one, two = self.line[max(low - 8, 0)], self.line[min(high + 8, len(self.line) - 1)]
        dr, dz = two[0] - one[0], two[1] - one[1]
        run = math.hypot(dr, dz)
        return r + (r2 - r) * t, z + (z2 - z) * t, (-dz / run, dr / run)

    def girth(self, along):
        return min(1, self.at(along + 2)[0] / CORE)

    def place(self, turn, around, along, out):
        """`around` is measured in mm at the place's own radius; the front of the cone is at turn 0."""
        r, z, (nr, nz) = self.at(along)
        r, z = r + nr * out, z + nz * out
        angle = turn + around
        return Vector((r * math.sin(angle), -r * math.cos(angle), z))

    def mesh(self):
        body = Mesh()
        body.grid([
            [Vector((r * math.sin(a), -r * math.cos(a), z)) for a in (2 * math.pi * k / 64 for k in range(64))]
            for r, z in self.line[::5]
        ])
        return body


def _lift(share, size):
    """How far the middle of a scale stands off the body: flat where it grows, off at its free edge."""
    return size * (0.05 + 0.92 * share**1.6)


def _scale(mesh, body, start, turn, size, seed):
    long, wide = LONG * size, WIDE * size
    long = min(long, body.length - start - 0.05)
    radius = max(body.at(start + long * 0.55)[0] + _lift(0.55, size), 1.0)
    spokes, rim = 56, THICK * size / 2

    def point(share, k, level):
        angle = 2 * math.pi * k / spokes
        x, y = math.sin(angle), -math.cos(angle)
        # A fan: narrow where it grows, broadly rounded at the free edge.
        down = (1 + y * share) / 2
        x = math.copysign(abs(x) ** 0.86, x) * share * (0.56 + 0.44 * min(1, down * 1.35))
        across = x * wide / 2
        dome = 0.34 * size * (1 - share**2) * down**0.7
        # The rim swells to a soft lip on both sides.
        lip = LIP * size * math.exp(-(((0.95 - share) / 0.12) ** 2)) * down**2
        # Fine ribs run out to the free edge; no two scales are quite alike.
        rib = 0.022 * size * math.cos(17 * x + seed) * down**2 * (1 - share**8)
        out = _lift(down, size) + dome + level + ((lip + rib) if level > 0 else 0.4 * lip)
        return body.place(turn, across / radius, start + long * down, out)

    shares = [0, 0.2, 0.4, 0.55, 0.66, 0.73, 0.78, 0.82, 0.855, 0.885, 0.91]
    # Burnished along the rim, quieter within.
    rows = [([point(share, k, rim) for k in range(spokes)], 0.45 + 0.55 * share**6) for share in shares]
    for bend in range(1, 12):
        angle = math.pi * bend / 12
        share, level = math.sin(angle), math.cos(angle)
        rows.append(([point(0.91 + 0.09 * share, k, rim * level) for k in range(spokes)], 1))
    for share in shares[::-1]:
        under = rim + WEDGE * size * (1 - share**3)
        rows.append(([point(share, k, -under) for k in range(spokes)], 0))
    mesh.grid([row for row, _ in rows], polish=[value for _, value in rows])


def _bract(mesh, body, beneath, start, turn, size):
    """A thin flat leaf that comes out from under its scale and lies on the next ones: three points, the
    middle one longer, as in the hind feet and tail of a mouse.
    """
    edge = start + LONG * size
    if edge + 2.1 * size > body.length - 0.3:
        return
    radius = body.at(edge)[0] + 0.9 * size
    steps, sides = 30, 13

    def ground(across, along):
        """How far the surface beneath stands off the body."""
        near, far = (body.place(turn, across / radius, along, out) for out in (0.0, 3.5))
        hit = beneath.ray_cast(far, (near - far).normalized(), 3.6)[0]
        return (hit - near).length if hit else 0.0

    # It bridges the gaps between scales as a leaf does, and bends over their lips without a kink.
    reach_back, reach_on, broad = 1.2 * size, 2.1 * size, 1.5 * size
    field = [[ground(broad * (i / 8 - 1), edge - reach_back + (reach_back + reach_on) * j / 24) for i in range(17)]
             for j in range(25)]
    for _ in range(3):
        field = [[max(field[j][i], sum(
            field[min(max(j + b, 0), 24)][min(max(i + a, 0), 16)] for a in (-1, 0, 1) for b in (-2, -1, 0, 1, 2)) / 15)
            for i in range(17)] for j in range(25)]
    for _ in range(2):
        field = [[sum(field[min(max(j + b, 0), 24)][min(max(i + a, 0), 16)]
                      for a in (-1, 0, 1) for b in (-1, 0, 1)) / 9 for i in range(17)] for j in range(25)]

    def height(across, along):
        u = min(max((across / broad + 1) * 8, 0), 15.999)
        v = min(max((along - edge + reach_back) / (reach_back + reach_on) * 24, 0), 23.999)
        i, j = int(u), int(v)
        u, v = u - i, v - j
        return ((field[j][i] * (1 - u) + field[j][i + 1] * u) * (1 - v)
                + (field[j + 1][i] * (1 - u) + field[j + 1][i + 1] * u) * v)

    for lean, reach, half_wide in ((0, 2.0, 0.4), (-1, 1.2, 0.42), (1, 1.2, 0.42)):
        rows = []
        for step in range(steps + 1):
            t = step / steps
            along = edge + size * (-1.1 + (1.1 + reach) * t)
            # One leaf where it comes out from under the scale; then the side points part from it.
            part = min(1, max(0, along - edge) / (reach * size))
            across = lean * size * (0.42 + 0.5 * part**0.8)
            drawn = max(0, part - (0.1 if lean else 0.2)) / (0.9 if lean else 0.8)
            half = size * half_wide * max(max(1 - drawn, 0) ** 0.85, 0.03)
            row = []
            for k in range(sides):
                # The upper side, from edge to edge; a keel along the middle catches the light.
                w = 2 * k / (sides - 1) - 1
                lens = (1 - w * w) ** 0.5
                here = across + half * w
                keel = 0.05 * size * max(0, 1 - abs(w) * 3) if not lean else 0
                top = height(here, along) + 0.05 * size + 0.15 * size * lens * min(1, half / (0.2 * size)) + keel
                row.append(body.place(turn, here / radius, along, top))
            for k in range(sides - 2, 0, -1):
                w = 2 * k / (sides - 1) - 1
                here = across + half * w
                row.append(body.place(turn, here / radius, along, height(here, along) - 0.22 * size))
            rows.append(row)
        # A point that would come out of the boss, or lie over it, would cross the laser mark.
        if not any(_over_boss(place) for row in rows for place in row):
            mesh.grid(_capped(rows))


def _capped(rows):
    """The same, its ends drawn together to one place each."""
    ends = []
    for row in (rows[0], rows[-1]):
        middle = sum(row, Vector()) / len(row)
        ends.append([middle] * len(row))
    return [ends[0], *rows, ends[1]]


def _over_boss(place):
    off = place - Vector(MARK['at'])
    right = Vector(MARK['up']).cross(Vector(MARK['normal']))
    aside, along = abs(off.dot(right)), abs(off.dot(Vector(MARK['up'])))
    return aside < BOSS[0] / 2 + 0.1 and along < BOSS[1] / 2 + 0.1 and -0.5 < off.dot(Vector(MARK['normal'])) < 3


def _under_boss(body, start, turn, size):
    at = Vector(MARK['at'])
    middle = body.place(turn, 0, start + 4.2 * size, 1.2 * size)
    return (middle - at).length < 1.7


def _boss():
    """Like a seal pressed on: flat, its outline between circle and square, its rim half round."""
    mesh = Mesh()
    at, normal, up = (Vector(MARK[key]) for key in ('at', 'normal', 'up'))
    right = up.cross(normal)
    ease, spokes = 0.25, 72
    levels = [(0, 0.0), (0.4, 0.0), (0.8, 0.0)]
    levels += [(1 + ease * (math.sin(a) - 1) / 1.6, ease * (math.cos(a) - 1)) for a in (math.pi / 2 * k / 8 for k in range(9))]
    levels += [(1.04, -1.8)]
    rows = []
    for share, level in levels:
        row = []
        for k in range(spokes):
            a = 2 * math.pi * k / spokes
            x = math.copysign(abs(math.cos(a)) ** 0.75, math.cos(a)) * BOSS[0] / 2 * share
            y = math.copysign(abs(math.sin(a)) ** 0.75, math.sin(a)) * BOSS[1] / 2 * share
            row.append(at + right * x + up * y + normal * level)
        rows.append(row)
    mesh.grid(rows)
    return mesh


def _stem(top):
    mesh = Mesh()
    line = [(0, top), (0.5, top), (0.78, top - 0.05), (0.93, top - 0.2), (0.97, top - 0.45), (1.05, top - 0.75),
            (1.3, top - 0.95), (2.1, top - 1.1), (2.6, top - 1.5), (2.8, top - 2.4), (0, top - 2.6)]
    mesh.grid([
        [Vector((r * math.sin(a), -r * math.cos(a), z)) for a in (2 * math.pi * k / 40 for k in range(40))]
        for r, z in line
    ])
    return mesh
