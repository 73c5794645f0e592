"""A letter carved in green wax, with the sprue through which the gold will come, and the letter in gold."""
import math

import numpy as np
from mathutils import Vector

import lamps
import materials
import props
import solids
import views

PIXELS = (1600, 1200)


def build(studio):
    facts = props.facts('capital-a')
    gold = views.lay_down(facts)
    wax = views.form(facts).build(views.types.SimpleNamespace(**facts['size']))
    green = carving_wax(studio)
    for part in [wax, *wax.children_recursive]:
        part.data.materials.clear()
        part.data.materials.append(green)
        part.data.polygons.foreach_set('material_index', [0] * len(part.data.polygons))
    half = facts['size']['depth'] / 2
    sprue(wax, half, green)
    wax.location.y = -half
    props.place(wax, (-12.5, 8.0), -8)
    props.place(gold, (12.5, -8.0), 7)
    shavings(green)

    gaze = Vector((0.12, -0.8, -0.59)).normalized()
    props.picture(studio, gaze, lights=2.0, blur=1.1)
    lamps.cards(views.faces(facts, gold), gaze, side=60)


def carving_wax(studio):
    """Hard wax for carving: a soft shine, the green that carvers know."""
    wax = materials.plain('carving wax', (0.03, 0.30, 0.16), 0.36)
    surface = wax.node_tree.nodes['Principled BSDF']
    surface.inputs['Specular'].default_value = 0.45
    return wax


def sprue(wax, half, material):
    """A rod from the head of the letter, flared where it joins."""
    start, end = np.array([0.4, half - 1.9, 12.7]), np.array([1.0, half - 2.0, 22.5])
    rows = []
    axis = (end - start) / np.linalg.norm(end - start)
    side = np.cross(axis, [0, 1, 0])
    for t, radius in [(-0.05, 2.5), (0.0, 2.35), (0.06, 1.9), (0.14, 1.6), (0.3, 1.5), (0.93, 1.5), (0.985, 1.4), (1.0, 1.15), (1.0, 0)]:
        turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
        rows.append(start + (end - start) * t + radius * (np.cos(turn)[:, None] * side + np.sin(turn)[:, None] * np.array([0, 1.0, 0])))
    rod = solids.grid('sprue', np.array(rows), material, wrap_columns=True, sharp=60)
    rod.parent = wax
    return rod


def shavings(material):
    """Curls that the graver left: thin ribbons, each wound its own way."""
    chance = np.random.default_rng(4)
    for at in range(8):
        turns, radius = chance.uniform(0.5, 1.3), chance.uniform(0.9, 1.7)
        wide, pitch = chance.uniform(1.1, 1.9), chance.uniform(1.0, 2.2)
        place = np.array([chance.normal(-15.0, 3.2), 0, chance.normal(-14.5, 1.8)])
        heading = chance.uniform(0, 2 * np.pi)
        along = np.array([math.cos(heading), 0, math.sin(heading)])
        across = np.array([-math.sin(heading), 0, math.cos(heading)])
        t = np.linspace(0, 1, 60)
        angle = 2 * np.pi * turns * t + chance.uniform(0, 6)
        r = radius * (1 - 0.35 * t)
        taper = np.sin(np.pi * np.clip(t * 0.96 + 0.02, 0, 1)) ** 0.5
        course = (place + along * ((t - 0.5) * pitch * turns)[:, None] + across * (r * np.cos(angle))[:, None]
                  + np.array([0, -1.0, 0]) * (radius + 0.05 + r * np.sin(angle))[:, None])
        ribbon = np.stack([course - along * (wide / 2 * taper)[:, None], course + along * (wide / 2 * taper)[:, None]], 1)
        sheet = solids.grid(f'shaving {at}', ribbon, material)
        thick = sheet.modifiers.new('thick', 'SOLIDIFY')
        thick.thickness = 0.09
