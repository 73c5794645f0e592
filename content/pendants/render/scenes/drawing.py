"""The working drawing of Capital A: its true lines with its measures, a pencil, and the wax it is to be."""
import math

import bpy
import cv2
import numpy as np
from mathutils import Euler, Matrix, Vector

import lamps
import mark
import materials
import props
import solids
import views
from scenes import assay, custom

PIXELS = (1600, 1200)

SHEET = (152.0, 112.0)
"""Width and height of the paper in mm, and how many points of its picture a mm has; the piece is looked at more
coarsely, every so many points."""
DOTS, COARSE = 16, 2.5
LARGER = 2.6
"""So much larger than the piece it is drawn."""
FRONT, SIDE = (-22.0, -1.5), (41.0, -1.5)
"""Where the middle of the letter lies on the sheet, from before and from its right."""
PAPER, GRAPHITE = (0.92, 0.885, 0.81), (0.075, 0.07, 0.068)


def build(studio):
    facts = props.facts('capital-a')
    drawn = drawing(facts)
    # What was drawn is not in the picture; the walls it wished for are not either.
    studio.clear()
    sheet(drawn)
    pencil(Vector((59.0, 0, -46.0)), math.radians(64))
    block()
    lamps.softbox('key', (-60, -420, 160), (0, 0, 0), 420, 320, 2.7, edge=0.35)
    props.picture(studio, Vector((0.1, -0.86, -0.5)), lights=3.6, blur=0, share=(0.94, 0.92))


# --- what is drawn ----------------------------------------------------------------------------

def drawing(facts):
    """How much graphite lies on each point of the sheet, 0 to 1, rows from the top."""
    size = facts['size']
    whole = views.lay_down(facts)
    low = -size['height'] / 2
    graphite = np.zeros((round(SHEET[1] * DOTS), round(SHEET[0] * DOTS)), np.float32)
    trees = mark.surfaces(whole)
    trace(graphite, trees, FRONT, lambda u, v: (Vector((u, -60, v)), Vector((0, 1, 0))))
    deep = whole.location.y
    trace(graphite, trees, SIDE, lambda u, v: (Vector((60, u + deep, v)), Vector((-1, 0, 0))))

    k = LARGER
    left, right, depth = (part * k / 2 for part in (-size['width'], size['width'], size['depth']))
    base, top = low * k, -low * k
    rule(graphite, FRONT, (0, top + 17), (0, base - 5), dashed=True)
    # From the letter to its side, the heights run through.
    for height in (top, -4.2 * k, -7.7 * k, base):
        rule(graphite, FRONT, (right + 2 if height == base else 12, height), (SIDE[0] - FRONT[0] - depth - 1.5, height), 0.3, 0.34)
    measure(graphite, FRONT, (left, base), (right, base), (0, -8.5), f"{size['width']:g} mm")
    measure(graphite, FRONT, (left, base), (left, top), (-8.5, 0), f"{size['height']:g} mm")
    measure(graphite, SIDE, (-depth, base), (depth, base), (0, -8.5), f"{size['depth']:g} mm")
    write(graphite, f"{facts['grams']['large']:.1f} g", (-1.0, 37.6), 7.6)
    write(graphite, '.9999', (-1.0, 25.2), 5.6)
    return graphite


def trace(graphite, trees, at, ray):
    """The edges of a form as they are seen along `ray`: where the surface turns, or ends."""
    step = COARSE / (DOTS * LARGER)
    reach = 21.0
    count = round(2 * reach / step)
    facing = np.zeros((count, count, 3), np.float32)
    for row in range(count):
        v = reach - (row + 0.5) * step
        for column in range(count):
            start, way = ray((column + 0.5) * step - reach, v)
            hits = [hit for hit in (tree.ray_cast(start, way) for tree in trees) if hit[0] is not None]
            if hits:
                facing[row, column] = min(hits, key=lambda hit: hit[3])[1]
    seen = (np.linalg.norm(facing, axis=-1) > 0.5).astype(np.float32)
    rim, ridge = (np.zeros((count, count), np.float32) for _ in range(2))
    for axis in (0, 1):
        rim = np.maximum(rim, np.abs(np.diff(seen, axis=axis, append=0)))
        # Ridges are eased, and turn over some points.
        turned = np.linalg.norm(facing - np.roll(facing, 4, axis), axis=-1) * seen * np.roll(seen, 4, axis)
        ridge = np.maximum(ridge, np.clip((turned - 0.3) / 0.3, 0, 1))
    rim = cv2.dilate(rim, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    line = np.maximum(rim, 0.62 * ridge)
    count = round(count * COARSE)
    line = cv2.resize(cv2.GaussianBlur(line, (0, 0), 0.8), (count, count), interpolation=cv2.INTER_CUBIC)
    line = np.clip(line * 1.6 - 0.2, 0, 1)
    x, y = on_sheet(at)
    top, left = round(y - count / 2), round(x - count / 2)
    high, wide = graphite.shape
    part = np.s_[max(top, 0):min(top + count, high), max(left, 0):min(left + count, wide)]
    line = line[part[0].start - top:part[0].stop - top, part[1].start - left:part[1].stop - left]
    graphite[part] = np.maximum(graphite[part], line)


def on_sheet(place):
    return (place[0] + SHEET[0] / 2) * DOTS, (SHEET[1] / 2 - place[1]) * DOTS


def rule(graphite, origin, start, end, wide=0.4, dark=0.62, dashed=False):
    """A line along the ruler from `start` to `end`, in mm of the sheet about `origin`."""
    a, b = (np.array(on_sheet((p[0] + origin[0], p[1] + origin[1]))) for p in (start, end))
    long = np.linalg.norm(b - a)
    pieces = [(0, long)]
    if dashed:  # Long and short in turns, as an axis is drawn.
        pieces, at, number = [], 0.0, 0
        while at < long:
            part = (6.0 if number % 2 == 0 else 1.0) * DOTS
            pieces.append((at, min(at + part, long)))
            at, number = at + part + 1.4 * DOTS, number + 1
    for one, two in pieces:
        draw(graphite, np.array([a + (b - a) * one / long, a + (b - a) * two / long]), wide, dark)


def draw(graphite, points, wide, dark):
    """A stroke through points of the sheet's picture."""
    layer = np.zeros_like(graphite)
    shifted = np.rint(np.asarray(points) * 16).astype(np.int32).reshape(-1, 1, 2)
    cv2.polylines(layer, [shifted], False, dark, max(1, round(wide * DOTS)), cv2.LINE_AA, 4)
    np.maximum(graphite, layer, out=graphite)


def measure(graphite, origin, start, end, aside, words):
    """A dimension line `aside` of what it measures, with its arrows and its figure."""
    start, end, aside = np.array(start, float), np.array(end, float), np.array(aside, float)
    out = aside / np.linalg.norm(aside)
    for point in (start, end):
        rule(graphite, origin, point + out * 1.5, point + aside + out * 2, 0.3, 0.5)
    a, b = start + aside, end + aside
    along = (b - a) / np.linalg.norm(b - a)
    long = float(np.linalg.norm(b - a))
    high = 5.6
    lines, wide = mark.text(words, high)
    upright = abs(along[1]) > 0.5
    if long > wide + 14:
        middle, gap = (a + b) / 2, wide / 2 + 2.5
        rule(graphite, origin, a, middle - along * gap)
        rule(graphite, origin, middle + along * gap, b)
        tips = ((a, along), (b, -along))
    else:  # No room between: the arrows come from without, the figure stands under them.
        rule(graphite, origin, a - along * 8, a)
        rule(graphite, origin, b, b + along * 8)
        middle, tips = (a + b) / 2 + out * 6, ((a, -along), (b, along))
    for tip, way in tips:
        across = np.array([-way[1], way[0]])
        for side in (-1, 1):
            rule(graphite, origin, tip, tip + way * 4.0 + across * side * 1.0, 0.45, 0.8)
    turn = np.array([[0, -1], [1, 0]]) if upright else np.eye(2)
    for line in lines:
        placed = (line - [wide / 2, high / 2]) @ turn.T + middle + origin
        draw(graphite, [on_sheet(p) for p in placed], 0.75, 0.92)


def write(graphite, words, at, high):
    for line in mark.text(words, high)[0]:
        draw(graphite, [on_sheet(p) for p in line + np.array(at)], high * 0.13, 0.92)


# --- what lies on the table -------------------------------------------------------------------

def sheet(graphite):
    """A sheet of drawing paper, its corners a little lifted."""
    x, z = np.meshgrid(np.linspace(-0.5, 0.5, 77), np.linspace(-0.5, 0.5, 57))
    lift = 0.25 + 3.4 * np.clip(x + z - 0.62, 0, 1) ** 1.6 * 8 + 2.0 * np.clip(-x - z - 0.66, 0, 1) ** 1.6 * 8
    points = np.stack([x * SHEET[0], -lift, z * SHEET[1]], -1)
    thing = solids.grid('sheet of paper', points, paper(graphite))
    thick = thing.modifiers.new('thick', 'SOLIDIFY')
    thick.thickness = 0.2
    return thing


def paper(graphite):
    """Paper with its tooth, and the graphite that stays on it."""
    chance = np.random.default_rng(7)
    high, wide = graphite.shape
    tooth = cv2.GaussianBlur(chance.standard_normal((high, wide)).astype(np.float32), (0, 0), 1.1)
    tooth /= tooth.std()
    cloud = cv2.resize(chance.standard_normal((high // 60, wide // 60)).astype(np.float32), (wide, high), interpolation=cv2.INTER_CUBIC)
    ink = np.clip(graphite * (0.92 + 0.13 * tooth), 0, 1)[..., None]
    ground = np.array(PAPER) * (1 + 0.006 * tooth + 0.012 * cloud)[..., None]
    color = ground * (1 - ink) + np.array(GRAPHITE) * ink
    picture = bpy.data.images.new('drawing', wide, high, float_buffer=True)
    picture.colorspace_settings.name = 'Linear'
    flat = np.concatenate([color, np.ones((high, wide, 1))], -1)[::-1]
    picture.pixels.foreach_set(flat.astype(np.float32).ravel())
    picture.update()

    material = materials.plain('drawing paper', PAPER, 0.9)
    tree = material.node_tree
    where, apart, flat = (tree.nodes.new(f'ShaderNode{kind}') for kind in ('TexCoord', 'SeparateXYZ', 'CombineXYZ'))
    image = tree.nodes.new('ShaderNodeTexImage')
    image.image = picture
    tree.links.new(where.outputs['Generated'], apart.inputs[0])
    tree.links.new(apart.outputs['X'], flat.inputs['X'])
    tree.links.new(apart.outputs['Z'], flat.inputs['Y'])
    tree.links.new(flat.outputs[0], image.inputs['Vector'])
    tree.links.new(image.outputs['Color'], tree.nodes['Principled BSDF'].inputs['Base Color'])
    return material


def pencil(tip, heading):
    """A six-sided pencil in black lacquer, sharpened by hand, its tip at `tip`."""
    lacquer = materials.plain('lacquer', (0.022, 0.02, 0.018), 0.28)
    lacquer.node_tree.nodes['Principled BSDF'].inputs['Specular'].default_value = 0.5
    wood = materials.plain('cedar', (0.52, 0.30, 0.16), 0.75)
    lead = materials.plain('lead', (0.05, 0.05, 0.052), 0.4)
    thick, long = 3.7, 92.0

    def ring(at, radius, six):
        turn = np.linspace(0, 2 * np.pi, 72, endpoint=False)
        flat = np.cos(np.pi / 6) / np.cos((turn + np.pi / 6) % (np.pi / 3) - np.pi / 6)
        r = radius * (six * flat + 1 - six)
        return np.stack([np.full_like(turn, at), r * np.cos(turn), r * np.sin(turn)], -1)

    parts = [solids.grid('lead', np.array([ring(0, 0.05, 0), ring(0.3, 0.32, 0), ring(5.2, 1.05, 0)]), lead, wrap_columns=True)]
    cone = [ring(5.2 + at, 1.05 + (thick * 0.93 - 1.05) * at / 15, 0) for at in np.linspace(0, 15, 8)]
    parts.append(solids.grid('cone', np.array(cone), wood, wrap_columns=True, sharp=50))
    # The lacquer ends in the scallops that a cone cuts into six flat sides.
    body = [ring(20.2, thick, 1), ring(long, thick, 1), ring(long, thick * 0.5, 1)]
    turn = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    body[0][:, 0] -= 2.6 * (1 - np.cos((turn % (np.pi / 3)) * 6)) / 2 - 1.3
    parts.append(solids.grid('body', np.array(body), lacquer, wrap_columns=True, sharp=25))
    # It lies on a flat side, its tip in the air.
    level = Matrix.Translation(tip + Vector((0, -thick * 0.87 - 0.5, 0))) @ Euler((0, -heading, 0)).to_matrix().to_4x4()
    for part in parts:
        part.matrix_world = level
    return parts


def block():
    """The block of green wax, sawn from the bar."""
    outline = assay.box(27, 34, 1.0, 4)
    turn = math.radians(-12)
    outline = outline @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    assay.slab('wax', outline + np.array([77.0, 40.0]), -12.0, 0, 0.8, custom.carving_wax(None))
