"""
A roman capital A: a thin stroke, a thick one and a bar, each rising to a ridge from a flat back.

Every stroke is a solid of its own and they run into each other; one metal has no seams, and so each
keeps clean, planar slopes where a cut-out union would leave slivers.
"""

import math

import bmesh
import bpy

import materials

EASE = 0.2
"""Width of the eased edges, in mm: the bright ridge."""

# Heights above the back, in mm. The thick stroke has the full depth; the others stay under it, so
# that its ridge runs through unbroken.
WALL = 3.6

# In mm, x to the right and z up, from the middle of the letter. Widths are level, as drawn.
THICK = dict(head=(-0.8, 13.5), foot=(9.3, -13.5), width=6.9, head_width=7.4, foot_width=9.4, ridge=5.6)
THIN = dict(head=(-1.5, 12.4), foot=(-10.4, -13.5), width=4.1, head_width=4.1, foot_width=7.2, ridge=5.0)
FLARE = 6.2
"""How far up the foot begins to widen."""
BAR = dict(high=-2.5, low=-5.7, ridge=4.8)

BAIL = (-1.0, 0, 13.5)

_RUN = THICK['foot'][0] - THICK['head'][0]
_FALL = THICK['head'][1] - THICK['foot'][1]
_LENGTH = math.hypot(_RUN, _FALL)
# Halfway down the outer wall of the thick stroke, where it is straight.
MARK = dict(
    at=(THICK['head'][0] + _RUN / 2 + THICK['width'] / 2, 2.8 - WALL / 2, 0),
    normal=(_FALL / _LENGTH, 0, _RUN / _LENGTH),
    up=(0, -1, 0),
    width=11.5,
    height=2.0,
)

# From a little before the letter, so that its ridges are seen beyond the wall.
EDGE = dict(gaze=(0.85, -0.62, -0.1), up=(0, -1, 0), glow=(0.5, 1.5))
THREE_QUARTER = (-0.45, -0.68, -0.55)


def build(size) -> bpy.types.Object:
    return _object('capital_a', [_stroke(THICK, size.depth), _stroke(THIN, size.depth), _bar(size.depth)])


def _middle(stroke, z):
    (hx, hz), (fx, fz) = stroke['head'], stroke['foot']
    return hx + (z - hz) / (fz - hz) * (fx - hx)


def _half(stroke, z):
    """Level half width: even along the stem, widening to head and foot in a quarter curve."""
    def grown(share, end):
        return (end - stroke['width']) * (1 - math.sqrt(max(0, 1 - min(share, 1) ** 2)))
    foot = max(0, (stroke['foot'][1] + FLARE - z) / FLARE)
    head = max(0, (z - stroke['head'][1] + 3.3) / 3.3)
    return (stroke['width'] + grown(foot, stroke['foot_width']) + grown(head, stroke['head_width'])) / 2


def _heights(stroke):
    """Closer together where the foot swings out, where a curve needs its steps."""
    top, base = stroke['head'][1], stroke['foot'][1]
    foot = [base + FLARE * (1 - math.sin(k / 22 * math.pi / 2)) for k in range(1, 23)][::-1]
    head = [top - 3.3 * k / 8 for k in range(9)]
    return head + foot[::-1] if stroke['head_width'] != stroke['width'] else [top] + foot[::-1]


def _stroke(stroke, depth):
    """Two walls, two slopes and a hip at either end, where the ridge comes down to the wall."""
    back = depth / 2
    front = back - WALL
    crest = back - stroke['ridge']
    levels = sorted(set(round(z, 4) for z in _heights(stroke)), reverse=True)
    top, base = levels[0], levels[-1]
    hip = min(1.5, _half(stroke, base) * 0.5)
    solid = bmesh.new()
    rings = []
    for z in levels:
        m, h = _middle(stroke, z), _half(stroke, z)
        if z == top:
            ridge_z = top - 1.0
        elif z == base:
            ridge_z = base + hip
        else:
            ridge_z = min(max(z, base + hip), top - 1.0)
        ridge = (_middle(stroke, ridge_z), crest, ridge_z)
        rings.append([(m - h, back, z), (m - h, front, z), ridge, (m + h, front, z), (m + h, back, z)])
    _loft(solid, rings)
    return solid


def _bar(depth):
    back = depth / 2
    front, crest = back - WALL, back - BAR['ridge']
    middle = (BAR['high'] + BAR['low']) / 2
    left = _middle(THIN, middle) + 0.2
    right = _middle(THICK, middle) - 0.8
    solid = bmesh.new()
    _loft(solid, [
        [(x, back, BAR['low']), (x, front, BAR['low']), (x, crest, middle), (x, front, BAR['high']), (x, back, BAR['high'])]
        for x in (left, right)
    ])
    return solid


def _loft(solid, rings):
    verts = [[solid.verts.new(point) for point in ring] for ring in rings]
    count = len(rings[0])
    for one, two in zip(verts, verts[1:]):
        for k in range(count):
            solid.faces.new([one[k], one[(k + 1) % count], two[(k + 1) % count], two[k]])
    for ring in (verts[0], verts[-1]):
        solid.faces.new(ring)
    # Where the ridge stands still, above a hip, its points are one.
    bmesh.ops.remove_doubles(solid, verts=solid.verts, dist=1e-4)
    bmesh.ops.dissolve_degenerate(solid, edges=solid.edges, dist=1e-4)
    bmesh.ops.recalc_face_normals(solid, faces=solid.faces)


def _object(name, solids):
    body = None
    for at, solid in enumerate(solids):
        mesh = bpy.data.meshes.new(f'{name}_{at}')
        solid.to_mesh(mesh)
        solid.free()
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(28)
        for face in mesh.polygons:
            face.use_smooth = True
        mesh.materials.append(materials.gold('satin'))
        mesh.materials.append(materials.gold('polished'))
        part = bpy.data.objects.new(mesh.name, mesh)
        bpy.context.scene.collection.objects.link(part)
        ease = part.modifiers.new('eased edges', 'BEVEL')
        ease.width = EASE
        ease.segments = 3
        ease.material = 1
        ease.limit_method = 'ANGLE'
        ease.angle_limit = math.radians(16)
        ease.harden_normals = True
        ease.miter_outer = 'MITER_ARC'
        if body:
            part.parent = body
        body = body or part
    return body
