"""The views of a pendant; that on a body is in body.py. It lies on the sheet, so -Y is up from the table."""
import importlib
import json
import subprocess
import types
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

import boards
import chain
import lamps
import mark
import ruler
import studio

VIEWS = ('front', 'three-quarter', 'edge', 'scale', 'body')
# Half the depth of the bail: it must not reach below the back of the piece, or the piece floats.
BAIL_DEEP = 2.06


def form(facts):
    return importlib.import_module('forms.' + facts['slug'].replace('-', '_'))


def lay_down(facts, grams=None, turn=None):
    """The Large piece with its bail, its back upon y = 0; `grams` inscribes the laser mark.

    `turn` is a rotation: how a form lies that could not lie flat, or how it is turned for its front.
    """
    module = form(facts)
    # Other walls of the room, where a form wishes for them.
    if hasattr(module, 'WALLS'):
        studio.walls(**module.WALLS)
    size = types.SimpleNamespace(**facts['size'])
    piece = module.build(size)
    if grams:
        scorch = mark.inscribe(piece, module.MARK, grams)
    bpy.context.view_layer.update()
    back = corners(piece)[:, 1].max()
    at = list(module.BAIL)
    at[1] = min(at[1], back - BAIL_DEEP)
    loop = chain.bail(at)
    whole = bpy.data.objects.new(facts['slug'], None)
    bpy.context.scene.collection.objects.link(whole)
    for part in [piece, loop] + ([scorch] if grams else []):
        part.parent = whole
    settled, turn = turn is not None, turn or Matrix.Identity(3)
    whole.rotation_euler = turn.to_euler()
    bpy.context.view_layer.update()
    points = surface(whole)
    whole.location.y = -points[:, 1].max() if settled else -back
    whole['loop'] = list(turn @ Vector(chain.loop_at(at)) + whole.location)
    whole['low'], whole['high'] = float(points[:, 2].min()), float(at[2] + 4.3)
    bpy.context.view_layer.update()
    return whole


def corners(thing):
    return np.array([o.matrix_world @ Vector(c) for o in [thing, *thing.children_recursive]
                     if o.type == 'MESH' for c in o.bound_box])


def surface(thing):
    """Every point of a piece, in the room's measures."""
    graph = bpy.context.evaluated_depsgraph_get()
    points = []
    for part in [thing, *thing.children_recursive]:
        if part.type == 'MESH':
            cast = part.evaluated_get(graph).data
            flat = np.empty(3 * len(cast.vertices), np.float32)
            cast.vertices.foreach_get('co', flat)
            turn = np.array(part.matrix_world)
            points.append(flat.reshape(-1, 3) @ turn[:3, :3].T + turn[:3, 3])
    return np.concatenate(points)


def framed(points, gaze, up, share=(0.8, 0.8), ratio=1.0, distance=5.0):
    """Where a camera in the direction `gaze` looks, and how many mm wide its frame is there, so that
    `points` fill the `share` of its width or height that is reached first. `ratio` is width to height.
    """
    back = np.array(Vector(gaze).normalized())
    right = np.cross(np.array(Vector(up)), back)
    right /= np.linalg.norm(right)
    axes = np.stack([right, np.cross(back, right), back])
    place = points @ axes.T
    middle = (place.min(0) + place.max(0)) / 2
    for _ in range(4):
        seen = place - middle
        span = np.ptp(seen[:, 0])
        # What is nearer the camera looks larger, as it will in the picture.
        for _ in range(3):
            flat = seen[:, :2] / (1 - seen[:, 2:] / (distance * span))
            wide, high = np.ptp(flat, axis=0)
            span = max(wide / share[0], high * ratio / share[1])
        middle[:2] += (flat.min(0) + flat.max(0)) / 2
    return Vector(middle @ axes), float(span)


def smaller(whole, scale, at):
    """A second casting of the same form, `scale` times as long, with its back on the sheet."""
    copies = {}
    for part in [whole, *whole.children_recursive]:
        twin = part.copy()
        bpy.context.scene.collection.objects.link(twin)
        copies[part] = twin
    for part, twin in copies.items():
        if part.parent in copies:
            twin.parent = copies[part.parent]
    top = copies[whole]
    top.scale = (scale,) * 3
    top.location = (at[0], whole.location.y * scale, at[1])
    return top


def front(facts):
    """From straight above, the chain leaving at the top."""
    toward = getattr(form(facts), 'FRONT', None)
    whole = lay_down(facts, turn=toward and Vector(toward).rotation_difference((0, -1, 0)).to_matrix())
    size = facts['size']
    span = max(size['width'] / 0.79, (whole['high'] - whole['low']) / 0.85)
    middle = (whole['high'] + whole['low']) / 2 + 0.01 * span
    hang_chain(whole, middle + span)
    paper = studio.ground(0, **sheet(facts))
    lamps.lights(span / 34, **light(facts))
    put_boards(facts, whole, paper=paper)
    studio.camera((0, -5.2 * span, middle), (0, 0, middle), span)


def put_boards(facts, whole, view='BOARDS', gaze=(0, -1, 0), up=(0, 0, 1), paper=None):
    """The boards that a form describes for a view, each before one of its faces; metal no longer sees `paper`."""
    turn = whole.matrix_world.to_3x3()
    for middle, normal, course in getattr(form(facts), view, ()):
        outline = course.get('outline')
        if outline is not None:
            course = dict(course, outline=[turn @ Vector(corner) for corner in outline])
        boards.board(whole.matrix_world @ Vector(middle), turn @ Vector(normal), gaze, up,
                     about=whole.matrix_world.translation, **course)
        # The board of a face at the side is behind the sheet.
        if paper:
            paper.visible_glossy = False


def faces(facts, whole):
    """The flat mirrors of a piece that has them, as (middle, normal) or (middle, normal, tone) in the room."""
    turn = whole.matrix_world.to_3x3()
    return [(whole.matrix_world @ Vector(middle), (turn @ Vector(normal)).normalized(), *tone)
            for middle, normal, *tone in getattr(form(facts), 'FACES', ())]


def cards(facts):
    """How the cards before those mirrors are, where a form wishes it."""
    return getattr(form(facts), 'CARDS', {})


def light(facts, view='LIGHT'):
    """How the lamps differ from those of other pieces, where a form wishes it."""
    return getattr(form(facts), view, getattr(form(facts), 'LIGHT', {}))


def sheet(facts, view='SHEET'):
    """How bright the sheet is that the flanks of a piece mirror, where a form wishes it."""
    return getattr(form(facts), view, getattr(form(facts), 'SHEET', {}))


def hang_chain(whole, top):
    """Both halves of the chain run up from the bail and out of the frame."""
    x, y, z = whole['loop']
    low = -chain.WIDTH * 0.46
    rise = top - z
    half = [(x + 0.9, y, z + 0.02), (x + 3.0, (y + low) / 2, z + 1.7), (x + 5.4, low, z + 5.6),
            (x + 8.0, low, z + 0.55 * rise), (x + 9.6, low, top)]
    course = [(2 * x - a, b, c) for a, b, c in half[::-1]] + [(x, y, z - 0.35)] + half
    chain.lay(chain.curve(course))


def spread_chain(whole, tight=False):
    """Both halves of the chain fall from the bail to the sheet and run apart, one in a wider bow; `tight` draws
    that of a deep piece over its bail.
    """
    x, y, z = whole['loop']
    low = -chain.WIDTH * 0.40
    drop = low - y

    def at(aside, fall, away):
        return (x + aside, y + fall * drop, z + away)

    if tight and drop > 4:
        # It comes down to the sheet far beyond it.
        right = [at(0.9, 0.0, 0.5), at(2.0, 0.03, 3.0), at(3.6, 0.1, 7.0), at(6.0, 0.26, 13), at(9.6, 0.5, 21),
                 at(14.4, 0.8, 30), at(20.5, 1, 41), at(30, 1, 56), at(50, 1, 80)]
        left = [at(-0.9, 0.0, 0.5), at(-2.0, 0.03, 3.1), at(-3.4, 0.1, 7.4), at(-5.2, 0.26, 14), at(-7.6, 0.5, 23),
                at(-10.6, 0.8, 33), at(-15, 1, 46), at(-23, 1, 64), at(-38, 1, 90)]
    else:
        right = [at(1.0, 0.03, 0.05), at(2.7, 0.4, 1.2), at(5.0, 0.95, 4.1), at(7.6, 1, 8.6), at(12.4, 1, 17),
                 at(19.5, 1, 27), at(30, 1, 38), at(46, 1, 50), at(70, 1, 64)]
        left = [at(-1.0, 0.03, 0.05), at(-2.6, 0.4, 1.3), at(-4.5, 0.95, 4.5), at(-6.4, 1, 9.4), at(-8.6, 1, 18),
                at(-12.5, 1, 30), at(-20, 1, 44), at(-31, 1, 60), at(-46, 1, 80)]
    chain.lay(chain.curve(left[::-1] + [(x, y, z - 0.25)] + right))


def three_quarter(facts):
    """Lying on the table and seen from table height, so that its depth is seen."""
    whole = lay_down(facts, facts['grams']['large'], turn=getattr(form(facts), 'LIES', None))
    gaze = Vector(getattr(form(facts), 'THREE_QUARTER', (0.25, -0.72, -0.65))).normalized()
    middle, span = framed(surface(whole), gaze, (0, 0, 1), (0.84, 0.80))
    spread_chain(whole, tight=True)
    paper = studio.ground(0, **sheet(facts, 'TILTED_SHEET'))
    lamps.lights(span / 34, turn=Vector((0, -1, 0)).rotation_difference(gaze), **light(facts, 'TILTED_LIGHT'))
    put_boards(facts, whole, 'TILTED', gaze, paper=paper)
    studio.camera(middle + gaze * 5 * span, middle, span, blur=0.6 * span / 34)


def edge(facts):
    """A piece in Small, seen so that its laser mark is read and its form known."""
    whole = lay_down(facts, facts['grams']['small'], turn=getattr(form(facts), 'LIES', None))
    place = form(facts).MARK
    turn = whole.matrix_world.to_3x3()
    at = whole.matrix_world @ Vector(place['at'])
    normal = (turn @ Vector(place['normal'])).normalized()
    wish = form(facts).EDGE
    gaze, up = Vector(wish['gaze']).normalized(), Vector(wish['up']).normalized()
    middle, span = framed(surface(whole), gaze, up, (0.86, 0.80))
    spread_chain(whole)
    studio.ground(0, glow=wish.get('glow', (0.5, 1.2)))
    # The marked face mirrors a cloth; where that would stand under the table, it mirrors the sheet.
    mirrored = 2 * gaze.dot(normal) * normal - gaze
    lamps.table_lights(gaze, 26 / 34, normal if mirrored.y < 0.12 else (0, -1, 0), wide=1.9,
                       **light(facts))
    lamps.cards(faces(facts, whole), gaze, up, 26 / 34, aside=4.8, **cards(facts))
    put_boards(facts, whole, 'EDGE_BOARDS', gaze, up)
    eye = studio.camera(middle + gaze * 5 * span, middle, span, up=up, blur=0.6 * span / 34)
    eye.data.dof.focus_distance = (middle + gaze * 5 * span - at).dot(gaze)


def scale(facts):
    """Large on its chain, Small beside it, above a ruler in millimeters and inches; a US quarter's disc in the corner."""
    whole = lay_down(facts)
    wide = 86
    gap = facts['size']['width'] * (1 + facts['smallScale']) / 2 + 9
    left = -gap / 2 - 1.5
    base = -13.0
    # Both stand on one line.
    whole.location.x = left
    whole.location.z = base - whole['low']
    small = smaller(whole, facts['smallScale'],
                    (left + gap, base - whole['low'] * facts['smallScale']))
    bpy.context.view_layer.update()
    x, y, z = whole['loop']
    x, z = x + whole.location.x, z + whole.location.z
    low = -chain.WIDTH * 0.46
    course = [(x - 20, low, 62), (x - 15.5, low, 44), (x - 8.5, low, z + 10), (x - 3.2, (y + low) / 2, z + 1.8),
              (x, y, z - 0.35), (x + 3.2, (y + low) / 2, z + 1.8), (x + 8.5, low, z + 9.4),
              (x + 14.5, low, 41), (x + 18.5, low, 62)]
    chain.lay(chain.curve(course))
    ruler.lay((0, base - 14.5), 70)
    # In the empty corner beyond the chain.
    ruler.quarter(28, 26.5)
    studio.ground(0)
    lamps.lights(wide / 36)
    # So small that neither piece mirrors the other's.
    for piece in (whole, small):
        lamps.cards(faces(facts, piece), (0, -1, 0), side=30)
    studio.camera((0, -4.2 * wide, -2), (0, 0, -2), wide)


def build(facts, view):
    # Gold that mirrors gold that mirrors gold is orange; without it, crevices are near black.
    bpy.context.scene['bounces'] = 2
    {'front': front, 'three-quarter': three_quarter, 'edge': edge, 'scale': scale}[view](facts)


def all_facts():
    """What facts.ts prints."""
    printed = subprocess.run(['node', str(Path(__file__).parent / 'facts.ts')], check=True, capture_output=True)
    return json.loads(printed.stdout)
