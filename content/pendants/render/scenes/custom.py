"""An ampersand carved in green wax, with the sprue through which the gold will come, the graver and its shavings, and
the same ampersand in gold.
"""
import math

import bpy
import numpy as np
from mathutils import Vector

import boards
import chain
import lamps
import materials
import props
import solids
import views

PIXELS = (1600, 1200)

# The course of its one stroke, from the foot at the right, in mm: (x, z, half the width).
STROKE = [(10.4, -11.0, 1.55), (7.9, -8.6, 1.75), (3.6, -3.6, 1.95), (-0.6, 1.5, 1.95), (-3.7, 5.8, 1.8), (-4.5, 8.9, 1.5),
          (-3.1, 11.6, 1.25), (-0.3, 12.5, 1.15), (2.5, 11.5, 1.3), (3.7, 8.9, 1.5), (2.7, 6.0, 1.45), (-0.6, 3.0, 1.2),
          (-4.6, 0.2, 1.35), (-7.3, -3.2, 1.8), (-7.4, -7.2, 1.95), (-4.7, -10.4, 1.7), (-0.6, -11.4, 1.4), (3.4, -10.0, 1.2),
          (6.6, -6.6, 1.1), (8.5, -2.4, 1.1), (9.0, 0.6, 1.3)]
SIDE, RISE = 1.9, 0.72
"""How high its sides are, in mm, and how steeply its faces rise to the ridge."""
GAZE = (-0.12, -0.84, -0.53)


def build(studio):
    gold = ampersand(materials.gold('polished'))
    loop = chain.bail((0.0, -2.06, 13.3), 0.9)
    gold = solids.group('gold', [gold, loop])
    props.place(gold, (15.0, -2.5), 6)
    green = carving_wax()
    wax = solids.group('wax', [ampersand(green), sprue(green)])
    props.place(wax, (-14.5, 4.0), -9)
    shavings(green)
    graver()

    gaze = Vector(GAZE).normalized()
    bpy.context.scene['bounces'] = 2
    studio.walls(0.2, 1.3)
    studio.ground(0, glow=(0.5, 1.1))
    lamps.lights(1.7, turn=Vector((0, -1, 0)).rotation_difference(gaze), fill=0.9)
    straight(gold, gaze)
    daylight()
    points = np.concatenate([views.surface(o) for o in bpy.context.scene.objects if not o.parent and 'lamp' not in o and 'sheet' not in o and o.type in ('MESH', 'EMPTY')])
    middle, span = views.framed(points, gaze, (0, 0, 1), (0.9, 0.86), ratio=4 / 3)
    studio.camera(middle + gaze * 5 * span, middle, span, blur=0.9)


def straight(gold, gaze):
    """Boards before both faces of the straight part: elsewhere they turn, and mirror all of the room."""
    low, high = Vector((7.6, -SIDE, -8.2)), Vector((-2.6, -SIDE, 4.2))
    along = (high - low).normalized()
    aside = along.cross(Vector((0, 1, 0)))
    turn = gold.matrix_world.to_3x3()
    for side, bright in ((1, 1.0), (-1, 0.8)):
        middle = (low + high) / 2 + aside * side * 0.9 + Vector((0, -RISE, 0))
        outline = [turn @ (along * a + aside * b) for a, b in ((-8.5, -0.9), (8.5, -0.9), (8.5, 0.9), (-8.5, 0.9))]
        stops = [(0, 0.4), (0.3, 1.1), (0.5, 2.9), (0.56, 2.9), (0.57, 0.1), (0.72, 0.3), (1, 1.5)]
        boards.board(gold.matrix_world @ middle, turn @ (aside * side * RISE + Vector((0, -1, 0))), gaze, (0, 0, 1),
                     [(at, level * bright) for at, level in stops], angle=boards.angle(turn @ along, gaze) + 12 * side,
                     far=24, spread=1.35, outline=outline, shares=True)


def daylight():
    """A window at the left that lights wax, wood and steel; gold does not see it."""
    window = lamps.softbox('window light', (-190, -220, 120), (0, 0, 0), 150, 150, 11.0, edge=0.3)
    window.visible_glossy = False
    window.data.materials[0].cycles.sample_as_light = True
    props.light_the_room()


def ampersand(material):
    """One stroke with a ridge, its ends round."""
    given = np.array(STROKE)
    course = chain.curve(given, steps=40)
    way = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(course[:, :2], axis=0), axis=1))])
    # Closer at both ends, which are round.
    end = 2 * (1 - np.cos(np.linspace(0, np.pi / 2, 48)))
    at = np.unique(np.concatenate([np.linspace(2, way[-1] - 2, 860), end, way[-1] - end]))
    x, z, half = (np.interp(at, way, course[:, i]) for i in range(3))
    along = np.gradient(np.stack([x, z], -1), axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    aside = np.stack([-along[:, 1], along[:, 0]], -1)
    # Round ends: half circles in plan.
    for far, width in ((at, given[0, 2]), (way[-1] - at, given[-1, 2])):
        t = np.clip(far / width, 0, 1)
        half = half * np.sqrt(np.maximum(1 - (1 - t) ** 2, 1e-4))
    # Across the stroke: side, slope, ridge, slope, side; the ridge and the edges are eased.
    section = solids.rounded([(-1, 0, 0), (-1, 1, 0), (0, 1, 1), (1, 1, 0), (1, 0, 0)], 0.16, 6)
    section = np.array(section)
    points = np.empty((len(at), len(section), 3))
    for k, (s, side, rise) in enumerate(section):
        points[:, k, 0] = x + aside[:, 0] * half * s
        points[:, k, 2] = z + aside[:, 1] * half * s
        points[:, k, 1] = -(side * SIDE + rise * RISE * half)
    return solids.grid('stroke', points, material, sharp=75)


def carving_wax():
    """Hard wax for carving: a soft shine, the green that carvers know, and the tracks of the file."""
    wax = materials.roughened(materials.plain('carving wax', (0.018, 0.20, 0.115), 0.34), 1.1, 0.16, detail=4)
    surface = wax.node_tree.nodes['Principled BSDF']
    surface.inputs['Specular'].default_value = 0.5
    return wax


def turned(name, axis_from, axis_to, line, material, flat=(1.0, 1.0)):
    """A thing turned on a lathe: `line` is (share of the way, radius); `flat` presses it across and in height."""
    start, end = Vector(axis_from), Vector(axis_to)
    along = (end - start).normalized()
    side = along.cross(Vector((0, 1, 0))).normalized()
    up = side.cross(along)
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    rows = [[start.lerp(end, t) + (side * math.cos(a) * flat[0] + up * math.sin(a) * flat[1]) * r for a in turn] for t, r in line]
    return solids.grid(name, np.array(rows), material, wrap_columns=True, sharp=50)


def sprue(material):
    """A rod from its top, flared where it joins."""
    line = [(-0.06, 2.1), (0.06, 2.0), (0.15, 1.65), (0.27, 1.45), (0.93, 1.45), (0.985, 1.35), (1.0, 1.1), (1.0, 0.001)]
    return turned('sprue', (-0.3, -1.75, 12.0), (0.2, -1.5, 22.0), solids.rounded(line, 0.05, 3), material)


def graver():
    """A wax carver: a boxwood handle, a brass ferrule, a steel blade like a small leaf."""
    start, end = Vector((-33, -2.2, -13.0)), Vector((13, -1.0, -21.5))
    wood = materials.roughened(materials.plain('boxwood', (0.40, 0.235, 0.105), 0.45), 0.8, 0.08)
    steel = materials.plain('steel', (0.55, 0.54, 0.52), 0.22)
    steel.node_tree.nodes['Principled BSDF'].inputs['Metallic'].default_value = 1
    handle = [(0, 0.001), (0, 1.0), (0.01, 1.4), (0.04, 1.95), (0.12, 2.2), (0.3, 2.0), (0.46, 1.5), (0.53, 1.32), (0.535, 1.25)]
    turned('handle', start, end, solids.rounded(handle, 0.02, 4), wood)
    turned('ferrule', start, end, solids.rounded([(0.53, 0.5), (0.53, 1.38), (0.60, 1.2), (0.60, 0.5)], 0.02, 4), steel)
    turned('shaft', start, end, [(0.59, 0.85), (0.75, 0.72), (0.84, 0.62), (0.86, 0.6)], steel)
    blade = [(0.84 + 0.16 * t, 0.6 + 1.5 * math.sin(math.pi * min(t * 1.02, 1)) ** 0.9 * (1 - 0.25 * t)) for t in np.linspace(0, 1, 30)]
    blade[-1] = (1.0, 0.02)
    turned('blade', start, end, blade, steel, flat=(1.0, 0.3))


def shavings(material):
    """Curls that the graver left: thin ribbons, each wound its own way."""
    chance = np.random.default_rng(6)
    for at in range(9):
        turns, radius = chance.uniform(0.6, 1.5), chance.uniform(0.8, 1.5)
        wide, pitch = chance.uniform(1.0, 1.7), chance.uniform(1.6, 2.8)
        place = np.array([chance.normal(-3.5, 4.4), 0, chance.normal(-13.4, 2.2)])
        heading = chance.uniform(0, 2 * np.pi)
        along = np.array([math.cos(heading), 0, math.sin(heading)])
        across = np.array([-math.sin(heading), 0, math.cos(heading)])
        t = np.linspace(0, 1, 70)
        angle = 2 * np.pi * turns * t + chance.uniform(0, 6)
        r = radius * (1 - 0.45 * t)
        taper = np.sin(np.pi * np.clip(t * 0.96 + 0.02, 0, 1)) ** 0.5
        course = (place + along * ((t - 0.5) * pitch * turns)[:, None] + across * (r * np.cos(angle))[:, None]
                  + np.array([0, -1.0, 0]) * (radius + 0.05 + r * np.sin(angle))[:, None])
        ribbon = np.stack([course - along * (wide / 2 * taper)[:, None], course + along * (wide / 2 * taper)[:, None]], 1)
        sheet = solids.grid(f'shaving {at}', ribbon, material)
        thick = sheet.modifiers.new('thick', 'SOLIDIFY')
        thick.thickness = 0.05
