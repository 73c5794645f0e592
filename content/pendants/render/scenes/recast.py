"""Low Sun after an accident, a few drops of the gold in between, and the same piece newly cast."""
import math
import random

import bmesh
import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

import lamps
import materials
import props
import solids
import views

PIXELS = (1600, 1200)

BENT, NEW = (-16.0, 11.5), (14.5, -7.0)
"""Where both lie on the sheet."""
CREASE = dict(at=2.0, turn=math.radians(-24), radius=7.5, bend=math.radians(46))
"""The line of the fold: how far from the middle, how aslant, how tight and how far it is bent."""
DENT = dict(at=(-10.0, 2.2), wide=4.2, deep=0.62)
"""Where its rays were struck flat."""
# Drops: (x, z, radius).
DROPS = [(-17.8, -9.4, 2.1), (-12.6, -12.0, 1.8), (-21.8, -13.4, 1.75), (-16.6, -16.2, 2.25), (-10.6, -17.2, 1.55), (-7.4, -12.4, 1.4),
         (-20.8, -19.0, 1.45)]


def build(studio):
    facts = props.facts('low-sun')
    bpy.context.scene['bounces'] = 2
    bent = views.lay_down(facts)
    crush(bent)
    props.place(bent, BENT, -9)
    new = props.place(views.lay_down(facts), NEW)
    for number, (x, z, radius) in enumerate(DROPS):
        drop(x, z, radius, number)

    gaze = Vector(views.form(facts).THREE_QUARTER).normalized()
    points = np.concatenate([views.surface(o) for o in bpy.context.scene.objects if not o.parent and o.type in ('MESH', 'EMPTY')])
    middle, span = views.framed(points, gaze, (0, 0, 1), (0.9, 0.84), ratio=4 / 3)
    studio.walls(0.16, 1.2)
    # Its bar and flanks mirror boards and not the sheet, or they would be of one tone.
    studio.ground(0).visible_glossy = False
    lamps.lights(1.6, turn=Vector((0, -1, 0)).rotation_difference(gaze), fill=0.6)
    for whole in (bent, new):
        views.put_boards(facts, whole, 'TILTED', gaze)
    studio.camera(middle + gaze * 5 * span, middle, span, blur=0.9)


def drop(x, z, radius, seed):
    """Casting grain: a drop that froze in water, round, a little flat where it lies, drawn out to a short tail."""
    chance = random.Random(seed)
    long, lean = chance.uniform(0.12, 0.62), chance.uniform(0, 6.3)
    theta = np.linspace(0, np.pi, 40)[:, None]
    phi = np.linspace(0, 2 * np.pi, 56, endpoint=False)[None]
    tail = np.clip(np.cos(theta), 0, 1)
    r = 1 + 0.025 * np.sin(2 * phi + seed) * np.sin(theta) + 0.02 * np.sin(3 * theta + 1.3 * seed)
    points = np.stack([r * np.sin(theta) * np.cos(phi) * (1 - 0.18 * long * tail ** 2),
                       r * np.sin(theta) * np.sin(phi) * (1 - 0.18 * long * tail ** 2),
                       r * np.cos(theta) + long * tail ** 5 + 0 * phi], -1)
    # Burnished, or it would show every board.
    thing = solids.grid('drop', points, materials.gold('burnished'), wrap_columns=True)
    # Its tail lies nearly level.
    turn = Matrix.Rotation(lean, 4, 'Y') @ Euler((math.radians(chance.uniform(-18, 4)), 0, 0)).to_matrix().to_4x4()
    thing.matrix_world = Matrix.Translation((x, -0.9 * radius, z)) @ Matrix.Diagonal((1, 0.9, 1, 1)) @ turn @ Matrix.Scale(radius, 4)


def crush(whole):
    """Caught in a door: bent up along a line, and struck flat beside it."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    for part in whole.children_recursive:
        if part.type != 'MESH' or part.name.startswith('bail'):
            continue
        made = bpy.data.meshes.new_from_object(part.evaluated_get(graph))
        part.modifiers.clear()
        part.data = made
        divide(made)
        out, back = np.array(part.matrix_world), np.array(part.matrix_world.inverted())
        points = np.empty(len(made.vertices) * 3)
        made.vertices.foreach_get('co', points)
        points = np.c_[points.reshape(-1, 3), np.ones(len(points) // 3)] @ out.T
        points[:, :3] = folded(points[:, :3])
        made.vertices.foreach_set('co', (points @ back.T)[:, :3].ravel())
        made.update()


def divide(mesh):
    """Long faces need points of their own where the metal folds."""
    solid = bmesh.new()
    solid.from_mesh(mesh)
    for _ in range(6):
        long = [edge for edge in solid.edges if edge.calc_length() > 0.9]
        if not long:
            break
        bmesh.ops.subdivide_edges(solid, edges=long, cuts=1, use_grid_fill=True)
        bmesh.ops.triangulate(solid, faces=[face for face in solid.faces if len(face.verts) > 4])
    solid.to_mesh(mesh)
    solid.free()


def folded(p):
    x, y, z = p.T
    # The dent: flatter, and driven outward.
    far = np.hypot(x - DENT['at'][0], z - DENT['at'][1]) / DENT['wide']
    blow = np.exp(-far ** 4)
    y = y * (1 - DENT['deep'] * blow)
    x, z = x - 0.5 * blow, z + 0.3 * blow
    # The fold: `u` runs across it, and past the crease the metal rises.
    c, s = math.cos(CREASE['turn']), math.sin(CREASE['turn'])
    u, v = x * c + z * s, -x * s + z * c
    start, radius, most = CREASE['at'] + 0.06 * v, CREASE['radius'], CREASE['bend']
    bend = np.clip((u - start) / radius, 0, most)
    past = np.maximum(u - start - radius * most, 0)
    over = radius + y  # The neutral line runs at the back; what lies above it is pressed together.
    across = np.where(u > start, start + over * np.sin(bend) + past * np.cos(bend), u)
    height = np.where(u > start, -(radius - over * np.cos(bend)) - past * np.sin(bend), y)
    # The outermost rays curl once more.
    height = height - 0.03 * np.maximum(past - 3, 0) ** 2
    return np.stack([across * c - v * s, height, across * s + v * c], -1)
