"""One endless strand, three times around, in four loops: a sailor's mat knot two strands deep."""

import math

import bpy
from mathutils import Vector

import materials

LEADS, BIGHTS = 3, 4
STRAND = 3.42
"""Thickness of the strand in mm. At this one the knot weighs what the catalog says."""

SWING = 0.48
"""How far the strand swings out and in, as a share of its middle radius: the middle stays open."""

PRESS = 1.6
"""How flat the strand lies where it crosses. A plain sine would sink 0.7 mm into its neighbor."""

STEPS, SIDES = 960, 48

BAIL = (0, 0, 13.25)
# On the outside of the lower right bend, where the strand lies on top and runs level.
MARK = dict(at=(11.2, -1.4, -6.0), normal=(0.75, 0.1, -0.66), up=(0.04, -1, 0.045), width=6.8, height=1.3)
# From higher than others: seen along the table the knot looks like a ball, and its loops are not told apart.
THREE_QUARTER = (0.2, -0.87, -0.45)
# Round on all sides, it mirrors the whole room: board stands where that is dark, and the sheet lies in light.
LIGHT = dict(fill=1.0, black=0.9, key=0.92)
TILTED_LIGHT = dict(fill=0.8, black=1.15, key=0.86)
WALLS = dict(dark=0.09, light=1.2)
SHEET = dict(glow=(0.5, 0.95))
EDGE = dict(gaze=(0.66, -0.66, -0.64), up=(0, -1, 0), glow=(0.5, 1.4))


def build(size) -> bpy.types.Object:
    rise = (size.depth - STRAND) / 2
    radius = (size.width - STRAND) / 2 / (1 + SWING)
    course = [_at(step / STEPS, radius, rise) for step in range(STEPS)]
    mesh = bpy.data.meshes.new('harbor_knot')
    mesh.from_pydata(*_tube(course))
    for face in mesh.polygons:
        face.use_smooth = True
    mesh.materials.append(materials.gold('polished'))
    knot = bpy.data.objects.new('harbor_knot', mesh)
    bpy.context.scene.collection.objects.link(knot)
    return knot


def _at(share: float, radius: float, rise: float) -> Vector:
    """
    The strand's middle, `share` of the way along. It crosses itself eight times, so it passes sixteen
    crossings; the wave toward and away from the viewer has sixteen halves, one for each: over, under.
    """
    turn = share * 2 * math.pi * LEADS
    r = radius * (1 + SWING * math.cos(BIGHTS * turn / LEADS))
    wave = math.sin(2 * BIGHTS * turn / LEADS)
    over = rise * math.tanh(PRESS * wave) / math.tanh(PRESS)
    return Vector((r * math.sin(turn), -over, r * math.cos(turn)))


def _tube(course):
    """The strand never runs straight at the viewer, so `side` is never lost and the ends meet untwisted."""
    verts, faces = [], []
    for here, before, after in zip(course, course[-1:] + course, course[1:] + course[:1]):
        along = (after - before).normalized()
        side = along.cross(Vector((0, 1, 0))).normalized()
        out = side.cross(along)
        for k in range(SIDES):
            angle = 2 * math.pi * k / SIDES
            verts.append(here + (side * math.cos(angle) + out * math.sin(angle)) * (STRAND / 2))
    for ring in range(STEPS):
        following = (ring + 1) % STEPS
        for k in range(SIDES):
            beside = (k + 1) % SIDES
            faces.append((ring * SIDES + k, following * SIDES + k, following * SIDES + beside, ring * SIDES + beside))
    return verts, [], faces
