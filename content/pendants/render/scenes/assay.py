"""Low Sun in Small upon the window of an X-ray fluorescence tester, whose screen shows gold and nothing else."""
import math

import bpy
import numpy as np
from mathutils import Vector

import materials
import props
import solids
import views

PIXELS = (1600, 1200)

BODY = (72.0, 50.0)
"""Width and height of the top plate in mm; its surface is the sheet's own level plus THICK."""
THICK = 9.0
WINDOW = (-15.5, -1.0)
SCREEN = (18.5, 2.0, 27.0, 32.0)

# Where gold answers in a spectrum, in keV, and how strongly: its L lines, and the M line at the left.
GOLD_LINES = ((2.12, 0.36), (8.49, 0.05), (9.71, 1.0), (11.44, 0.82), (13.38, 0.16))


def build(studio):
    facts = props.facts('low-sun')
    piece = views.lay_down(facts)
    props.place(piece, (WINDOW[0] + 0.4, WINDOW[1] - 0.6), 9, facts['smallScale'])
    piece.location.y -= THICK
    plate(studio)
    window(studio)
    screen(studio)

    props.picture(studio, Vector((0.1, -0.83, -0.55)), lights=2.2, blur=0.8)


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


def plate(studio):
    """Anodized aluminum, dark and a little rough."""
    material = materials.plain('anodized', (0.075, 0.072, 0.068), 0.32)
    surface = material.node_tree.nodes['Principled BSDF']
    surface.inputs['Specular'].default_value = 0.5
    slab('tester', box(*BODY, 6), -THICK, 0, 1.2, material)


def window(studio):
    """A steel ring around a thin film, through which the rays come and go."""
    steel = materials.plain('steel', (0.58, 0.57, 0.55), 0.26)
    steel.node_tree.nodes['Principled BSDF'].inputs['Metallic'].default_value = 1
    turn = np.linspace(0, 2 * np.pi, 128, endpoint=False)
    circle = lambda r: np.stack([r * np.cos(turn) + WINDOW[0], r * np.sin(turn) + WINDOW[1]], -1)  # noqa: E731
    profile = [(0, -THICK), (0.05, -THICK - 0.3), (0.4, -THICK - 0.42), (1.7, -THICK - 0.42), (2.2, -THICK - 0.3), (2.6, -THICK + 0.4), (2.6, -THICK - 0.06)]
    solids.sweep('ring', circle(18.6), profile, steel, sharp=50)
    film = materials.plain('film', (0.10, 0.085, 0.06), 0.12)
    solids.disc('film', circle(16.05), -THICK - 0.05, film)


def screen(studio):
    x, z, wide, high = SCREEN
    at = np.array([x, z])
    glass = materials.plain('glass', (0.006, 0.006, 0.007), 0.22)
    slab('screen', box(wide, high, 1.5) + at, -THICK - 0.25, -THICK, 0.2, glass)
    level = -THICK - 0.27
    glow = lit('trace', (1.0, 0.62, 0.16), 0.95)
    quiet = lit('axis', (0.8, 0.72, 0.6), 0.34)

    left, right, base, top = x - wide / 2 + 3, x + wide / 2 - 3, z - high / 2 + 6, z + high / 2 - 5.5
    energies = np.linspace(1, 15, 700)
    counts = 0.035 * np.exp(-((energies - 6.5) / 5) ** 2)
    for energy, strength in GOLD_LINES:
        counts += strength * np.exp(-((energies - energy) / 0.16) ** 2)
    across = left + (energies - 1) / 14 * (right - left)
    up = base + 0.35 + counts * (top - base - 1)
    line('spectrum', across, up, level, 0.17, glow)
    line('axis', np.array([left, right]), np.array([base, base]), level, 0.07, quiet)
    for energy in (2, 4, 6, 8, 10, 12, 14):
        tick = left + (energy - 1) / 14 * (right - left)
        line('tick', np.array([tick, tick]), np.array([base, base - 0.7]), level, 0.07, quiet)
    words('Au', (left, top + 0.2), 4.2, level, glow)
    words('keV', (right - 3.6, base - 3.4), 2.0, level, quiet)


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
