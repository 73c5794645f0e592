"""What stands beside the pieces in a scene: casting grain, and cloths that light things not of metal."""
import functools
import json
import math
import random
import subprocess
from pathlib import Path

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

import lamps
import materials
import solids
import studio
import views


@functools.cache
def all_facts():
    printed = subprocess.run(['node', str(Path(__file__).with_name('facts.ts'))], check=True, capture_output=True)
    return {facts['slug']: facts for facts in json.loads(printed.stdout)}


def facts(slug):
    return all_facts()[slug]


def place(whole, at, turn=0.0, scale=1.0):
    """Moves a piece that lies on the sheet to `at` (x, z), turned on it by `turn` degrees."""
    y = whole.location.y * scale
    whole.scale = (scale,) * 3
    whole.rotation_euler = (0, math.radians(turn), 0)
    whole.location = (at[0], y, at[1])
    bpy.context.view_layer.update()
    return whole


def light_the_room():
    """Lets Cycles aim at the cloths: stone and wax do not mirror them, and would be grainy without."""
    for material in bpy.data.materials:
        if material.name.split('.')[0] in ('key', 'cloth', 'strip'):
            material.cycles.sample_as_light = True


def picture(studio, gaze, lights, blur, stone=True, share=(0.9, 0.86)):
    """Lights what lies on the sheet and frames it in four to three; `stone` if not all of it is metal."""
    gaze = gaze.normalized()
    things = [o for o in bpy.context.scene.objects if o.type == 'MESH' and 'lamp' not in o and not o.hide_render and not o.parent]
    wholes = [o for o in bpy.context.scene.objects if o.type == 'EMPTY' and not o.parent]
    points = np.concatenate([views.surface(thing) for thing in things + wholes])
    middle, span = views.framed(points, gaze, (0, 0, 1), share, ratio=4 / 3)
    studio.ground(0)
    lamps.table_lights(gaze, lights)
    if stone:
        light_the_room()
    studio.camera(middle + gaze * 5 * span, middle, span, blur=blur)


# --- casting grain ----------------------------------------------------------------------------

def grain_mesh(seed):
    """A drop of gold that froze in water: round above, a little flat, dimpled, its skin in soft folds."""
    chance = random.Random(seed)
    waves = [(Vector([chance.gauss(0, 1) for _ in range(3)]) * 1.5, chance.uniform(0, 6.3), chance.uniform(0.03, 0.1)) for _ in range(6)]
    tail = Vector([chance.gauss(0, 1) for _ in range(3)]).normalized()
    long = chance.choice((0, 0, 0.25, 0.5))
    lat, lon = 26, 40
    rows = []
    for i in range(lat + 1):
        theta = math.pi * i / lat
        row = []
        for k in range(lon):
            phi = 2 * math.pi * k / lon
            d = Vector((math.sin(theta) * math.cos(phi), math.sin(theta) * math.sin(phi), math.cos(theta)))
            r = 1 + sum(high * math.sin(wave.dot(d) * 1.4 + phase) for wave, phase, high in waves)
            r += long * max(0, d.dot(tail)) ** 4
            # One side sank in as the skin froze first.
            r -= 0.16 * max(0, -d.dot(tail)) ** 6
            row.append(d * r)
        rows.append(row)
    rows = np.array(rows)
    # Heaps reckon with balls; no grain may reach far out of its ball.
    return rows * 1.1 / np.linalg.norm(rows, axis=-1).max()


def grain(places, finish='polished', seed=7, kinds=9):
    """Grains of gold at places ((x, y, z), radius), each turned its own way."""
    # A heap is dark between its grains: without that it looks molten together.
    bpy.context.scene['ember'] = 0.35
    chance = random.Random(seed)
    models = []
    for kind in range(kinds):
        thing = solids.grid(f'grain {kind}', grain_mesh(seed * 100 + kind), materials.gold(finish), wrap_columns=True)
        models.append(thing.data)
        bpy.data.objects.remove(thing)
    for at, radius in places:
        thing = bpy.data.objects.new('grain', chance.choice(models))
        bpy.context.scene.collection.objects.link(thing)
        turn = Euler([chance.uniform(0, 6.3) for _ in range(3)]).to_matrix().to_4x4()
        thing.matrix_world = Matrix.Translation(at) @ turn @ Matrix.Scale(radius, 4)


def heap(spots, radii, seed=3, floor=None, taken=(), tries=6):
    """
    Lets balls fall one by one on the sheet (y = 0, up is -y) and roll to where they lie lowest.

    `spots(chance)` gives an (x, z) to fall on, `floor(x, z, radius)` how high a ball's middle lies
    there when it touches nothing else, `taken` things already there as ((x, y, z), radius).
    """
    chance = random.Random(seed)
    lying = [(Vector(at), radius) for at, radius in taken]
    first = len(lying)
    floor = floor or (lambda x, z, radius: radius)

    def height(x, z, radius):
        up = floor(x, z, radius)
        if up is None:
            return math.inf
        for at, other in lying:
            gap = (at.x - x) ** 2 + (at.z - z) ** 2
            reach = radius + other
            if gap < reach * reach:
                up = max(up, -at.y + math.sqrt(reach * reach - gap))
        return up

    for radius in radii:
        up, x, z = min((height(*spot, radius), *spot) for spot in (spots(chance) for _ in range(tries)))
        # Downhill until it lies in a hollow or on the sheet: none may hang on another's side.
        step = 0.5 * radius
        while step > 0.02 * radius:
            ways = [(x + step * math.cos(a), z + step * math.sin(a)) for a in (k * math.pi / 5 for k in range(10))]
            low = min((height(*way, radius), *way) for way in ways)
            if low[0] < up - 1e-4:
                up, x, z = low
            else:
                step /= 2
        if up < math.inf:
            lying.append((Vector((x, -up, z)), radius))
    return lying[first:]
