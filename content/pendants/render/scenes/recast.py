"""Compass Coin after an accident, the metal as it is between two lives, and the same piece newly cast."""
import math

import bmesh
import bpy
import numpy as np
from mathutils import Vector

import props
import views

PIXELS = (1600, 1200)


def build(studio):
    facts = props.facts('compass-coin')
    new = views.lay_down(facts)
    bent = views.smaller(new, 1.0, (0, 0))
    crush(bent)
    props.place(bent, (-16.5, 8.0), -24)
    props.place(new, (15.0, -5.5), 7)

    around = lambda chance: (chance.gauss(-6.0, 4.0), chance.gauss(-10.5, 2.8))  # noqa: E731
    free = lambda x, z, radius: None if math.hypot(x - 15.0, z + 5.5) < 13.2 + radius else radius  # noqa: E731
    radii = [2.3, 2.0, 2.5, 1.7, 2.1, 1.6, 1.9, 1.45, 2.2, 1.65, 1.4, 1.8, 2.0, 1.3, 1.5, 1.85, 1.4, 1.3, 1.6, 1.2, 1.9, 1.5, 1.7, 1.3]
    props.grain(props.heap(around, radii, seed=5, floor=free, tries=3))
    strays = [((-16.5, -1.1, -15.8), 1.1), ((-13.6, -0.8, -5.2), 0.8), ((1.2, -0.9, -20.6), 0.9)]
    props.grain(strays, seed=9)

    props.picture(studio, Vector((0.14, -0.83, -0.55)), lights=1.9, blur=1.1, stone=False)


def crush(whole):
    """Caught in a door: folded up along a line, the rim pressed in, a dent beside the middle."""
    bpy.context.view_layer.update()
    for part in whole.children_recursive:
        if part.type != 'MESH':
            continue
        part.data = part.data.copy()
        if part.name.startswith('back'):
            # One flat face cannot follow the fold, and lies unseen below.
            part.hide_render = True
            continue
        if len(part.data.vertices) < 5000:
            divide(part.data)
        out, back = np.array(part.matrix_world), np.array(part.matrix_world.inverted())
        points = np.empty(len(part.data.vertices) * 3)
        part.data.vertices.foreach_get('co', points)
        points = np.c_[points.reshape(-1, 3), np.ones(len(points) // 3)] @ out.T
        points[:, :3] = folded(points[:, :3])
        part.data.vertices.foreach_set('co', (points @ back.T)[:, :3].ravel())
        part.data.update()


def divide(mesh):
    """Long facets need points of their own where the metal folds."""
    solid = bmesh.new()
    solid.from_mesh(mesh)
    long = [edge for edge in solid.edges if edge.calc_length() > 1.2]
    bmesh.ops.subdivide_edges(solid, edges=long, cuts=9, use_grid_fill=True)
    bmesh.ops.triangulate(solid, faces=solid.faces)
    solid.to_mesh(mesh)
    solid.free()


def folded(p):
    x, y, z = p.T
    # The rim, struck at the lower left.
    turn, r = np.arctan2(z, x), np.hypot(x, z)
    blow = np.exp(-((np.angle(np.exp(1j * (turn - math.radians(232))))) / 0.28) ** 2)
    r = r * (1 - 0.13 * blow * np.clip(r / 12.5, 0, 1) ** 3)
    x, z = r * np.cos(turn), r * np.sin(turn)
    # A dent, and the swell around it.
    far = np.hypot(x + 1.5, z - 4.5)
    y = y + 0.75 * np.exp(-(far / 2.4) ** 2) - 0.3 * np.exp(-((far - 4.2) / 1.6) ** 2)
    # The fold: `u` runs across it, and past the crease the metal stands up.
    a = math.radians(-28)
    u, v = x * math.cos(a) + z * math.sin(a), -x * math.sin(a) + z * math.cos(a)
    start, radius, most = 1.5 + 0.05 * v, 5.5, math.radians(48)
    bend = np.clip((u - start) / radius, 0, most)
    past = np.maximum(u - start - radius * most, 0)
    over = radius + y  # The neutral line runs at the back; what lies above it is pressed together.
    across = np.where(u > start, start + over * np.sin(bend) + past * np.cos(bend), u)
    height = np.where(u > start, -(radius - over * np.cos(bend)) - past * np.sin(bend), y)
    x = across * math.cos(a) - v * math.sin(a)
    z = across * math.sin(a) + v * math.cos(a)
    # The other side curls a little too.
    curl = np.maximum(-u - 3, 0)
    height = height - 0.022 * curl ** 2
    return np.stack([x, height, z], -1)
