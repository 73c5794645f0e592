"""The fifth view: both sizes worn, each on a plain bust of true size, as jewelers use.

Where a piece hangs follows from the length of its chain and the measures of the bust alone. One unit
is one millimeter; x is to the right, z up from where the neck meets the shoulders, and the pieces lie
on the bust at y = 0.
"""
import math
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector

import chain
import develop
import exposure
import lamps
import materials
import props
import solids
import studio
import views

# How much the picture shows, and the height of its middle.
WIDE, MIDDLE = 288.0, -69.0
# The two busts stand this far from the middle: Large on the left one.
APART = 71.5
# 18 inches, bail to bail.
CHAIN = 457.2
# Pieces with a level field: by the cloth alone, which is dim that low, they would be brown.
LEVEL = {'compass-coin', 'sound-wave'}
# Where a chain goes over the side of the neck, and how high it lies behind it.
SIDE, BEHIND = 3.0, 17.0

# The bust by height: half its width, half its depth, and its front. Its neck is 31 cm around.
HEIGHTS = [44, 42, 38, 30, 18, 8, 0, -7, -14, -20, -25, -30, -36, -48, -64, -82, -104, -130, -158, -172, -177, -180, -181.5]
WIDTHS = [43.5, 45.5, 46.2, 46, 46.5, 49, 53.3, 58.2, 63, 66.8, 69.2, 70.3, 70.3, 69.3, 67.2, 64.2, 60, 53.8, 46.2, 42.2, 40.2, 38, 35]
DEPTHS = [45, 47, 47.7, 48, 48, 47.5, 47, 46.5, 46, 45.6, 45.3, 45, 44.6, 44, 43.4, 42.6, 41.6, 40.4, 38.4, 37.2, 36, 34.2, 32]
FRONTS = [34, 32, 31.2, 30.7, 30, 28.5, 26.5, 24, 21.2, 18.6, 16.2, 14, 11.6, 8, 4.2, 1.9, 0.5, 0.3, 1, 2, 3, 4.8, 7]
# Of its cross section: 2 were an ellipse.
POWER = 2.3


def at_height(z):
    """Half the width, half the depth and the middle of the depth at a height."""
    of = [np.interp(z, HEIGHTS[::-1], values[::-1]) for values in (WIDTHS, DEPTHS, FRONTS)]
    return of[0], of[1], of[2] + of[1]


def on_bust(turn, z, off=0.0):
    """A point on the bust: `turn` is 0 in front and pi behind, `off` mm above its skin."""
    wide, deep, middle = at_height(z)
    x, y = math.sin(turn), math.cos(turn)
    bend = lambda v: math.copysign(abs(v) ** (2 / POWER), v)  # noqa: E731
    return np.array([(wide + off) * bend(x), middle - (deep + off) * bend(y), z])


def smooth_heights():
    """The rings of the bust, close enough that it looks turned."""
    return chain.curve([(0, 0, z) for z in HEIGHTS], 8)[:, 2]


def bust():
    rings = [[on_bust(turn, z) for turn in np.linspace(0, 2 * math.pi, 160, endpoint=False)]
             for z in smooth_heights()]
    rows = np.array(rings)
    # Rounded over at the neck and closed below.
    top, foot = rows[0].mean(0), rows[-1].mean(0)
    rows = np.concatenate([[top + (rows[0] - top) * k + [0, 0, 0.5] for k in (0.0, 0.5, 0.96)], rows,
                           [foot + (rows[-1] - foot) * k for k in (0.9, 0.0)]])
    for axis in (0, 1):
        for _ in range(8):
            rows[4:-4, :, axis] = (rows[3:-5, :, axis] + 2 * rows[4:-4, :, axis] + rows[5:-3, :, axis]) / 4
    linen = materials.plain('linen', (0.60, 0.555, 0.48), 0.9)
    return solids.grid('bust', rows, linen, wrap_columns=True)


def course(low):
    """Half of a chain, from the bail at the height `low` up to the side of the neck and behind it."""
    points = []
    wide = at_height(SIDE)[0]
    for share in np.linspace(0, 0.995, 90):
        z = low + (SIDE - low) * share
        x = min(wide * 1.0 * share ** 0.93 / at_height(z)[0], 1)
        points.append((math.asin(x ** (POWER / 2)), z))
    turn, z = points[-1]
    for share in np.linspace(0.02, 1, 60):
        ease = math.sin(share * math.pi / 2)
        points.append((turn + (math.pi - turn) * share, z + (BEHIND - z) * ease))
    return np.array([on_bust(turn, z, chain.WIDTH * 0.46) for turn, z in points])


def length(points):
    return float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())


def hangs_at():
    """The height of the bail's loop: the chain is as long as it is."""
    low, high = -200.0, -20.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if 2 * length(course(middle)) > CHAIN else (low, middle)
    return (low + high) / 2


def wear(whole, loop, center):
    """Puts a bust behind a piece, the piece where its chain lets it hang, and lays the chain."""
    form = bust()
    form.location = (center, 0, 0)
    height = hangs_at()
    whole.location.x += center - loop[0]
    whole.location.z += height - loop[2]
    y = loop[1]
    half = course(height)
    # From the bail, which stands off the bust, the chain comes down to it.
    near = half[:, 2] < height + 9
    ease = np.clip((half[near, 2] - height) / 9, 0, 1)[:, None]
    half[near, 1:2] = half[near, 1:2] * ease + y * (1 - ease)
    half[0, 2] -= 0.35
    left = half * [-1, 1, 1]
    whole_course = np.concatenate([left[::-1], half[1:]]) + [center, 0, 0]
    chain.lay(whole_course)


def front(piece):
    """The level field of a piece as a mirror, with the tone of its card."""
    corners = np.array([part.matrix_world @ Vector(corner) for part in piece.children_recursive
                        if part.type == 'MESH' for corner in part.bound_box])
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = (low + high) / 2
    return Vector((middle[0], low[1], middle[2])), Vector((0, -1, 0)), 1.3


def build(facts):
    """Both sizes on their busts; the height at which they hang."""
    large = views.lay_down(facts)
    small = views.smaller(large, facts['smallScale'], (0, 0))
    bpy.context.view_layer.update()
    loop = np.array(large['loop'])
    wear(small, loop * facts['smallScale'], APART)
    wear(large, loop, -APART)
    studio.ground(100)
    lamps.lights(WIDE / 60)
    bpy.context.view_layer.update()
    camera = Vector((0, -4.2 * WIDE, MIDDLE))
    for piece, center, scale in ((large, -APART, 1), (small, APART, facts['smallScale'])):
        # Neither piece is in the middle of the picture: its mirrors find their cards by its own line of sight.
        gaze = camera - Vector((center, 0, hangs_at() - 12 * scale))
        faces = views.faces(facts, piece) + ([front(piece)] if facts['slug'] in LEVEL else [])
        lamps.cards(faces, gaze, scale=scale, side=36, before=-3 * scale, dimmest=0.85)
    props.light_the_room()
    studio.camera(camera, (0, 0, MIDDLE), WIDE)


def expose(path, facts, pixels, samples, noise):
    """Busts and chains are the same for all pieces: they are taken once, in whole, for `busts.png`
    beside the picture; of each piece only the part where it hangs is taken, and laid into them.
    """
    import cv2
    busts = str(Path(path).with_name(f'busts-{pixels}.png'))
    build(facts)
    if not Path(busts).exists():
        exposure.expose(busts, pixels, samples, noise)
        studio.clear()
        build(facts)
    around = (-APART - 30, hangs_at() - 46, APART + 30, hangs_at() + 15)
    left, low, right, high = [round(v * pixels) for v in framed(around)]
    render = bpy.context.scene.render
    exposure.settings_of_metal(pixels, samples, noise)
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x, render.border_max_x = left / pixels, right / pixels
    render.border_min_y, render.border_max_y = low / pixels, high / pixels
    part = develop.develop(exposure.metal(path))
    whole = cv2.cvtColor(cv2.imread(busts, cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
    top, bottom = pixels - high, pixels - low
    # Only where both are bust, and softly toward the rim of the part.
    mask = np.zeros((pixels, pixels), np.float32)
    rim = round(0.012 * pixels)
    mask[top + rim:bottom - rim, left + rim:right - rim] = 1
    mask = cv2.GaussianBlur(mask, (0, 0), rim / 3)
    mask *= (part[..., 3] > 254) & (whole[..., 3] > 254)
    mask = mask[..., None]
    color = whole[..., :3] * (1 - mask) + part[..., :3] * mask
    whole[..., :3] = np.clip(np.rint(color), 0, 255)
    develop.write(path, whole)


def framed(box):
    """A box in millimeters as shares of the picture."""
    x0, z0, x1, z1 = box
    low = MIDDLE - WIDE / 2
    return (x0 + WIDE / 2) / WIDE, (z0 - low) / WIDE, (x1 + WIDE / 2) / WIDE, (z1 - low) / WIDE
