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
    cloths = [o for o in scene.objects if 'lamp' in o]
    sheets = settings_of_metal(pixels, samples, noise)
    frame_things()
    light = metal(path)
    scene.render.use_border = False

    shadow = shade(path, pixels, sheets, cloths) if sheets else None
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


def shade(path, pixels, sheets, cloths):
    """How much of its light the sheet loses to the things on it, 0 to 1, in a small picture.

    It is taken by lamps, which cast cleaner than cloths: once with the things, once without.
    """
    scene = bpy.context.scene
    things = [o for o in scene.objects if o.type in ('MESH', 'CURVE', 'FONT') and 'sheet' not in o]
    paper = plain('lit paper', PAPER, 1)
    # The cloth and the key; were the strip a lamp too, there would be a second shadow at the left.
    most = max((cloth['lamp'] for cloth in cloths), default=0)
    for cloth in cloths:
        if cloth['lamp'] > 0.3 * most:
            lamp(cloth)
        cloth.hide_render = True
    for thing in things:
        thing.visible_camera = False
    for sheet in sheets:
        sheet.data.materials[0] = paper
        sheet.visible_camera = True

    def light(side, samples):
        share = min(0.5, side / pixels[0])
        settings((max(8, round(pixels[0] * share)), max(8, round(pixels[1] * share))), samples, 0)
        scene.cycles.max_bounces = 0
        return develop.take(path, ('Image',))[0][..., :3].mean(-1)

    shaded = light(360, 40)
    for thing in things:
        thing.hide_render = True
    return develop.lost(light(32, 64), shaded)


def lamp(cloth):
    """A lamp where a softbox stands, for the shadow's take."""
    light = bpy.data.lights.new(cloth.name, 'AREA')
    light.shape = 'RECTANGLE'
    light.size, light.size_y = (side * 0.5 for side in cloth['size'])
    light.energy = cloth['lamp'] * 3.14
    stand = bpy.data.objects.new(cloth.name + ' lamp', light)
    bpy.context.scene.collection.objects.link(stand)
    # Higher over the table than the cloth, so that a deep piece keeps its shadow by it.
    place = Vector(cloth.location)
    stand.location = Vector((place.x * 0.32, place.y * 1.35, place.z * 0.32))
    stand.rotation_euler = stand.location.to_track_quat('Z', 'Y').to_euler()
