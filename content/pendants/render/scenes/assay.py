"""Compass Coin in the measuring chamber of an X-ray fluorescence analyzer, its lid open; the screen beside it shows
the lines of gold and no others. It fills its frame.
"""
import math

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

import lamps
import materials
import props
import solids
import views

PIXELS = (1600, 1200)

STAGE = (0.0, 0.0)
"""The middle of the round stage, on which pieces lie, in mm; its film is the level of y = 0."""
FILM, RING, WELL, DECK = 17.5, 21.5, 22.2, -0.9
"""Radii of the film, the steel ring around it and the well in the deck; and the level of the deck."""
TURN = math.radians(14)
"""How the instrument is turned on the bench, about the middle of its stage."""
LID = dict(at=(0, DECK - 1.5, 32.0), open=math.radians(68), wide=62.0, high=52.0, thick=9.0)
SCREEN = dict(at=(45.0, DECK, 4.0), tilt=math.radians(24), wide=30.0, high=34.0)

# Where gold answers in a spectrum, in keV, and how strongly: its L lines, and the M line at the left.
GOLD_LINES = ((2.12, 0.36), (8.49, 0.05), (9.71, 1.0), (11.44, 0.82), (13.38, 0.16))


def build(studio):
    facts = props.facts('compass-coin')
    deck()
    stage()
    lid()
    screen()
    turn = Matrix.Rotation(TURN, 4, 'Y')
    for part in bpy.context.scene.objects:
        # Gold would mirror the dark film and the lid, and be brown.
        part.visible_glossy = False
        if not part.parent:
            part.matrix_world = turn @ part.matrix_world
    # Gold that mirrors gold that mirrors gold is orange.
    bpy.context.scene['bounces'] = 2
    piece = views.lay_down(facts)
    props.place(piece, (0, -1.2))

    gaze = Vector(views.form(facts).THREE_QUARTER).normalized()
    lamps.lights(0.95, turn=Vector((0, -1, 0)).rotation_difference(gaze), fill=1.1)
    views.put_boards(facts, piece, 'TILTED', gaze)
    daylight(gaze)
    middle = Vector((9.8, 0, 2.0))
    eye = studio.camera(middle + gaze * 520, middle, 98, blur=4)
    eye.data.dof.focus_distance = 520 + (middle - Vector((0, -2.2, 0))).dot(gaze)


def daylight(gaze):
    """A large window at the left that lights the housing; gold does not see it."""
    window = lamps.softbox('window light', (-330, -300, 160), (0, 0, 10), 230, 230, 15.0, edge=0.3)
    window.visible_glossy = False
    window.data.materials[0].cycles.sample_as_light = True
    props.light_the_room()


def box(wide, high, radius, steps=14):
    """The outline of a rectangle with round corners, counterclockwise."""
    points = []
    for quarter, (sx, sz) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for step in range(steps + 1):
            a = math.pi / 2 * (quarter + step / steps)
            points.append((sx * (wide / 2 - radius) + radius * math.cos(a), sz * (high / 2 - radius) + radius * math.sin(a)))
    return np.array(points)


def slab(name, outline, top, bottom, ease, material):
    """A plate with an eased upper edge, from y = bottom up to y = top."""
    profile = [(0, bottom), (0, top + ease)]
    profile += [(ease * (1 - math.cos(a)), top + ease * (1 - math.sin(a))) for a in np.linspace(0, math.pi / 2, 9)]
    solids.sweep(name, outline, profile, material, sharp=40)
    along = np.roll(outline, -1, 0) - np.roll(outline, 1, 0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    inner = outline + np.stack([-along[:, 1], along[:, 0]], -1) * ease
    return solids.disc(name + ' top', inner, top, material)


def circle(radius, about=STAGE, steps=160):
    turn = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return np.stack([radius * np.cos(turn), radius * np.sin(turn)], -1) + about


def steel(name, tone, rough):
    material = materials.plain(name, (tone, 0.98 * tone, 0.95 * tone), rough)
    material.node_tree.nodes['Principled BSDF'].inputs['Metallic'].default_value = 1
    return material


def coat(name, color):
    """Powder coat: fine-grained and half matte."""
    material = materials.roughened(materials.plain(name, color, 0.5), 3.2, 0.09, detail=3)
    material.node_tree.nodes['Principled BSDF'].inputs['Specular'].default_value = 0.35
    return material


def deck():
    """The top of the housing, with the well in it."""
    light = coat('housing', (0.66, 0.63, 0.575))
    well = circle(WELL)
    outer = 400 * (well - STAGE) / np.abs(well - STAGE).max(1, keepdims=True) + STAGE
    rows = [(outer, DECK), (circle(WELL + 0.5), DECK)]
    rows += [(circle(WELL + 0.4 - 0.4 * math.sin(a)), DECK + 0.4 - 0.4 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 8)]
    rows += [(circle(WELL), 2.0), (circle(FILM), 2.0)]
    points = [np.stack([at[:, 0], np.full(len(at), y), at[:, 1]], -1) for at, y in rows]
    solids.grid('deck', np.array(points), light, wrap_columns=True, sharp=40)




def stage():
    """A ring that holds a thin dark film, through which the rays come and go; its middle is marked."""
    profile = [(0, 0), (0, -1.0), (0.3, -1.35), (2.9, -1.35), (3.3, -1.2), (4.0, -0.1)]
    solids.sweep('ring', circle(RING), solids.rounded(profile, 0.25), steel('steel', 0.58, 0.24), sharp=50)
    film = materials.plain('film', (0.035, 0.031, 0.027), 0.2)
    solids.disc('film', circle(FILM + 0.2), -0.0, film)
    quiet = materials.plain('print', (0.42, 0.39, 0.34), 0.6)
    for a in range(0, 360, 30):
        way = np.array([math.cos(math.radians(a)), math.sin(math.radians(a))])
        ends = np.array([way * (FILM - (2.6 if a % 90 == 0 else 1.5)), way * (FILM - 0.6)]) + STAGE
        line('mark', ends[:, 0], ends[:, 1], -0.02, 0.1, quiet)


def standing(parts, at, turn):
    whole = solids.group('part', parts)
    whole.matrix_world = Matrix.Translation(at) @ Euler((turn, 0, 0)).to_matrix().to_4x4()
    bpy.context.view_layer.update()
    return whole


def lid():
    """It stands open behind: a shell as thick as keeps X-rays in, lined dark, with a window of lead glass."""
    wide, high, thick = LID['wide'], LID['high'], LID['thick']
    light, dark = coat('shell', (0.66, 0.63, 0.575)), coat('lining', (0.055, 0.05, 0.045))
    metal = steel('frame', 0.5, 0.28)
    glass = materials.plain('lead glass', (0.085, 0.055, 0.02), 0.05)
    glass.node_tree.nodes['Principled BSDF'].inputs['Specular'].default_value = 0.7
    up = np.array([0, high / 2])
    before = set(bpy.context.scene.objects)
    slab('shell', box(wide, high, 9) + up, -thick, 0, 1.6, light)
    slab('lining', box(wide - 7, high - 7, 6.5) + up, -thick - 0.8, -thick, 0.4, dark)
    ring = solids.rounded([(0, -thick), (0, -thick - 1.6), (0.4, -thick - 1.9), (1.7, -thick - 1.9), (2.2, -thick - 0.9)], 0.3)
    solids.sweep('frame', circle(16.5, up), ring, metal, sharp=50)
    solids.disc('lead glass', circle(15.0, up), -thick - 1.0, glass)
    words('XRF', (-26.0, 6.2), 5.2, -thick - 0.84, materials.plain('print', (0.45, 0.42, 0.37), 0.6))
    warning(-thick - 0.84, np.array([20.6, 8.0]))
    standing([o for o in bpy.context.scene.objects if o not in before], LID['at'], LID['open'])
    # The hinge.
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    for side in (-1, 1):
        rows = [[(side * 17 + x, DECK - 1.2 + r * math.cos(a), LID['at'][2] - 0.5 + r * math.sin(a)) for a in turn]
                for x, r in ((-6, 0.01), (-6, 2.0), (-5.7, 2.3), (5.7, 2.3), (6, 2.0), (6, 0.01))]
        solids.grid('hinge', np.array(rows), metal, wrap_columns=True, sharp=40)


def warning(level, at):
    """The sign for radiation: a black trefoil on a yellow ground, with its bars a sixth of a turn wide."""
    ground = materials.plain('sign', (0.72, 0.46, 0.03), 0.6)
    black = materials.plain('trefoil', (0.012, 0.011, 0.01), 0.6)
    solids.disc('sign', box(7.6, 7.6, 0.8) + at, level, ground)
    level -= 0.02
    solids.disc('trefoil', circle(0.58, at, 40), level, black)
    for way in (30, 150, 270):
        arc = np.radians(np.linspace(way - 30, way + 30, 24))
        ways = np.stack([np.cos(arc), np.sin(arc)], -1)
        solids.disc('trefoil', np.concatenate([ways * 0.95, ways[::-1] * 3.0])[::-1] + at, level, black)


def screen():
    wide, high = SCREEN['wide'], SCREEN['high']
    before = set(bpy.context.scene.objects)
    slab('console', box(wide + 5, high + 5, 4) + [0, (high + 5) / 2 - 8], -5.0, 14, 1.2, coat('console', (0.055, 0.05, 0.045)))
    at = np.array([0, (high + 5) / 2 - 8])
    glass = materials.plain('glass', (0.006, 0.006, 0.007), 0.16)
    slab('screen', box(wide, high, 1.5) + at, -5.25, -5.0, 0.2, glass)
    level = -5.27
    glow = lit('trace', (1.0, 0.60, 0.15), 1.05)
    quiet = lit('axis', (0.8, 0.72, 0.6), 0.34)
    x, z = at
    left, right, base, top = x - wide / 2 + 3, x + wide / 2 - 3, z - high / 2 + 6, z + high / 2 - 6.5
    energies = np.linspace(1, 15, 700)
    counts = 0.035 * np.exp(-((energies - 6.5) / 5) ** 2)
    for energy, strength in GOLD_LINES:
        counts += strength * np.exp(-((energies - energy) / 0.16) ** 2)
    across = left + (energies - 1) / 14 * (right - left)
    line('spectrum', across, base + 0.35 + counts * (top - base - 1), level, 0.17, glow)
    line('axis', np.array([left, right]), np.array([base, base]), level, 0.07, quiet)
    for energy in (2, 4, 6, 8, 10, 12, 14):
        tick = left + (energy - 1) / 14 * (right - left)
        line('tick', np.array([tick, tick]), np.array([base, base - 0.7]), level, 0.07, quiet)
    words('Au', (left, top + 0.4), 4.6, level, glow)
    words('keV', (right - 3.6, base - 3.4), 2.0, level, quiet)
    standing([o for o in bpy.context.scene.objects if o not in before], SCREEN['at'], SCREEN['tilt'])


def lit(name, color, strength):
    """What glows on the screen. It lights nothing else, so it costs no grain."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    glow = tree.nodes.new('ShaderNodeEmission')
    glow.inputs['Color'].default_value = (*color, 1)
    glow.inputs['Strength'].default_value = strength
    tree.links.new(glow.outputs[0], tree.nodes.new('ShaderNodeOutputMaterial').inputs['Surface'])
    material.cycles.sample_as_light = False
    return material


def line(name, x, z, y, half, material):
    """A flat stroke through points on the glass."""
    course = np.stack([x, z], -1).astype(float)
    along = np.gradient(course, axis=0) if len(course) > 2 else np.repeat(course[1:] - course[:1], 2, 0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    aside = np.stack([-along[:, 1], along[:, 0]], -1) * half
    pair = np.stack([course - aside, course + aside], 1)
    points = np.stack([pair[..., 0], np.full(pair.shape[:2], y), pair[..., 1]], -1)
    return solids.grid(name, points, material)


def words(text, at, size, y, material):
    curve = bpy.data.curves.new(text, 'FONT')
    curve.body = text
    curve.size = size
    curve.materials.append(material)
    thing = bpy.data.objects.new(text, curve)
    bpy.context.scene.collection.objects.link(thing)
    thing.location = (at[0], y, at[1])
    thing.rotation_euler = (math.radians(90), 0, 0)
    return thing
