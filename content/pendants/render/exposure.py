"""The two takes of a picture: the metal, and the shadow on the sheet."""
import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

import develop
from materials import PAPER, plain


def settings(pixels, samples, noise):
    """Render settings; `pixels` is (width, height)."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = pixels
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = True
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_adaptive_sampling = noise > 0
    cycles.adaptive_threshold = noise
    cycles.adaptive_min_samples = min(5, samples)
    cycles.max_bounces = 4
    cycles.glossy_bounces = scene.get('bounces', 4)
    cycles.diffuse_bounces = 1
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_direct = 12
    cycles.sample_clamp_indirect = 5
    cycles.blur_glossy = 0.3
    cycles.filter_width = 1.4
    cycles.use_denoising = False


def expose(path, pixels, samples, noise=0.03):
    """Renders the scene as set, in two takes, and writes an RGBA PNG at `path`.

    The metal is taken without the sheet, which only lends it its bounce; then the shadow on the
    sheet, see `shade`. Together they cost a fifth of one take with Cycles' own shadow catcher.
    """
    pixels = pixels if isinstance(pixels, tuple) else (pixels, pixels)
    scene = bpy.context.scene
    sheets = settings_of_metal(pixels, samples, noise)
    frame_things()
    light = metal(path)
    scene.render.use_border = False

    shadow = shade(path, pixels, sheets) if sheets else None
    develop.write(path, develop.develop(light, shadow))


def settings_of_metal(pixels, samples, noise):
    """Makes ready for `metal`; the sheets, which it does not see."""
    sheets = [o for o in bpy.context.scene.objects if 'sheet' in o]
    for sheet in sheets:
        sheet.visible_camera = False
    settings(pixels if isinstance(pixels, tuple) else (pixels, pixels), samples, noise)
    layer = bpy.context.view_layer
    layer.use_pass_normal = layer.use_pass_diffuse_color = layer.use_pass_glossy_color = True
    return sheets


def metal(path):
    """The take of the things themselves."""
    return develop.take(path, ('Image', 'DiffCol', 'GlossCol', 'Normal'))


def frame_things():
    """Limits the take to where there are things: empty film takes its time too."""
    scene = bpy.context.scene
    bpy.context.view_layer.update()
    points = [world_to_camera_view(scene, scene.camera, o.matrix_world @ Vector(corner))
              for o in scene.objects if o.type == 'MESH' and 'sheet' not in o and 'lamp' not in o
              for corner in o.bound_box]
    render, margin = scene.render, 0.02
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x = max(0, min(p.x for p in points) - margin)
    render.border_max_x = min(1, max(p.x for p in points) + margin)
    render.border_min_y = max(0, min(p.y for p in points) - margin)
    render.border_max_y = min(1, max(p.y for p in points) + margin)


def shade(path, pixels, sheets):
    """How much of its light the sheet loses to the things on it, 0 to 1, in a small picture.

    It is taken by lamps of its own, the same in every picture, see `shade_lamps`: once with the things,
    once without.
    """
    scene = bpy.context.scene
    things = [o for o in scene.objects if o.type in ('MESH', 'CURVE', 'FONT') and 'sheet' not in o]
    paper = plain('lit paper', PAPER, 1)
    for thing in things:
        if 'lamp' in thing:
            thing.hide_render = True
        thing.visible_camera = False
    for sheet in sheets:
        sheet.data.materials[0] = paper
        sheet.visible_camera = True
    room = scene.world.node_tree
    room.links.remove(room.nodes['Background'].inputs[1].links[0])
    room.nodes['Background'].inputs[1].default_value = 0
    shade_lamps(sheets[0])

    def light(side, samples):
        share = min(0.5, side / pixels[0])
        settings((max(8, round(pixels[0] * share)), max(8, round(pixels[1] * share))), samples, 0)
        scene.cycles.max_bounces = 0
        return develop.take(path, ('Image',))[0][..., :3].mean(-1)

    shaded = light(320, 64)
    for thing in things:
        thing.hide_render = True
    return develop.lost(light(32, 64), shaded)


def shade_lamps(sheet):
    """The light of every shadow, as the picture shows it: a large lamp at the upper left, and a sky of cloth
    right above the sheet, which leaves a dark line only where a piece touches it.

    (share of the light, aside, up, how wide it is), in shares of its distance over the sheet.
    """
    scene = bpy.context.scene
    view = scene.camera.matrix_world.to_3x3()
    right, high, back = (Vector(axis) for axis in view.transposed())
    over = sheet.matrix_world.to_3x3() @ Vector((0, 0, 1))
    if over.dot(back) < 0:
        over = -over
    right, high = ((axis - over * axis.dot(over)).normalized() for axis in (right, high))
    eye = scene.camera.matrix_world.translation
    away = (eye - sheet.matrix_world.translation).dot(over) / back.dot(over)
    middle = eye - back * away
    far = 6 * 36 * away / scene.camera.data.lens
    for power, aside, up, wide in ((0.62, -0.34, 0.34, 0.5), (0.38, 0, 0.05, 2.4)):
        light = bpy.data.lights.new('shade', 'AREA')
        light.size = wide * far
        light.energy = power * 3.14 * 4 * far ** 2
        stand = bpy.data.objects.new('shade', light)
        scene.collection.objects.link(stand)
        stand.location = middle + (over + right * aside + high * up) * far
        stand.rotation_euler = (stand.location - middle).to_track_quat('Z', 'Y').to_euler()
