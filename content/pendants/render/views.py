"""The four views of a pendant. It lies on the sheet, so -Y is up from the table."""
import importlib
import json
import subprocess
import types
from pathlib import Path

import bpy
import numpy as np
from mathutils import Matrix, Vector

import chain
import mark
import ruler
import studio

VIEWS = ('front', 'three-quarter', 'edge', 'scale')
# Half the depth of the bail: it must not reach below the back of the piece, or the piece floats.
BAIL_DEEP = 2.06


def form(facts):
    return importlib.import_module('forms.' + facts['slug'].replace('-', '_'))


def lay_down(facts, grams=None):
    """The Large piece with its bail, its back upon y = 0; `grams` inscribes the laser mark."""
    module = form(facts)
    size = types.SimpleNamespace(**facts['size'])
    piece = module.build(size)
    if grams:
        scorch = mark.inscribe(piece, module.MARK, grams)
    bpy.context.view_layer.update()
    points = corners(piece)
    back = points[:, 1].max()
    at = list(module.BAIL)
    at[1] = min(at[1], back - BAIL_DEEP)
    loop = chain.bail(at)
    whole = bpy.data.objects.new(facts['slug'], None)
    bpy.context.scene.collection.objects.link(whole)
    for part in [piece, loop] + ([scorch] if grams else []):
        part.parent = whole
    whole.location.y = -back
    whole['loop'] = list(np.array(chain.loop_at(at)) + [0, -back, 0])
    whole['low'], whole['high'] = float(points[:, 2].min()), float(at[2] + 4.3)
    bpy.context.view_layer.update()
    return whole


def corners(thing):
    return np.array([o.matrix_world @ Vector(c) for o in [thing, *thing.children_recursive]
                     if o.type == 'MESH' for c in o.bound_box])


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
    whole = lay_down(facts)
    size = facts['size']
    span = max(size['width'] / 0.79, (whole['high'] - whole['low']) / 0.85)
    middle = (whole['high'] + whole['low']) / 2 + 0.01 * span
    hang_chain(whole, middle + span)
    studio.ground(0)
    studio.lights(span / 34)
    studio.camera((0, -5.2 * span, middle), (0, 0, middle), span)


def hang_chain(whole, top):
    """Both halves of the chain run up from the bail and out of the frame."""
    x, y, z = whole['loop']
    low = -chain.WIDTH * 0.46
    rise = top - z
    half = [(x + 0.9, y, z + 0.02), (x + 3.0, (y + low) / 2, z + 1.7), (x + 5.4, low, z + 5.6),
            (x + 8.0, low, z + 0.55 * rise), (x + 9.6, low, top)]
    course = [(2 * x - a, b, c) for a, b, c in half[::-1]] + [(x, y, z - 0.35)] + half
    chain.lay(chain.curve(course))


def three_quarter(facts):
    """From the lower right, at table height, so that its depth is seen."""
    whole = lay_down(facts, facts['grams']['large'])
    size = facts['size']
    span = max(size['width'], whole['high'] - whole['low']) / 0.80
    hang_chain(whole, whole['high'] + 2.2 * span)
    studio.ground(0)
    scale = span / 34
    middle = Vector((0, -0.4 * size['depth'], (whole['high'] + whole['low']) / 2 - 0.2))
    gaze = Vector(getattr(form(facts), 'THREE_QUARTER', (0.25, -0.72, -0.65))).normalized()
    studio.table_lights(gaze, scale)
    studio.camera(middle + gaze * 5 * span, middle, span, blur=0.6 * scale)


def edge(facts):
    """Close to the edge with the laser mark, of a piece in Small."""
    whole = lay_down(facts, facts['grams']['small'])
    place = form(facts).MARK
    at = Vector(place['at']) + Vector((0, whole.location.y, 0))
    normal, up = Vector(place['normal']).normalized(), Vector(place['up']).normalized()
    # A form may ask for more of itself than its mark.
    wish = getattr(form(facts), 'EDGE', {})
    span = wish.get('span', float(np.clip(max(place['width'] * 1.75, place['height'] * 3.4), 9, 25)))
    studio.ground(0, glow=wish.get('glow', (0.36, 0.7)))
    hang_chain(whole, whole['high'] + 40)
    gaze = (normal + Vector(wish.get('aside', 0.30 * up + 0.10 * up.cross(normal)))).normalized()
    # The marked face mirrors a cloth; where that would stand under the table, it mirrors the sheet.
    mirrored = 2 * gaze.dot(normal) * normal - gaze
    studio.table_lights(gaze, 26 / 34, normal if mirrored.y < 0.12 else (0, -1, 0), wide=1.9)
    studio.camera(at + gaze * 110, at + up * 0.10 * span, span, up=up, blur=0.7 * span / 26)


def scale(facts):
    """Large on its chain, Small beside it, above a millimeter ruler."""
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
              (x, y, z - 0.35), (x + 3.2, (y + low) / 2, z + 1.8), (x + 9, low, z + 9.4),
              (x + 20, low, z + 16), (x + 33, low, z + 14.5), (x + 45, low, z + 3), (x + 60, low, z - 14), (x + 76, low, z - 22)]
    chain.lay(chain.curve(course))
    ruler.lay((0, base - 13.5), 70)
    studio.ground(0)
    studio.lights(wide / 36)
    studio.camera((0, -4.2 * wide, -2), (0, 0, -2), wide)


def build(facts, view):
    {'front': front, 'three-quarter': three_quarter, 'edge': edge, 'scale': scale}[view](facts)


def all_facts():
    """What facts.ts prints."""
    printed = subprocess.run(['node', str(Path(__file__).parent / 'facts.ts')], check=True, capture_output=True)
    return json.loads(printed.stdout)
