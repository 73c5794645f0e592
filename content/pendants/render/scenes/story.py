"""Casting grain spilled from a small crucible, and Snow Line, which is made of nothing else."""
import math

import numpy as np
from mathutils import Matrix, Vector

import bpy
import lamps
import materials
import props
import solids
import views

PIXELS = (1600, 1200)

# Radii and length of the crucible in mm; it lies on its side.
MOUTH, BASE, LONG, WALL = 14.0, 9.5, 31.0, 1.9
AT, POINTS = Vector((-33.0, 0, 16.0)), math.radians(-33)
"""Where its base lies on the sheet, and which way its mouth looks."""


def build(studio):
    facts = props.facts('snow-line')
    piece = props.place(views.lay_down(facts), (20.0, -2.5), 8)
    piece_at = Vector((20.0, 0, -4.5))
    crucible(studio)

    along, aside = direction()
    mouth = AT + along * LONG

    def spots(chance):
        if chance.random() < 0.22:
            spot = AT + along * chance.uniform(12, LONG) + aside * chance.gauss(0, 4.5)
        else:
            out = abs(chance.gauss(0, 7.5)) - 1.5
            spot = mouth + along * out + aside * chance.gauss(-2.0, 3.0 + 0.2 * max(out, 0))
        return spot.x, spot.z

    def floor(x, z, radius):
        s, t = (Vector((x, 0, z)) - AT).dot(along), abs((Vector((x, 0, z)) - AT).dot(aside))
        if s < 0 and t < BASE + radius:
            return None
        if 0 <= s <= LONG:
            outer = BASE + (MOUTH - BASE) * s / LONG
            inner = outer - WALL - radius
            if t < 0.72 * inner and s > 3 + radius:
                return outer - math.sqrt(inner ** 2 - t ** 2)
            return None if t < outer + radius else radius
        # The piece stands on its base line; keep clear of its triangle.
        near = Vector((x, 0, z)) - piece_at
        return None if abs(near.x) + 0.62 * abs(near.z) < 17 + radius else radius

    chance = np.random.default_rng(11)
    radii = sorted(1.25 + 1.5 * chance.beta(1.6, 2.6, 165), reverse=True)
    radii = radii[::3] + radii[1::3] + radii[2::3]
    props.grain(props.heap(spots, radii, seed=12, floor=floor, tries=3))

    # Grain is round, and mirrors little of what hangs at the sides: a wide cloth over it gives it its light.
    lamps.softbox('key', (-70, -260, 110), (0, 0, 0), 210, 150, 3.4, edge=0.2, slope=(-0.4, 0.5))
    props.picture(studio, Vector((0.16, -0.74, -0.65)), lights=2.2, blur=1.3)


def direction():
    return Vector((math.cos(POINTS), 0, math.sin(POINTS))), Vector((-math.sin(POINTS), 0, math.cos(POINTS)))


def crucible(studio):
    """Of fireclay, turned: thick-walled, its lip rounded, stained inside by the melts before."""
    slope = (MOUTH - BASE) / LONG
    outside = [(0, 0), (BASE - 1.6, 0), (BASE, 1.6), (MOUTH, LONG), (MOUTH - WALL, LONG), (BASE - WALL, 4.5), (BASE - WALL - 2.5, 2.6), (0, 2.2)]
    line = solids.rounded(outside, 0.9, 8)
    turn = np.linspace(0, 2 * np.pi, 160, endpoint=False)
    rings = []
    for r, s in line:
        # Turned by hand: never quite round.
        wobble = 1 + 0.006 * np.sin(2 * turn + s * 0.1) + 0.003 * np.sin(5 * turn - s * 0.4)
        rings.append(np.stack([r * wobble * np.cos(turn), r * wobble * np.sin(turn), np.full_like(turn, s)], -1))
    pot = solids.grid('crucible', np.array(rings), fireclay(studio), wrap_columns=True, sharp=50)
    along, aside = direction()
    up = Vector((0, -1, 0))
    tilt = math.atan(slope)
    axis = along * math.cos(tilt) + up * math.sin(tilt)
    across = aside
    third = axis.cross(across)
    start = AT + up * (BASE / math.cos(tilt))
    pot.matrix_world = Matrix.Translation(start) @ Matrix((across, third, axis)).transposed().to_4x4()
    return pot


def fireclay(studio):
    material = materials.plain('fireclay', (0.42, 0.36, 0.3), 0.75)
    tree = material.node_tree
    new, link = tree.nodes.new, tree.links.new
    surface = tree.nodes['Principled BSDF']
    where = new('ShaderNodeTexCoord')
    grit = new('ShaderNodeTexNoise')
    grit.inputs['Scale'].default_value = 0.9
    grit.inputs['Detail'].default_value = 8
    link(where.outputs['Object'], grit.inputs['Vector'])
    tone = new('ShaderNodeValToRGB')
    tone.color_ramp.elements[0].position = 0.35
    tone.color_ramp.elements[0].color = (0.56, 0.49, 0.41, 1)
    tone.color_ramp.elements[1].position = 0.68
    tone.color_ramp.elements[1].color = (0.70, 0.63, 0.54, 1)
    link(grit.outputs['Fac'], tone.inputs[0])
    link(tone.outputs[0], surface.inputs['Base Color'])
    bump = new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = 0.35
    bump.inputs['Distance'].default_value = 0.3
    fine = new('ShaderNodeTexNoise')
    fine.inputs['Scale'].default_value = 2.2
    fine.inputs['Detail'].default_value = 6
    link(where.outputs['Object'], fine.inputs['Vector'])
    link(fine.outputs['Fac'], bump.inputs['Height'])
    link(bump.outputs[0], surface.inputs['Normal'])
    return material
