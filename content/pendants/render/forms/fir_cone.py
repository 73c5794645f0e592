"""A closed Douglas fir cone, hanging tip down: scales in their spiral, each over its three-pointed bract."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector

import materials

SCALES = 58
GOLDEN = math.radians(137.508)
"""Each scale stands the golden angle on from the last, as on the tree."""

TURN = math.radians(20)
CORE = 4.3
"""Radius of the body under the scales where it is fullest, in mm; with FULL it gives the catalog's weight."""

FULL = 0.46
"""How soon the body is near its full girth, from either end: an egg at 0.6, a barrel at 0."""

THICK = 0.5
"""Thickness of a scale, cut square at its rim, so that it ends in a bright line and throws a shadow."""

LIP = 0.3
"""How far the rim of a scale turns up."""

WEDGE = 1.2
"""How much thicker a scale is where it grows than at its rim, in mm: under it is gold, not air."""

STEM = 1.25

BAIL = (0, 0, 12.5)

_DOWN = math.radians(26)
# A flat, smooth boss near the tip, a quarter around from the front.
MARK = dict(
    at=(4.2, 0, -7.9),
    normal=(math.cos(_DOWN), 0, -math.sin(_DOWN)),
    up=(0, -1, 0),
    width=3.1,
    height=2.75,
)
BOSS = (3.6, 3.9)
# On a table the tip sinks until it rests.
LIES = Matrix.Rotation(math.radians(19), 3, 'X')
EDGE = dict(gaze=(0.8, -0.72, -0.35), up=(0, -1, 0), glow=(0.5, 1.3))


def build(size) -> bpy.types.Object:
    body = Body(size.height)
    scales, bracts = Mesh(), Mesh()
    # A few at the very top close the collar around the stem.
    for at in range(-7, SCALES):
        # Closer together toward the ends, where the scales are smaller.
        share = max(0, at) / (SCALES - 1)
        start = body.length * (0.004 + 0.9 * share**0.94)
        turn = at * GOLDEN + TURN
        size_here = max(0.4, body.girth(start) ** 0.8)
        if _under_boss(body, start, turn, size_here):
            continue
        _scale(scales, body, start, turn, size_here, at)
        if share < 0.88:
            _bract(bracts, body, start, turn, size_here)
    parts = [
        scales.object('fir_cone', 'varied'),
        bracts.object('fir_cone_bracts', 'satin'),
        body.object('fir_cone_body', 'matte'),
        _boss().object('fir_cone_boss', 'polished'),
        _stem(size.height / 2).object('fir_cone_stem', 'satin'),
    ]
    for part in parts[1:]:
        part.parent = parts[0]
    return parts[0]


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
        tip = -height / 2 + 0.5
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

    def object(self, name, finish):
        body = Mesh()
        body.grid([
            [Vector((r * math.sin(a), -r * math.cos(a), z)) for a in (2 * math.pi * k / 64 for k in range(64))]
            for r, z in self.line[::5]
        ])
        return body.object(name, finish)


def _lift(share, size):
    """How far the middle of a scale stands off the body: flat where it grows, off at its free edge."""
    return size * (0.05 + 1.06 * share**1.7)


def _scale(mesh, body, start, turn, size, seed):
    long, wide = 6.1 * size, 5.3 * size
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
        lip = LIP * size * math.exp(-(((1 - share) / 0.13) ** 2)) * down**2
        # Fine ribs run out to the free edge; no two scales are quite alike.
        rib = 0.03 * size * math.cos(17 * x + seed) * down**2 * (1 - share**8)
        out = _lift(down, size) + dome + lip + level + (rib if level > 0 else 0)
        return body.place(turn, across / radius, start + long * down, out)

    shares = [0, 0.2, 0.4, 0.55, 0.68, 0.76, 0.82, 0.87, 0.91, 0.94, 0.965]
    # Burnished along the rim, quieter within.
    rows = [([point(share, k, rim) for k in range(spokes)], 0.35 + 0.65 * share**8) for share in shares]
    for bend in range(9):
        angle = math.pi * bend / 8
        share, level = (math.copysign(abs(v) ** 0.4, v) for v in (math.sin(angle), math.cos(angle)))
        rows.append(([point(0.975 + 0.025 * share, k, rim * level) for k in range(spokes)], 1))
    for share in shares[::-1]:
        under = rim + WEDGE * size * (1 - share**3)
        rows.append(([point(share, k, -under) for k in range(spokes)], 0))
    mesh.grid([row for row, _ in rows], polish=[value for _, value in rows])


def _bract(mesh, body, start, turn, size):
    """A strap from under the scale that ends in three points, the middle one the longest."""
    edge = start + 6.1 * size
    radius = max(body.at(edge)[0] + 1.2 * size, 1.0)
    for lean, reach, broad in ((0, 2.0, 0.36), (-1, 1.2, 0.3), (1, 1.2, 0.3)):
        rows = []
        for step in range(25):
            t = step / 24
            along = edge + size * (-1.6 + (1.6 + reach) * t)
            if along > body.length - 0.1:
                break
            # The side points leave the strap where it comes out from under the scale.
            part = max(0, t - 0.4) / 0.6
            across = lean * size * (0.24 + 0.6 * part)
            taper = math.sqrt(max(0, 1 - max(0, (t - 0.45) / 0.55) ** 1.6))
            blunt = math.sqrt(max(0.0, 1 - (max(0.0, t - 0.94) / 0.06) ** 2))
            half = size * broad * (0.2 + 0.8 * taper) * max(blunt, 0.02)
            out = size * (0.55 + 0.9 * t**1.5)
            deep = min(0.2 * size, half)
            rows.append([
                body.place(turn, (across + half * math.cos(a)) / radius, along, out + deep * math.sin(a))
                for a in (2 * math.pi * k / 16 for k in range(16))
            ])
        mesh.grid(rows)


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
    line = [(0, top), (0.5, top), (0.78, top - 0.05), (0.93, top - 0.2), (0.95, top - 0.45), (1.0, top - 0.9), (1.3, top - 1.3), (2.1, top - 1.7), (2.8, top - 2.4)]
    mesh.grid([
        [Vector((r * math.sin(a), -r * math.cos(a), z)) for a in (2 * math.pi * k / 40 for k in range(40))]
        for r, z in line
    ])
    return mesh
