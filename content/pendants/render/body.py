"""The fifth view: Large worn on its chain, at a neckline of true size in a linen shirt.

Where it hangs follows from the length of the chain and the measures of the neck alone. One unit is one millimeter.
"""
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector

import chain
import develop
import exposure
import garment
import lamps
import neckline
import studio
import views

# How much the picture shows, and its middle above the notch between the collarbones.
WIDE, MIDDLE = 114.0, -26.0
# Where pieces and their shadows differ, from the lower edge up, in shares of the picture: left, right, high.
PART = (0.27, 0.84, 0.62)
DEEP = 15


def wear(whole):
    """Lays the neckline behind a piece and the chain on it; returns how far the piece is from the notch."""
    x, y, z = whole['loop']
    height = neckline.hangs_at()
    points = views.surface(whole)
    # The piece touches the skin where that is nearest.
    under = np.array([x, 0, z - height])
    touch = (neckline.looked_up(points[:, 0] - under[0], points[:, 2] - under[2]) - points[:, 1]).min()
    shift = Vector((x, -touch, z - height))
    figure = neckline.figure(neckline.skin_material())
    for thing in (figure, *garment.shirt()):
        thing.location += shift
        # Gold that mirrored them would be orange.
        thing.visible_glossy = False
    left, right = ((neckline.front(height, mirror) + np.array(shift)) for mirror in (-1, 1))
    for half in (left, right):
        # From the bail, which is some mm off the skin, the chain comes down to it.
        near = np.clip((half[:, 2] - z) / (4 + 2.2 * abs(y - half[0, 1])), 0, 1)
        half[:, 1] = half[:, 1] * near + y * (1 - near)
        half[0, 2] -= 0.35
    course = np.concatenate([left[::-1], right[1:]])
    chain.lay(course[course[:, 2] < shift.z + MIDDLE + WIDE / 2 + 12])
    return shift


def daylight(middle):
    """The light of skin and cloth, which gold does not see: a window at the upper left, and what the room gives back."""
    for power, toward, wide, color in ((1.55, (-0.55, -0.60, 0.60), 0.38, (1, 0.97, 0.92)),
                                       (0.40, (0.55, -0.8, -0.15), 1.5, (1, 0.88, 0.77))):
        far = 500
        light = bpy.data.lights.new('daylight', 'AREA')
        light.size = wide * far
        light.color = color
        light.energy = power * 3.14 * 4 * far ** 2
        stand = bpy.data.objects.new('daylight', light)
        bpy.context.scene.collection.objects.link(stand)
        stand.location = middle + Vector(toward).normalized() * far
        stand.rotation_euler = (stand.location - middle).to_track_quat('Z', 'Y').to_euler()
        stand.visible_glossy = False


def build(facts):
    bpy.context.scene['bounces'] = 2
    toward = getattr(views.form(facts), 'FRONT', None)
    whole = views.lay_down(facts, turn=toward and Vector(toward).rotation_difference((0, -1, 0)).to_matrix())
    shift = wear(whole)
    middle = shift + Vector((0, 0, MIDDLE))
    eye = middle + Vector((0, -4.2 * WIDE, 0))
    lamps.lights(30 / 34, **views.light(facts))
    views.put_boards(facts, whole, gaze=eye - whole.matrix_world.translation)
    for thing in bpy.context.scene.objects:
        if 'lamp' in thing:
            thing.visible_diffuse = thing.visible_shadow = False
    bpy.context.scene.world.cycles_visibility.diffuse = False
    daylight(middle)
    studio.camera(eye, middle, WIDE)


def expose(path, facts, pixels, samples, noise):
    """Neckline and shirt are the same for all pieces: they are taken once, in whole, for `neckline.png` beside
    the picture; of each other piece only the part where it hangs is taken, and laid into that. A deep one holds
    its chain so far off the skin that its links are in other places: it is taken in whole.
    """
    import cv2
    build(facts)
    exposure.settings_of_metal(pixels, samples, noise)
    base = Path(path).with_name(f'neckline-{pixels}.png')
    deep = facts['size']['depth'] > DEEP
    if deep or not base.exists():
        picture = taken(path)
        if not deep:
            develop.write(str(base), picture)
        return develop.write(path, picture)
    left, right, high = [round(share * pixels) for share in PART]
    render = bpy.context.scene.render
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x, render.border_max_x = left / pixels, right / pixels
    render.border_min_y, render.border_max_y = 0, high / pixels
    whole = cv2.cvtColor(cv2.imread(str(base), cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
    # Softly toward the rim of the part.
    mask = np.zeros((pixels, pixels, 1), np.float32)
    rim = round(0.012 * pixels)
    mask[pixels - high + rim:, left + rim:right - rim] = 1
    mask = cv2.GaussianBlur(mask, (0, 0), rim / 3)[..., None]
    mixed = whole * (1 - mask) + taken(path) * mask
    return develop.write(path, np.clip(np.rint(mixed), 0, 255).astype(np.uint8))


def taken(path):
    light, diffuse, glossy, normal = exposure.metal(path)
    # What is no metal is toned as it is: by its color, skin would be taken for gold.
    diffuse[..., :3] = diffuse[..., :3].mean(-1, keepdims=True)
    return develop.develop((light, diffuse, glossy, normal))
