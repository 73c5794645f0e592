"""A regular octahedron that hangs from one corner, lapped flat and polished."""

import math

import bmesh
import bpy
import numpy as np
from mathutils import Matrix, Vector

import boards
import materials
import solids

EASE = 0.17
"""Radius of the eased edges, in mm: kind to cloth, and wide enough to draw a line of light."""

PILLOW = math.radians(3)
"""How far a lapped face leans outward at its corners: a hand on a lap never leaves it quite flat."""

# The lower faces mirror the dark side of the room; they stay gold.
WALLS = dict(dark=0.2, light=1.1)
LIGHT = dict(fill=0.4)
SHEET = dict(glow=(0.36, 0.7))

TURN = math.radians(24)
"""Turned a little aside, so that its faces differ in light."""

REACH = 10.3

# Its side faces mirror what lies behind it: their cards stand before the sheet.
CARDS = dict(side=50, streak=2.5, long=30, dimmest=0.95, slope=(-0.56, 0.5), before=-0.2, near=26)

BAIL = (0, 0, REACH)

def _face(*signs):
    return Matrix.Rotation(TURN, 3, 'Z') @ Vector(signs).normalized()


FACES = [(n * REACH / math.sqrt(3), n) for n in (_face(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1))]

# Turned a little to the right and seen from a little above: two upper and two lower faces are seen.
FRONT = (0.14, -1, 0.15)


def _board(face, **course):
    normal = _face(*face)
    return normal * REACH / math.sqrt(3), normal, dict(spread=1.6, **course)


BOARDS = [
    _board((-1, -1, 1), angle=-38, stops=[(-6.6, 0.75), (-3.6, 1.5), (-1.6, 2.9), (-0.9, 2.9), (-0.5, 0.1),
                                          (0.6, 0.2), (2.4, 0.9)]),
    _board((1, -1, 1), angle=-38, color=boards.NEUTRAL, stops=[(-5.7, 0.55), (1.0, 1.0), (1.3, 0.06), (4.2, 0.1),
                                                            (7.8, 1.3)]),
    _board((-1, -1, -1), angle=-30, stops=[(-6.6, 0.6), (-2.4, 1.3), (-2.1, 0.06), (1, 0.12), (5.7, 0.9)]),
    _board((1, -1, -1), angle=-75, stops=[(0, 0.04), (3.2, 0.07), (9, 0.75)]),
]
# Lying, seen from the lower left: one upper face is bright, that with the mark falls off slowly.
TILTED = [
    _board((1, 1, 1), angle=-38, stops=[(-6, 0.35), (-3, 0.9), (-1.2, 2.6), (-0.7, 2.6), (-0.4, 0.06), (1.2, 0.12),
                                        (4.6, 1.0)]),
    _board((1, 1, -1), angle=-75, stops=[(-2.4, 2.0), (0.6, 1.0), (4.2, 0.4), (8, 0.03)]),
    _board((1, -1, -1), angle=-60, color=boards.NEUTRAL, stops=[(-6, 0.1), (-2.2, 0.7), (-1.2, 1.3), (-0.9, 0.05),
                                                                (2, 0.1), (6, 1.0)]),
    _board((1, -1, 1), angle=-40, stops=[(-8, 1.8), (0, 0.3)]),
]
_FACE = _face(1, 1, -1)
_UP = (Vector((0, 0, 1)) - _FACE * _FACE.z).normalized()
# On a face of the back, below. A third of the way out along each axis is the middle of a face.
MARK = dict(
    at=tuple(_FACE * REACH / math.sqrt(3)),
    normal=tuple(_FACE),
    up=tuple(_UP),
    width=5.2,
    height=3.4,
)


def _lying():
    """Turns the piece onto a face, so that the bail stands off the table and points away."""
    top = _face(1, 1, 1)
    away = (Vector((0, 0, 1)) - top * top.z).normalized()
    here = Matrix((top, away, top.cross(away))).transposed()
    there = Matrix(((0, -1, 0), (0, 0, 1), (-1, 0, 0))).transposed()
    return there @ here.transposed()


LIES = _lying()
THREE_QUARTER = (-0.3, -0.62, -0.72)
EDGE = dict(gaze=(0.4, -0.42, -0.85), up=(0, -1, 0))


def build(size) -> bpy.types.Object:
    mesh = bpy.data.meshes.new('eight_faces')
    eased_octahedron(size.height / 2).to_mesh(mesh)
    mesh.transform(Matrix.Rotation(TURN, 4, 'Z'))
    mesh.materials.append(materials.gold('mirror'))
    solids.pillowed(mesh, PILLOW, [[face.index] for face in mesh.polygons if face.area > 10])
    body = bpy.data.objects.new('eight_faces', mesh)
    bpy.context.scene.collection.objects.link(body)
    return solids.group('eight faces', [body, _collar()])


def _collar():
    """A turned ring on the upper corner: the foot of the bail is soldered into it."""
    lean, turn = (np.linspace(0, 2 * np.pi, n, endpoint=False)[:, None] for n in (28, 72))
    turn = turn.T
    ring = 0.62 + 0.34 * np.cos(lean)
    points = np.stack([ring * np.cos(turn), ring * np.sin(turn), REACH - 0.55 + 0.36 * np.sin(lean) + 0 * turn], -1)
    return solids.grid('collar', points, materials.gold('burnished'), wrap_rows=True, wrap_columns=True)


def eased_octahedron(reach: float) -> bmesh.types.BMesh:
    """A ball of radius EASE rolled over a smaller octahedron, so that no corner is sharper than another."""
    core = reach - EASE  # The ball at a corner reaches the measure.
    steps = 6
    solid = bmesh.new()
    axes = [Vector((1, 0, 0)), Vector((0, 1, 0)), Vector((0, 0, 1))]
    for signs in ((x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)):
        a, b, c = (axis * sign for axis, sign in zip(axes, signs))
        outward = (a + b + c).normalized()
        _add(solid, [corner * core + outward * EASE for corner in (a, b, c)], outward)
    for i in range(3):
        for j in range(i + 1, 3):
            for si in (1, -1):
                for sj in (1, -1):
                    _ease_edge(solid, axes[i] * si, axes[j] * sj, axes[3 - i - j], core, steps)
    for axis in axes:
        for sign in (1, -1):
            others = [other for other in axes if other is not axis]
            _ease_corner(solid, axis * sign, others, core, steps)
    bmesh.ops.remove_doubles(solid, verts=solid.verts, dist=1e-4)
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    return solid


def _ease_edge(solid, a, b, side, core, steps):
    normals = [_between((a + b + side).normalized(), (a + b - side).normalized(), k / steps) for k in range(steps + 1)]
    c, d = a * core, b * core
    for n, m in zip(normals, normals[1:]):
        _add(solid, [c + n * EASE, c + m * EASE, d + m * EASE, d + n * EASE], n + m)


def _ease_corner(solid, corner, others, core, steps):
    """The patch of the ball between the four faces that meet here: a grid of directions."""
    p, q = others
    def at(i, j):
        row = lambda sp: _between((corner + p * sp + q).normalized(), (corner + p * sp - q).normalized(), j / steps)
        return _between(row(1), row(-1), i / steps)
    for i in range(steps):
        for j in range(steps):
            quad = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]
            _add(solid, [corner * core + n * EASE for n in quad], corner)


def _between(a: Vector, b: Vector, share: float) -> Vector:
    return a.slerp(b, share)


def _add(solid, points, outward):
    if (points[1] - points[0]).cross(points[2] - points[0]).dot(outward) < 0:
        points = points[::-1]
    solid.faces.new([solid.verts.new(point) for point in points])
