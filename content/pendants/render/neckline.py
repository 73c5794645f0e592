"""A neckline of true size, as a sculptor would simplify it: throat, collarbones and chest, and the course of a chain on it.

One unit is one millimeter. x is to the right, z up from the notch between the collarbones, and -y is toward the
camera, which looks straight at the breastbone: the chest where a piece hangs is parallel to the picture.
"""
import functools

import numpy as np

import chain
import materials
import solids

# The neck is 33 cm around where the chain lies on it: half its width and depth there, and its middle.
NECK_WIDE, NECK_DEEP, NECK_MIDDLE = 51.0, 54.0, 66.0
# Where the chain passes over the side of the neck, and how high it lies at the nape.
SIDE, NAPE = (56.0, 43.0), 53.0
# 18 inches, bail to bail.
CHAIN = 457.2
# How far the chain's middle is above the skin.
OFF = chain.WIDTH * 0.44

# Linear: a warm tan.
SKIN = (0.45, 0.257, 0.168)

# The breastbone and the shoulder line in profile, and the collarbone from its inner end: (x, z, how far it is raised).
PROFILE = [(-170, 6), (-140, 2.4), (-110, 0.5), (-80, 0), (-50, 0.8), (-25, 3.0), (-8, 6.0), (8, 11.0), (25, 21), (45, 40), (70, 66)]
BONE = [(22.0, -1.5, 4.6), (28, -0.4, 5.2), (38, 1.8, 4.8), (54, 5.6, 4.4), (70, 9.6, 4.6), (92, 13.5, 4.4), (125, 16, 3.0)]
# The cords of the neck, from the inner end of the collarbone and from its first third: (x, z, how far raised, how wide).
CORDS = ([(19, -2, 1.2, 5.0), (22, 8, 2.8, 6.2), (28.5, 24, 3.6, 8.4), (42, 58, 4.6, 11), (57, 100, 5, 13)],
         [(40, 6, 1.2, 7.0), (43, 20, 2.0, 8.5), (50, 50, 3, 11), (60, 95, 3, 12)])
# The lamp of `body.daylight` is mirrored toward the camera where skin faces this way.
SHINING = (-0.305, -0.893, 0.333)


def union(a, b, soft):
    """The nearer of two surfaces, blended over `soft` mm."""
    share = np.clip(0.5 + 0.5 * (b - a) / soft, 0, 1)
    return b * (1 - share) + a * share - soft * share * (1 - share)


def bump(x, z, at, wide, turn=0.0):
    """1 at a place, falling off by `wide` (along, across); `turn` is in radians from the x axis."""
    dx, dz = x - at[0], z - at[1]
    u = dx * np.cos(turn) + dz * np.sin(turn)
    v = dz * np.cos(turn) - dx * np.sin(turn)
    return np.exp(-((u / wide[0]) ** 2 + (v / wide[1]) ** 2))


def smooth_curve(places, at):
    """A curve through (place, value), at other places."""
    fine = chain.curve([(a, b, 0) for a, b in places], 24)
    order = np.argsort(fine[:, 0])
    return np.interp(at, fine[order, 0], fine[order, 1])


def along(x, z, points):
    """For each place: how far it is from a course of (x, z, value, …), and the values at the nearest point of it."""
    near = np.full(x.shape, np.inf)
    values = np.zeros((len(points[0]) - 2, *x.shape))
    for a, b in zip(points, points[1:]):
        a, b = np.asarray(a, float), np.asarray(b, float)
        way = b[:2] - a[:2]
        share = np.clip(((x - a[0]) * way[0] + (z - a[1]) * way[1]) / (way @ way), 0, 1)
        far = np.hypot(x - a[0] - share * way[0], z - a[1] - share * way[1])
        closer = far < near
        near = np.where(closer, far, near)
        for k in range(len(values)):
            values[k] = np.where(closer, a[2 + k] + share * (b[2 + k] - a[2 + k]), values[k])
    return near, values


def chest(x, z):
    """With the breastbone, and where the first two ribs meet it."""
    x = np.hypot(x, 6)
    y = smooth_curve(PROFILE, z) + 10.5 * (x / 60) ** 2.1
    # Softly fuller at both sides of the breastbone.
    y = y - 4.2 * bump(x, z, (52, -88), (36, 48)) + 0.8 * bump(x, z, (0, -70), (17, 50))
    y = y - 0.7 * bump(x, z, (22, -19), (9, 6.5), -0.3) - 0.7 * bump(x, z, (21, -46), (11, 6), -0.2)
    # The hollow below the outer half of the collarbone.
    return y + 2.6 * bump(x, z, (62, -10), (26, 13), 0.3)


def throat(x, z):
    """The neck and the cords at both sides of it that end at the collarbones."""
    wide = NECK_WIDE + 16 * np.exp(-(z + 6) / 22)
    edge = np.clip(np.abs(x) / wide, 0, 1)
    neck = 15.0 - 0.02 * z + NECK_DEEP * (1 - (1 - edge ** 2.3) ** (1 / 2.3))
    # The windpipe, and the hollow on both sides of it.
    neck = neck - 2.2 * bump(x, z, (0, 45), (13, 36)) + 1.6 * bump(np.abs(x), z, (14, 30), (8, 22), -0.25)
    for cord in CORDS:
        far, (high, thick) = along(np.abs(x), z, chain_smooth(cord))
        neck = neck - high * np.exp(-(far / thick) ** 2)
    return neck


def chain_smooth(points):
    """The same course with three points for one."""
    points = np.asarray(points, float)
    at = np.linspace(0, len(points) - 1, 3 * len(points))
    return np.stack([np.interp(at, np.arange(len(points)), points[:, k]) for k in range(points.shape[1])], -1)


def skin(x, z):
    """How far the skin is from the plane of the piece, at each place."""
    x, z = np.asarray(x, float), np.asarray(z, float)
    # No body is its own mirror image.
    x, z = x - 0.9 - 0.8 * np.sin(z / 37), z - 0.016 * x - 0.7 * np.sin(x / 29 + 1)
    y = union(chest(x, z), throat(x, z), 9.0)
    side = np.abs(x)
    # The notch, and the hollow above the collarbone.
    y = y + 5.0 * bump(side, z, (0, 6), (13.5, 10)) + 5.0 * bump(side, z, (55, 19), (17, 9), 0.22)
    far, (high,) = along(side, z, chain_smooth(BONE))
    # Steeper above than below, as the bone is.
    above = z - np.interp(side, [p[0] for p in BONE], [p[1] for p in BONE])
    wide = 6.6 - 1.1 * np.tanh(above / 3)
    return y - high * np.exp(-(far / wide) ** 2)


@functools.cache
def sampled():
    """The skin on a grid, a little smoothed: (x, z, y, y much smoothed, as cloth bridges it)."""
    import cv2
    x, z = np.arange(-105, 105.01, 0.6), np.arange(-150, 75.01, 0.6)
    y = skin(*np.meshgrid(x, z)).astype(np.float32)
    y = cv2.GaussianBlur(y, (0, 0), 3.8)
    return x, z, y, cv2.GaussianBlur(y, (0, 0), 13)


def looked_up(x, z, layer=2):
    """The skin at each place, or the cloth that bridges it (`layer` 3), from the grid."""
    grid = sampled()
    u, v = (np.clip((np.asarray(p, float) - axis[0]) / (axis[1] - axis[0]), 0, len(axis) - 1.001)
            for p, axis in ((x, grid[0]), (z, grid[1])))
    i, k = v.astype(int), u.astype(int)
    v, u, y = v - i, u - k, grid[layer]
    return ((y[i, k] * (1 - u) + y[i, k + 1] * u) * (1 - v) + (y[i + 1, k] * (1 - u) + y[i + 1, k + 1] * u) * v).astype(float)


def figure(material):
    x, z, y, _ = sampled()
    rows = np.stack([*np.meshgrid(x, z), y], -1)[..., [0, 2, 1]]
    return solids.grid('figure', rows, material)


# --- the chain --------------------------------------------------------------------------------

def taut(way, height):
    """A string drawn tight over a course: it bridges hollows. `height` is toward the camera."""
    hull = []
    for point in zip(way, height):
        while len(hull) > 1:
            (a, p), (b, q) = hull[-2:]
            if (q - p) * (point[0] - a) > (point[1] - p) * (b - a):
                break
            hull.pop()
        hull.append(point)
    hull = np.array(hull)
    return np.interp(way, hull[:, 0], hull[:, 1])


def front(low, mirror=1):
    """Half of the chain from a bail at the height `low` up to the side of the neck, right or left."""
    share = np.linspace(0, 1, 160)
    # Straight over the chest; over the collarbone, where the skin turns away, it bends outward.
    x, z = SIDE[0] * (0.86 * share + 0.14 * share ** 4), low + (SIDE[1] - low) * share
    # A chain is never a ruler's edge.
    x = x + 0.35 * np.sin(share * 9 + 2 * mirror) * np.sin(np.pi * share)
    y = looked_up(mirror * x, z)
    way = np.concatenate([[0], np.cumsum(np.hypot(np.diff(x), np.diff(z)))])
    return np.stack([mirror * x, -taut(way, -y) - OFF, z], -1)


def behind(start):
    """From there around the neck to its nape."""
    begin = np.arcsin(np.clip((start[1] - NECK_MIDDLE) / NECK_DEEP, -1, 1))
    turn = np.linspace(begin, np.pi / 2, 80)
    share = (turn - begin) / (np.pi / 2 - begin)
    x = (NECK_WIDE + OFF) * np.cos(turn)
    x += (start[0] - x[0]) * (1 - share)
    z = start[2] + (NAPE - start[2]) * np.sin(share * np.pi / 2)
    return np.stack([x, NECK_MIDDLE + (NECK_DEEP + OFF) * np.sin(turn), z], -1)


def length(points):
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


@functools.cache
def hangs_at():
    """The height of the bail's loop: the chain is as long as it is."""
    low, high = -140.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        half = front(middle)
        low, high = (middle, high) if 2 * (length(half) + length(behind(half[-1]))) > CHAIN else (low, middle)
    return (low + high) / 2


def skin_material():
    """With the fine grain, the pores, the uneven color and the sheen that skin has.

    Sheen is part of the color: lamps give gloss to gold alone, and real gloss would be grain. Color is what
    denoising keeps, so grain and pores are in it, too.
    """
    material = matte(materials.plain('skin', SKIN, 0.6))
    tree = material.node_tree
    new, link = tree.nodes.new, tree.links.new
    surface = tree.nodes['Principled BSDF']
    place = new('ShaderNodeTexCoord').outputs['Object']

    def calc(operation, *values):
        node = new('ShaderNodeVectorMath' if operation == 'DOT_PRODUCT' else 'ShaderNodeMath')
        node.operation = operation
        for socket, value in zip(node.inputs, values):
            if hasattr(value, 'links'):
                link(value, socket)
            else:
                socket.default_value = value
        return node.outputs['Value']

    def texture(kind, scale, output):
        node = new(f'ShaderNodeTex{kind}')
        node.inputs['Scale'].default_value = scale
        link(place, node.inputs['Vector'])
        return node.outputs[output]

    def ranged(value, start, end, low, high):
        node = new('ShaderNodeMapRange')
        node.interpolation_type = 'SMOOTHSTEP'
        for name, number in (('From Min', start), ('From Max', end), ('To Min', low), ('To Max', high)):
            node.inputs[name].default_value = number
        link(value, node.inputs['Value'])
        return node.outputs[0]

    fine = texture('Noise', 2.1, 'Fac')
    pores = ranged(texture('Voronoi', 0.75, 'Distance'), 0.04, 0.2, 0, 1)
    height = calc('ADD', fine, calc('MULTIPLY', pores, 0.4))
    raised = new('ShaderNodeBump')
    raised.inputs['Strength'].default_value = 0.65
    raised.inputs['Distance'].default_value = 0.09
    link(height, raised.inputs['Height'])
    link(raised.outputs[0], surface.inputs['Normal'])

    def mixed(kind, share, a, b):
        node = new('ShaderNodeMixRGB')
        node.blend_type = kind
        for socket, value in zip(node.inputs, (share, a, b)):
            if hasattr(value, 'links'):
                link(value, socket)
            else:
                socket.default_value = value if isinstance(value, (int, float)) else (*value, 1)
        return node.outputs[0]

    # Blood shows more in some places than in others, and so does the sun of past summers.
    flushed = mixed('MULTIPLY', ranged(texture('Noise', 0.055, 'Fac'), 0.3, 0.7, 0, 1), SKIN, (1, 0.91, 0.87))
    mottled = mixed('MULTIPLY', ranged(texture('Noise', 0.34, 'Fac'), 0.35, 0.75, 0, 0.35), flushed, (0.9, 0.8, 0.76))
    deep = calc('ADD', calc('MULTIPLY', fine, 0.29), calc('MULTIPLY', pores, 0.065))
    grained = mixed('MULTIPLY', 1, mottled, calc('ADD', deep, 0.79))
    facing = calc('MAXIMUM', calc('DOT_PRODUCT', raised.outputs[0], SHINING), 0)
    wide, narrow = (calc('MULTIPLY', calc('POWER', facing, sharp), share) for sharp, share in ((8, 0.06), (28, 0.17)))
    shining = mixed('ADD', calc('ADD', wide, narrow), grained, (1, 0.87, 0.73))
    link(shining, surface.inputs['Base Color'])
    return material


def matte(material):
    """Without gloss, as unglazed clay: the lamps are for gold alone, and in gloss they would be grain."""
    material.node_tree.nodes['Principled BSDF'].inputs['Specular'].default_value = 0
    return material
