"""A linen shirt, open at the neck: a band along its edge with two rows of stitches, and the cloth beyond in folds."""
import bpy
import numpy as np
from mathutils import Matrix, Vector

import chain
import materials
import neckline
import solids

# The right edge from below, (x, z); the left one is its mirror image but for this.
EDGE = [(13, -128), (19, -104), (25, -86), (33, -64), (43, -40), (54, -12), (66, 20), (80, 60)]
LEFT = (-2.5, 3.0)
BAND = 15.0
# Threads of the weave, in mm.
THREAD = 0.62


def noise(at, waves, seed):
    """A smooth random course, -1 to 1 nearly; `waves` are lengths in mm."""
    chance = np.random.default_rng(seed)
    return sum(np.sin(2 * np.pi * at / wave + chance.uniform(0, 6.3)) * chance.uniform(0.6, 1) for wave in waves) / len(waves)


def side(mirror, material):
    edge = chain.curve([(x, 0, z) for x, z in EDGE], 40)[:, [0, 2]]
    far = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(edge, axis=0), axis=1))])
    s = np.arange(0, far[-1], 0.55)
    edge = np.stack([np.interp(s, far, edge[:, k]) for k in (0, 1)], -1)
    tangent = np.gradient(edge, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True)
    out = np.stack([tangent[:, 1], -tangent[:, 0]], -1)
    seed = 3 if mirror < 0 else 8
    # An edge sewn by hand is never quite straight.
    edge = edge + out * (0.7 * noise(s, (61, 37, 23), seed))[:, None]

    # From under the edge, around it, over the band and the seam, and on over the cloth: (t, how far above the skin).
    turned = [(4.0, 0.15), (1.5, 0.25), (0.5, 0.5), (0.05, 0.95), (0.0, 1.3), (0.12, 1.7), (0.5, 2.05), (1.2, 2.2)]
    t = np.concatenate([[p[0] for p in turned], np.arange(1.8, 60, 0.55)])
    off = np.concatenate([[p[1] for p in turned], np.full(len(t) - len(turned), 2.2)])
    S, T = np.meshgrid(s, t, indexing='ij')
    top = np.arange(len(t)) >= len(turned)
    off = np.broadcast_to(off, S.shape).copy()
    # The band is drawn in at its stitches and puckers a little between them.
    for row in (2.6, BAND - 1.6):
        pucker = 0.5 + 0.5 * noise(S, (4.1, 6.7, 11.3), seed + int(row))
        off -= np.where(top, (0.34 + 0.3 * pucker) * np.exp(-((T - row) / 0.9) ** 2), 0)
    ripple = noise(S + 0.35 * T, (9.5, 14, 21), seed + 30) * np.sin(np.pi * np.clip(T / BAND, 0, 1))
    off += np.where(top, 0.42 * ripple, 0)
    # Beyond the seam there is one layer, gathered into it.
    beyond = np.clip((T - BAND) / 0.9, 0, 1)
    off -= 1.25 * beyond * beyond * (3 - 2 * beyond)
    gather = noise(S, (7.7, 11.9, 17.3), seed + 60) * np.exp(-np.maximum(T - BAND, 0) / 11)
    off += 1.0 * beyond * (gather + 0.5)

    x = edge[:, 0][:, None] + out[:, 0][:, None] * T
    z = edge[:, 1][:, None] + out[:, 1][:, None] * T
    off += folds(x, z, seed) * np.clip((T - BAND * 0.55) / 16, 0, 1) ** 1.2
    # The edge lifts off the skin here and there.
    lift = 1.5 + 1.1 * noise(S, (83, 49), seed + 90)
    lift = lift * np.exp(-T / 26) + 0.9
    rest = np.minimum(neckline.looked_up(mirror * x, z, 3), neckline.looked_up(mirror * x, z) - 0.3)
    y = rest - off - lift
    points = np.stack([mirror * x + (LEFT[0] if mirror < 0 else 0), y, z + (LEFT[1] if mirror < 0 else 0)], -1)
    if mirror < 0:
        points = points[:, ::-1]
    thing = solids.grid('linen', points, material)
    weave = np.where((T < BAND)[..., None], np.stack([S, T], -1), np.stack([0.94 * x + 0.34 * z, 0.94 * z - 0.34 * x], -1))
    if mirror < 0:
        weave = weave[:, ::-1]
    layer = thing.data.uv_layers.new()
    corners = np.empty(len(thing.data.loops), np.int64)
    thing.data.loops.foreach_get('vertex_index', corners)
    layer.data.foreach_set('uv', weave.reshape(-1, 2)[corners].astype(np.float32).ravel())
    rows = []
    for row in (2.6, BAND - 1.6):
        column = int(np.argmin(np.abs(t - row)))
        rows.append(points[:, len(t) - 1 - column if mirror < 0 else column])
    return thing, rows


def folds(x, z, seed):
    """Soft folds that run down from the shoulder, each steeper on one side, in mm toward the camera."""
    chance = np.random.default_rng(seed)
    total = 0
    for place, high, wide in ((10, 2.6, 6.5), (27, 3.4, 8), (47, 3.0, 9), (70, 3.6, 10), (94, 3.0, 9)):
        turn = np.radians(58 + chance.uniform(-9, 9))
        across = (x - 30) * np.sin(turn) - (z + 95) * np.cos(turn)
        on = (x - 30) * np.cos(turn) + (z + 95) * np.sin(turn)
        d = (across + 34 - place + 3.5 * np.sin(on / 31 + chance.uniform(0, 6))) / wide
        total = total + high * np.exp(-np.where(d > 0, 1.8 * d, d) ** 2) * (0.8 + 0.25 * np.sin(on / 44 + chance.uniform(0, 6)))
    return total


def stitches(rows, material):
    """Thread along a seam: one stitch every 3.4 mm."""
    turn, ring = np.linspace(0, np.pi, 9), np.linspace(0, 2 * np.pi, 9)[:-1]
    points = np.stack([-1.25 * np.cos(turn)[:, None] * np.ones(8), 0.24 * np.sin(turn)[:, None] ** 0.5 * np.cos(ring),
                       0.24 * np.sin(turn)[:, None] ** 0.5 * np.sin(ring)], -1)
    model = solids.grid('stitch', points, material, wrap_columns=True)
    mesh = model.data
    bpy.data.objects.remove(model)
    things = []
    for row in rows:
        far = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(row, axis=0), axis=1))])
        for at in np.arange(2, far[-1] - 2, 3.4):
            a, b = (np.array([np.interp(at + d, far, row[:, k]) for k in range(3)]) for d in (-1.2, 1.2))
            way = Vector(b - a).normalized()
            across = way.cross(Vector((0, -1, 0))).normalized()
            stitch = bpy.data.objects.new('stitch', mesh)
            bpy.context.scene.collection.objects.link(stitch)
            stitch.matrix_world = Matrix.Translation(Vector((a + b) / 2) + Vector((0, -0.12, 0))) @ Matrix(
                (way, across, way.cross(across))).transposed().to_4x4()
            things.append(stitch)
    return things


def shirt():
    cloth, thread = linen(), neckline.matte(materials.plain('thread', (0.82, 0.75, 0.64), 0.8))
    things = []
    for mirror in (-1, 1):
        thing, rows = side(mirror, cloth)
        things += [thing, *stitches(rows, thread)]
    return things


def linen():
    """Plain weave: threads over and under each other, some of them thicker."""
    material = neckline.matte(materials.plain('linen', (0.74, 0.665, 0.555), 0.85))
    tree = material.node_tree
    new, link = tree.nodes.new, tree.links.new
    surface = tree.nodes['Principled BSDF']

    def calc(operation, a, b):
        node = new('ShaderNodeMath')
        node.operation = operation
        for socket, value in zip(node.inputs, (a, b)):
            if isinstance(value, (int, float)):
                socket.default_value = value
            else:
                link(value, socket)
        return node.outputs[0]

    def slubs(scale):
        stretched = new('ShaderNodeMapping')
        stretched.inputs['Scale'].default_value = (*scale, 1)
        link(place, stretched.inputs['Vector'])
        texture = new('ShaderNodeTexNoise')
        texture.inputs['Scale'].default_value = 1
        texture.inputs['Detail'].default_value = 1
        link(stretched.outputs[0], texture.inputs['Vector'])
        return calc('SUBTRACT', texture.outputs['Fac'], 0.5)

    place = new('ShaderNodeUVMap').outputs[0]
    split = new('ShaderNodeSeparateXYZ')
    link(place, split.inputs[0])
    # Noise drawn out along a thread is the same over some mm of it: it is thick or thin there.
    warp, weft = slubs((1.5, 0.09)), slubs((0.09, 1.5))
    turns = [calc('MULTIPLY', calc('ADD', split.outputs[axis], calc('MULTIPLY', slub, 0.35)), np.pi / THREAD)
             for axis, slub in (('X', warp), ('Y', weft))]
    waves = calc('MULTIPLY', calc('SINE', turns[0], 0), calc('SINE', turns[1], 0))
    gaps = calc('MULTIPLY', calc('ABSOLUTE', calc('SINE', calc('ADD', turns[0], 1.57), 0), 0),
                calc('ABSOLUTE', calc('SINE', calc('ADD', turns[1], 1.57), 0), 0))
    height = calc('ADD', calc('MULTIPLY', waves, 0.5), calc('ADD', warp, weft))
    raised = new('ShaderNodeBump')
    raised.inputs['Strength'].default_value = 0.55
    raised.inputs['Distance'].default_value = 0.16
    link(height, raised.inputs['Height'])
    link(raised.outputs[0], surface.inputs['Normal'])
    # Where two gaps meet, one looks into the cloth; slubs are paler.
    tone = calc('ADD', calc('SUBTRACT', 1.0, calc('MULTIPLY', gaps, 0.22)), calc('MULTIPLY', calc('ADD', warp, weft), 0.22))
    color = new('ShaderNodeMixRGB')
    color.blend_type = 'MULTIPLY'
    color.inputs[0].default_value = 1
    color.inputs[1].default_value = surface.inputs['Base Color'].default_value
    link(tone, color.inputs[2])
    link(color.outputs[0], surface.inputs['Base Color'])
    return material
