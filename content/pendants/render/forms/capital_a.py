"""
A roman capital A: a thin stroke, a thick one and a bar, each rising to a ridge from a flat back.

All slopes are equally steep, so the wider a stroke, the higher its ridge, and where two slopes meet
they meet in one straight line. The strokes are joined to one solid: no edge is seen that is not cut.
"""

import collections
import math

import bmesh
import bpy
import numpy as np
from mathutils import Vector

import materials

EASE = 0.16
"""Width of the eased ridges, in mm: the bright line."""

STEEP = 0.54
"""Rise of every slope, over its run square to the edge."""

APART = 0.01
"""How far two planes that are one in the end stand apart in the union, in mm."""

# In mm, x to the right and z up, from the middle of the letter. Widths are level, as drawn.
TOP, BASE = 13.5, -13.5
THICK = dict(head=-0.9, foot=8.85, width=8.15, foot_width=10.4)
THIN = dict(head=0.0, foot=-10.3, width=4.9, foot_width=7.5)
FLARE = 6.4
"""How far up a foot begins to widen."""
BAR = dict(high=-4.2, low=-7.7)

BAIL = (0.1, 0, 13.5)


def _lean(stroke):
    """How far a stroke runs to the right for each mm up."""
    return (stroke['head'] - stroke['foot']) / (TOP - BASE)


def _square(stroke):
    """What a level measure of a stroke is square to it."""
    return 1 / math.hypot(1, _lean(stroke))


def _rise(stroke):
    return STEEP * _square(stroke) * stroke['width'] / 2


WALL = 5.65 - _rise(THICK)
"""Height of the walls above the back: the eased ridge of the thick stroke has the full depth."""

# Halfway down the outer wall of the thick stroke, where it is straight.
MARK = dict(
    at=(_lean(THICK) * (0 - BASE) + THICK['foot'] + THICK['width'] / 2, 2.8 - WALL / 2, 0),
    normal=(_square(THICK), 0, -_lean(THICK) * _square(THICK)),
    up=(0, -1, 0),
    width=11.5,
    height=2.0,
)


def _slope(stroke, side):
    """The middle of a stroke's slope, and which way it faces; `side` is 1 on the right."""
    middle = stroke['foot'] - _lean(stroke) * BASE + side * stroke['width'] / 4
    aside = side * _square(stroke) * STEEP
    normal = Vector((aside, -1, -aside * _lean(stroke))).normalized()
    return (middle, 2.8 - WALL - _rise(stroke) / 2, 0), normal


# The tone of the card that each slope mirrors: every stroke has a bright side and a quiet one.
FACES = [(*_slope(stroke, side), tone) for stroke, side, tone in (
    (THIN, -1, 1.2), (THIN, 1, 0.5), (THICK, -1, 0.95), (THICK, 1, 0.55))]
# The ends of the feet, and with them the lower side of the bar.
FACES.append(((-1, 2.8 - WALL, -11), Vector((0, -1, -STEEP)).normalized(), 1.0))


def _boards():
    """Light falls down each stroke in one direction, and breaks off at another height on each."""
    course = dict(far=80, side=46, angle=-60)
    return [
        (*_slope(THIN, -1), dict(course, stops=[(-13, 0.9), (-9, 1.3), (-5, 2.5), (-4.2, 3.0), (-4.0, 0.14), (-1, 0.3),
                                                (3, 1.5), (6, 0.8)])),
        (*_slope(THIN, 1), dict(course, stops=[(-12, 0.07), (-6, 0.12), (-2, 0.8), (0.2, 1.6), (0.4, 0.05), (4, 0.1),
                                               (7, 0.6)])),
        (*_slope(THICK, -1), dict(course, stops=[(-13, 0.95), (-8, 0.95), (-3, 1.2), (1.2, 2.5), (2.2, 3.0), (2.4, 0.1),
                                                 (6, 0.3), (12, 1.5), (17, 0.8)])),
        (*_slope(THICK, 1), dict(course, stops=[(-13, 1.2), (-9, 0.8), (-2, 0.14), (4, 0.05), (8, 0.07), (8.2, 1.6),
                                                (12, 0.8),
                                                (18, 0.1)])),
        (*FACES[-1][:2], dict(course, angle=0, stops=[(-14, 1.6), (-9, 0.9), (-8, 0.08), (4, 0.1), (14, 1.2)])),
        ((0, 2.8 - WALL, 3), Vector((0, -1, STEEP)).normalized(),
         dict(course, angle=-20, stops=[(-8, 1.0), (-4, 2.45), (-2.5, 3.0), (-2.3, 0.25), (0, 0.5), (3, 2.45),
                                        (6, 1.0)])),
    ]


BOARDS = _boards()


def _wall(stroke, side):
    """The middle of a stroke's wall, and which way it faces; `side` is 1 on the right."""
    middle = stroke['foot'] - _lean(stroke) * BASE + side * stroke['width'] / 2
    return (middle, 2.8 - WALL / 2, 0), Vector((side, 0, -side * _lean(stroke))).normalized()


def _tilted():
    """From the lower left: the slopes as in the front view, and the walls darkest where the slope beside them is bright."""
    course = dict(far=60, side=46, angle=-60)
    return [
        (*_slope(THIN, -1), dict(course, stops=[(-13, 0.8), (-8, 1.2), (-4, 2.4), (-2.6, 2.75), (-2.3, 0.12), (2, 0.3),
                                                (7, 1.5), (11, 0.8)])),
        (*_slope(THIN, 1), dict(course, stops=[(-12, 0.07), (-6, 0.12), (-2, 0.8), (0.2, 1.6), (0.4, 0.05), (4, 0.1),
                                               (7, 0.6)])),
        (*_slope(THICK, -1), dict(course, stops=[(-13, 0.4), (-7, 0.55), (-1, 1.15), (2.2, 2.5), (3.2, 2.75), (3.5, 0.1),
                                                 (8, 0.25), (13, 1.4), (18, 0.7)])),
        (*_slope(THICK, 1), dict(course, stops=[(-13, 1.3), (-8, 0.8), (-2, 0.12), (4, 0.05), (8, 0.07), (8.2, 1.6),
                                                (12, 0.8),
                                                (18, 0.1)])),
        (*FACES[-1][:2], dict(course, angle=-20, stops=[(-14, 0.5), (-9, 2.5), (-8, 2.65), (-7.7, 0.08), (3, 0.1),
                                                        (8, 0.5), (14, 1.5)])),
        ((0, 2.8 - WALL, 3), Vector((0, -1, STEEP)).normalized(),
         dict(course, angle=-20, stops=[(-8, 1.0), (-4, 2.5), (-2.5, 2.65), (-2.3, 0.25), (0, 0.5), (3, 2.5),
                                        (6, 1.0)])),
        (*_wall(THIN, -1), dict(course, far=14, angle=-112, stops=[(-14, 2.5), (-9, 1.2), (-4, 0.12), (2, 0.3),
                                                                   (8, 1.5), (12, 2.5), (14, 0.5)])),
        (*_wall(THICK, -1), dict(course, far=14, angle=-75, stops=[(-10, 0.05), (-2, 0.5), (3, 1.4), (3.3, 0.08),
                                                                   (8, 0.3), (14, 1.8)])),
        ((0, 2.8 - WALL / 2, BASE), Vector((0, 0, -1)), dict(
            course, far=14, angle=0, stops=[(-14, 1.6), (-12, 1.0), (-9, 0.04), (-7, 0.04), (-4, 0.15), (1, 0.6),
                                            (4, 0.04), (7, 0.08),
                                           (11, 1.1), (12, 1.2), (12.4, 0.1), (14, 0.05)])),
    ]


TILTED = _tilted()

# Its slopes are long: a window across all four is narrower than elsewhere.
CARDS = dict(streak=3.2, slope=(-0.62, 0.55))
LIGHT = dict(fill=0.4)

# From a little before the letter, so that its ridges are seen beyond the wall.
EDGE = dict(gaze=(0.85, -0.62, -0.1), up=(0, -1, 0), glow=(0.5, 1.5))
THREE_QUARTER = (-0.39, -0.83, -0.40)


def build(size) -> bpy.types.Object:
    back = size.depth / 2
    thick, thin, bar = _stroke(THICK, back), _stroke(THIN, back), _bar(back)
    for stroke in (thick, thin):
        _cut(stroke, (0, TOP), (0, 1), back)
    # The left side of the letter is one side up to its top. Were it the same plane to the last digit,
    # the union would leave slivers.
    side = Vector((-1, _lean(THIN)))
    _cut(thick, (THIN['foot'] - THIN['width'] / 2 + APART, BASE), side.normalized(), back)
    return _joined('capital_a', [thick, thin, bar])


def _middle(stroke, z):
    return stroke['foot'] + _lean(stroke) * (z - BASE)


def _half(stroke, z):
    """Level half width: even along the stem, widening to the foot in a curve."""
    down = max(0, (BASE + FLARE - z) / FLARE)
    return (stroke['width'] + (stroke['foot_width'] - stroke['width']) * down**2.6) / 2


def _stroke(stroke, back):
    """Two walls and two slopes, up past the top; at the foot the ridge forks to its corners."""
    front, crest = back - WALL, back - WALL - _rise(stroke)
    fork = BASE + _rise(stroke) / STEEP
    levels = [TOP + 6, *np.linspace(BASE + FLARE, fork, 9), *np.linspace(fork, BASE, 13)[1:]]
    solid = bmesh.new()
    rings = []
    for z in map(float, levels):
        m, h, ridge = _middle(stroke, z), _half(stroke, z), max(z, fork)
        rings.append([(m - h, back, z), (m - h, front, z), (_middle(stroke, ridge), crest, ridge),
                      (m + h, front, z), (m + h, back, z)])
    verts = [[solid.verts.new(point) for point in ring] for ring in rings]
    for one, two in zip(verts, verts[1:]):
        for k in range(5):
            solid.faces.new([one[k], one[(k + 1) % 5], two[(k + 1) % 5], two[k]])
    solid.faces.new(verts[0])
    solid.faces.new(verts[-1][1:4])
    solid.faces.new([verts[-1][k] for k in (0, 1, 3, 4)])
    return _closed(solid)


def _bar(back):
    """From ridge to ridge, its ends hidden in the strokes."""
    middle = (BAR['high'] + BAR['low']) / 2
    front = back - WALL
    crest = front - STEEP * (BAR['high'] - BAR['low']) / 2
    solid = bmesh.new()
    ends = [[solid.verts.new(point) for point in (
        (x, back, BAR['low']), (x, front, BAR['low']), (x, crest, middle), (x, front, BAR['high']),
        (x, back, BAR['high']))] for x in (_middle(THIN, middle), _middle(THICK, middle))]
    for k in range(5):
        solid.faces.new([ends[0][k], ends[0][(k + 1) % 5], ends[1][(k + 1) % 5], ends[1][k]])
    for end in ends:
        solid.faces.new(end)
    return _closed(solid)


def _closed(solid):
    # Where the ridge stands still, above a fork, its points are one.
    bmesh.ops.remove_doubles(solid, verts=solid.verts, dist=1e-4)
    bmesh.ops.dissolve_degenerate(solid, edges=solid.edges, dist=1e-4)
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    return solid


def _cut(solid, place, outward, back):
    """Takes away what lies beyond a wall through `place`, square to `outward` (x, z), and its slope."""
    (x, z), (right, up) = place, outward
    at = (x, back - WALL, z)
    for normal in ((right, 0, up), (right * STEEP, -1, up * STEEP)):
        found = bmesh.ops.bisect_plane(
            solid, geom=[*solid.verts, *solid.edges, *solid.faces], dist=1e-5, plane_co=at,
            plane_no=Vector(normal).normalized(), clear_outer=True)
        border = [e for e in found['geom_cut'] if isinstance(e, bmesh.types.BMEdge)]
        bmesh.ops.contextual_create(solid, geom=border)
        _closed(solid)


def _joined(name, solids):
    parts = []
    for at, solid in enumerate(solids):
        mesh = bpy.data.meshes.new(f'{name}_{at}')
        solid.to_mesh(mesh)
        solid.free()
        parts.append(bpy.data.objects.new(mesh.name, mesh))
        bpy.context.scene.collection.objects.link(parts[-1])
    letter = parts[0]
    for part in parts[1:]:
        union = letter.modifiers.new('union', 'BOOLEAN')
        union.operation, union.solver, union.object = 'UNION', 'EXACT', part
    _freeze(letter)
    for part in parts[1:]:
        bpy.data.objects.remove(part)
    _finish(letter)
    return letter


def _finish(letter):
    """Slopes and walls filed, ridges polished; only edges that stand out are eased, valleys stay sharp."""
    mesh = letter.data
    mesh.materials.clear()
    for finish in ('mirror', 'polished', 'satin'):
        mesh.materials.append(materials.gold(finish))
    solid = bmesh.new()
    solid.from_mesh(mesh)
    bmesh.ops.remove_doubles(solid, verts=solid.verts, dist=3 * APART)
    bmesh.ops.dissolve_degenerate(solid, edges=solid.edges, dist=APART)
    # The curves of the feet keep their strips.
    straight = [v for v in solid.verts if v.co.z > BASE + FLARE - APART]
    bmesh.ops.dissolve_limit(solid, angle_limit=math.radians(0.5), verts=straight,
                             edges=[e for e in solid.edges if set(e.verts) <= set(straight)])
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)
    weight = solid.edges.layers.bevel_weight.verify()
    for edge in solid.edges:
        if edge.is_manifold and edge.is_convex and edge.calc_face_angle() > math.radians(16) and not _at_fork(edge):
            edge[weight] = 1
    for face in solid.faces:
        face.material_index = 0 if face.normal.y < -0.3 else 2
    solid.to_mesh(mesh)
    solid.free()
    ease = letter.modifiers.new('eased edges', 'BEVEL')
    ease.width, ease.segments, ease.material = EASE, 3, 1
    ease.limit_method = 'WEIGHT'
    ease.use_clamp_overlap = False
    ease.miter_outer = 'MITER_ARC'
    _freeze(letter)
    # What is flat is shaded flat, the strips of a curve run together, and both end at the ridge.
    made = letter.data
    alike, beside = collections.Counter(), collections.defaultdict(set)
    for face in made.polygons:
        alike[_facing(face)] += face.area
        for key in face.edge_keys:
            beside[key].add(face.material_index)
    for face in made.polygons:
        face.use_smooth = face.material_index == 1 or alike[_facing(face)] < 2
    for edge in made.edges:
        edge.use_edge_sharp = len(beside[edge.key]) > 1
    made.use_auto_smooth = True
    made.auto_smooth_angle = math.radians(35)


def _at_fork(edge):
    """Whether an edge is the short one below the apex, from ridge to ridge: eased, it would look like a notch."""
    one, two = (v.co for v in edge.verts)
    return (one - two).length < 3 and 8 < one.z < 11.5 and 8 < two.z < 11.5


def _facing(face):
    return tuple(round(v, 3) for v in face.normal)


def _freeze(letter):
    """Makes of a mesh and its modifiers a mesh."""
    bpy.context.view_layer.update()
    made = bpy.data.meshes.new_from_object(letter.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    letter.modifiers.clear()
    letter.data = made
