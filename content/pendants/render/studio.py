"""The photographer's studio: gold, softboxes, ground, camera, and the exposure.

One Blender unit is one millimeter. A form stands upright in the XZ plane with its face to -Y,
as it does on the photographer's sheet: the sheet ("ground") lies behind it in the XZ plane, the
camera looks along +Y. So `flat_lay` is a picture from straight above, and up in it is +Z.
"""
import math
import os
import sys

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import develop  # noqa: E402

# Gold at normal incidence, linear sRGB, from its measured n and k; near grazing it whitens.
GOLD = (1.0, 0.765, 0.322)
GRAZING = (1.0, 0.9, 0.62)
ROUGHNESS = {'polished': 0.085, 'satin': 0.27, 'drawn': 0.33, 'matte': 0.4}
GRAIN = {'satin': 0.016, 'drawn': 0.10, 'matte': 0.22}
DAY, WARM = (1, 0.94, 0.84), (1, 0.89, 0.74)
# The paper theme's ground, oklch(0.972 0.012 88), in linear sRGB.
PAPER = (0.93, 0.905, 0.85)


def clear():
    """An empty room: nothing of the factory scene, the world nearly black."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.unit_settings.system = 'METRIC'
    scene.unit_settings.scale_length = 0.001
    world = bpy.data.worlds.new('room')
    scene.world = world
    world.use_nodes = True
    room(world.node_tree)
    return scene


def room(tree, toward=(-0.62, -0.42, 0.66), dark=0.13, light=1.15):
    """The walls: lit from the upper left, dark at the lower right, so that every slope has a tone."""
    new, link = tree.nodes.new, tree.links.new
    place = new('ShaderNodeTexCoord')
    along = new('ShaderNodeVectorMath')
    along.operation = 'DOT_PRODUCT'
    link(place.outputs['Generated'], along.inputs[0])
    along.inputs[1].default_value = Vector(toward).normalized()
    ramp = new('ShaderNodeMapRange')
    ramp.interpolation_type = 'SMOOTHSTEP'
    ramp.inputs['From Min'].default_value = -0.15
    ramp.inputs['To Min'].default_value = dark
    ramp.inputs['To Max'].default_value = light
    link(along.outputs['Value'], ramp.inputs['Value'])
    background = tree.nodes['Background']
    background.inputs[0].default_value = (*WARM, 1)
    link(ramp.outputs[0], background.inputs[1])


# --- gold -------------------------------------------------------------------------------------

def gold(finish='polished'):
    """A conductor with gold's own color at the front and a paler one at grazing angles.

    'varied' reads each point's `polish`: 1 polished, 0 satin. 'drawn' is satin with the scratches
    of a fine stone, upright.
    """
    name = f'gold {finish}'
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new

    facing = new('ShaderNodeLayerWeight')
    facing.inputs['Blend'].default_value = 0.5
    fresnel = new('ShaderNodeMath')
    fresnel.operation = 'POWER'
    fresnel.inputs[1].default_value = 5
    link(facing.outputs['Facing'], fresnel.inputs[0])
    color = new('ShaderNodeMixRGB')
    # The flanks of scratches shade each other.
    base = [c * 0.8 for c in GOLD] if finish == 'drawn' else GOLD
    color.inputs[1].default_value = (*base, 1)
    color.inputs[2].default_value = (*GRAZING, 1)
    link(fresnel.outputs[0], color.inputs[0])

    roughness = base_roughness(tree, finish)
    metal = new('ShaderNodeBsdfGlossy')
    metal.distribution = 'GGX'
    link(color.outputs[0], metal.inputs['Color'])
    if isinstance(roughness, float):
        metal.inputs['Roughness'].default_value = roughness
    else:
        link(roughness, metal.inputs['Roughness'])
    if finish in GRAIN:
        link(grain(tree, finish), metal.inputs['Normal'])
    out = new('ShaderNodeOutputMaterial')
    link(metal.outputs[0], out.inputs['Surface'])
    return material


def base_roughness(tree, finish):
    """A number; for 'varied' a socket that goes by each point's `polish`."""
    if finish != 'varied':
        return ROUGHNESS[finish]
    polish = tree.nodes.new('ShaderNodeAttribute')
    polish.attribute_name = 'polish'
    mix = tree.nodes.new('ShaderNodeMapRange')
    mix.inputs['To Min'].default_value = ROUGHNESS['satin']
    mix.inputs['To Max'].default_value = ROUGHNESS['polished']
    tree.links.new(polish.outputs['Fac'], mix.inputs['Value'])
    return mix.outputs[0]


def grain(tree, finish):
    """What abrasive leaves: a fine unevenness; under 'drawn' upright scratches."""
    place = tree.nodes.new('ShaderNodeTexCoord')
    noise = tree.nodes.new('ShaderNodeTexNoise')
    noise.inputs['Scale'].default_value = 14 if finish == 'drawn' else 13
    noise.inputs['Detail'].default_value = 2
    at = place.outputs['Object']
    if finish == 'drawn':
        stretched = tree.nodes.new('ShaderNodeMapping')
        stretched.inputs['Scale'].default_value = (1, 1, 0.07)
        tree.links.new(at, stretched.inputs['Vector'])
        at = stretched.outputs[0]
    tree.links.new(at, noise.inputs['Vector'])
    bump = tree.nodes.new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = GRAIN[finish]
    bump.inputs['Distance'].default_value = 0.25
    tree.links.new(noise.outputs['Fac'], bump.inputs['Height'])
    return bump.outputs[0]


def plain(name, color, roughness=0.8):
    """An ordinary, unmetallic thing: paper, ink, a ruler."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes['Principled BSDF']
    surface.inputs['Base Color'].default_value = (*color, 1)
    surface.inputs['Roughness'].default_value = roughness
    surface.inputs['Specular'].default_value = 0.2
    return material


# --- lights -----------------------------------------------------------------------------------

def softbox(name, at, toward, width, height, power, color=DAY, edge=0.25, slope=(0, 0)):
    """A lit cloth, brighter in the middle, fading over `edge` of its width; metal shows that fade.

    `slope` (x, y) grades it across its middle third, as a lamp set off to one side does.
    """
    mesh = bpy.data.meshes.new(name)
    w, h = width / 2, height / 2
    mesh.from_pydata([(-w, -h, 0), (w, -h, 0), (w, h, 0), (-w, h, 0)], [], [(0, 1, 2, 3)])
    uv = mesh.uv_layers.new()
    for loop, place in zip(uv.data, [(0, 0), (1, 0), (1, 1), (0, 1)]):
        loop.uv = place
    box = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(box)
    box.location = at
    # Its lit side (+Z of the plane) looks at `toward`.
    box.rotation_euler = (Vector(toward) - Vector(at)).to_track_quat('Z', 'Y').to_euler()
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new

    def math_node(operation, a, b=None, c=None):
        node = new('ShaderNodeMath')
        node.operation = operation
        for socket, value in zip(node.inputs, (a, b, c)):
            if value is None:
                continue
            if isinstance(value, (int, float)):
                socket.default_value = value
            else:
                link(value, socket)
        return node.outputs[0]

    uv_node = new('ShaderNodeUVMap')
    xyz = new('ShaderNodeSeparateXYZ')
    link(uv_node.outputs[0], xyz.inputs[0])
    strength = power
    for axis, rise in zip('XY', slope):
        t = xyz.outputs[axis]
        # Distance to the nearer side, as a share of `edge`, eased.
        near = math_node('MINIMUM', t, math_node('SUBTRACT', 1.0, t))
        soft = new('ShaderNodeMapRange')
        soft.interpolation_type = 'SMOOTHSTEP'
        soft.inputs['From Max'].default_value = max(edge, 1e-3)
        link(near, soft.inputs['Value'])
        lean = new('ShaderNodeMapRange')
        lean.interpolation_type = 'SMOOTHERSTEP'
        lean.inputs['From Min'].default_value = 0.3
        lean.inputs['From Max'].default_value = 0.7
        lean.inputs['To Min'].default_value = 1 - max(rise, 0)
        lean.inputs['To Max'].default_value = 1 + min(rise, 0)
        link(t, lean.inputs['Value'])
        strength = math_node('MULTIPLY', math_node('MULTIPLY', soft.outputs[0], lean.outputs[0]), strength)
    # Only the front of the cloth is lit; its back is a black flag.
    geometry = new('ShaderNodeNewGeometry')
    front = math_node('SUBTRACT', 1.0, geometry.outputs['Backfacing'])
    emission = new('ShaderNodeEmission')
    emission.inputs['Color'].default_value = (*color, 1)
    link(math_node('MULTIPLY', strength, front), emission.inputs['Strength'])
    out = new('ShaderNodeOutputMaterial')
    link(emission.outputs[0], out.inputs['Surface'])
    mesh.materials.append(material)
    # Metal finds a cloth this large by itself; to sample it as a lamp takes three times as long.
    material.cycles.sample_as_light = False
    box.visible_camera = False
    box['lamp'] = power * width * height
    box['size'] = (width, height)
    return box


def flag(name, at, toward, width, height):
    """A black card: what a photographer sets so that an edge is drawn by dark."""
    card = softbox(name, at, toward, width, height, 0)
    card.data.materials[0] = plain('flag', (0.004, 0.004, 0.004), 1)
    return card


def lights(scale=1.0):
    """What the gold sees. A face that looks at the camera mirrors the cloth behind it, so the cloth
    is graded; slopes find the key at the upper left, the strip at the right, or the dark between.

    `scale` grows the whole set with the subject, 1 for one of 26 mm.
    """
    def at(x, y, z):
        return (x * scale, y * scale, z * scale)

    def box(name, place, width, height, power, **more):
        softbox(name, at(*place), at(0, 0, 0), width * scale, height * scale, power, **more)

    box('cloth', (0, -230, 0), 200, 200, 1.5, edge=0.2, slope=(-0.38, 0.66))
    box('key', (-95, -85, 95), 150, 110, 4.6, edge=0.35)
    box('strip', (120, -38, 4), 66, 150, 1.7, color=WARM, edge=0.4)
    box('low', (-10, -60, -120), 160, 56, 0.8, color=WARM, edge=0.4)


def table_lights(gaze, scale=1.0, normal=(0, -1, 0), wide=1.0):
    """For a camera in the direction `gaze`: the cloth stands where a face of `normal` mirrors it.

    A round face mirrors more than a flat one and wants it `wide`.
    """
    gaze, normal = Vector(gaze).normalized(), Vector(normal).normalized()
    mirrored = 2 * gaze.dot(normal) * normal - gaze

    def box(name, place, width, height, power, **more):
        softbox(name, Vector(place) * scale, (0, 0, 0), width * scale, height * scale, power, **more)

    box('cloth', mirrored * 200, 190 * wide, 150 * wide, 1.15, edge=0.3, slope=(-0.6, 0.5))
    box('key', (-105, -90, 60), 90, 80, 4.5, edge=0.3)
    box('strip', (120, -55, 55), 30, 120, 2.6, color=WARM, edge=0.3)
    box('front', Vector((gaze.x, -0.35, gaze.z)).normalized() * 150, 120, 26, 1.6, color=WARM, edge=0.35)


# --- ground and camera ------------------------------------------------------------------------

def ground(back, size=6000, glow=(0.22, 0.5)):
    """The sheet of paper behind the piece at y = back: seen only by its shadow and its bounce.

    `glow` is its light near the piece, in the piece's own shade, and far from it.
    """
    return catcher((0, back, 0), (math.radians(90), 0, 0), size, glow)


def floor(level, size=900):
    """A sheet under a standing piece, at z = level."""
    return catcher((0, 0, level), (0, 0, 0), size)


def catcher(at, turn, size, glow=(0.22, 0.5)):
    mesh = bpy.data.meshes.new('sheet')
    h = size / 2
    mesh.from_pydata([(-h, -h, 0), (h, -h, 0), (h, h, 0), (-h, h, 0)], [], [(0, 1, 2, 3)])
    # Lit of itself: metal sees it without noise. Near the middle it lies in the piece's own shade.
    material = bpy.data.materials.new('paper')
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    place = tree.nodes.new('ShaderNodeTexCoord')
    far = tree.nodes.new('ShaderNodeVectorMath')
    far.operation = 'LENGTH'
    tree.links.new(place.outputs['Object'], far.inputs[0])
    shade = tree.nodes.new('ShaderNodeMapRange')
    shade.inputs['From Max'].default_value = 40
    shade.inputs['To Min'].default_value, shade.inputs['To Max'].default_value = glow
    tree.links.new(far.outputs['Value'], shade.inputs['Value'])
    glow = tree.nodes.new('ShaderNodeEmission')
    glow.inputs['Color'].default_value = (*PAPER, 1)
    tree.links.new(shade.outputs[0], glow.inputs['Strength'])
    tree.links.new(glow.outputs[0], tree.nodes.new('ShaderNodeOutputMaterial').inputs['Surface'])
    material.cycles.sample_as_light = False
    mesh.materials.append(material)
    sheet = bpy.data.objects.new('sheet', mesh)
    bpy.context.scene.collection.objects.link(sheet)
    sheet.location = at
    sheet.rotation_euler = turn
    sheet['sheet'] = True
    return sheet


def camera(at, toward, width, up=(0, 0, 1), blur=0.0):
    """A camera whose frame is `width` mm wide at `toward`, whatever its distance.

    `blur` is half the opening of its lens in mm: what lies before or behind `toward` softens by it.
    """
    data = bpy.data.cameras.new('camera')
    eye = bpy.data.objects.new('camera', data)
    bpy.context.scene.collection.objects.link(eye)
    gaze = Vector(toward) - Vector(at)
    back = -gaze.normalized()
    right = Vector(up).cross(back).normalized()
    eye.matrix_world = Matrix.Translation(at) @ Matrix((right, back.cross(right), back)).transposed().to_4x4()
    data.sensor_fit = 'HORIZONTAL'
    data.sensor_width = 36
    data.lens = 36 * gaze.length / width
    data.clip_end = 5000
    if blur:
        data.dof.use_dof = True
        data.dof.focus_distance = gaze.length
        data.dof.aperture_fstop = data.lens * 1e-3 / (2 * blur)
    bpy.context.scene.camera = eye
    return eye


# --- exposure ---------------------------------------------------------------------------------

def settings(pixels, samples, noise):
    """Render settings; `pixels` is (width, height)."""
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = pixels
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = True
    scene.render.threads_mode = 'FIXED'
    scene.render.threads = 2
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_adaptive_sampling = noise > 0
    cycles.adaptive_threshold = noise
    cycles.adaptive_min_samples = min(5, samples)
    cycles.max_bounces = 4
    cycles.glossy_bounces = 4
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
    sheets = [o for o in scene.objects if 'sheet' in o]
    cloths = [o for o in scene.objects if 'lamp' in o]
    for sheet in sheets:
        sheet.visible_camera = False
    settings(pixels, samples, noise)
    layer = bpy.context.view_layer
    layer.use_pass_normal = layer.use_pass_diffuse_color = layer.use_pass_glossy_color = True
    frame_things()
    metal = develop.take(path, ('Image', 'DiffCol', 'GlossCol', 'Normal'))
    scene.render.use_border = False

    shadow = shade(path, pixels, sheets, cloths) if sheets else None
    develop.write(path, develop.develop(metal, shadow))


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
    for cloth in cloths:
        if cloth['lamp'] > 20000:
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

    shaded = light(320, 40)
    for thing in things:
        thing.hide_render = True
    return develop.lost(light(32, 64), shaded)


def lamp(cloth):
    """A lamp where a softbox stands, for the shadow's take."""
    light = bpy.data.lights.new(cloth.name, 'AREA')
    light.shape = 'RECTANGLE'
    light.size, light.size_y = cloth['size']
    light.energy = cloth['lamp'] * 3.14
    stand = bpy.data.objects.new(cloth.name + ' lamp', light)
    bpy.context.scene.collection.objects.link(stand)
    # Higher over the table than the cloth, so that a deep piece keeps its shadow by it.
    place = Vector(cloth.location)
    stand.location = Vector((place.x * 0.55, place.y * 1.35, place.z * 0.55))
    stand.rotation_euler = stand.location.to_track_quat('Z', 'Y').to_euler()


def preview(object, path, pixels=420, samples=16, front=True):
    """A quick look at one form on its own: flat lay, or turned when not `front`."""
    bpy.context.view_layer.update()
    box = [o.matrix_world @ Vector(corner) for o in [object, *object.children_recursive]
           if o.type == 'MESH' for corner in o.bound_box]
    lo = [min(p[i] for p in box) for i in range(3)]
    hi = [max(p[i] for p in box) for i in range(3)]
    span = max(hi[0] - lo[0], hi[2] - lo[2])
    ground(hi[1] + 0.01)
    lights(span / 26)
    eye = (0, -6 * span, 0) if front else (3.6 * span, -4.4 * span, 1.6 * span)
    camera(eye, (0, 0, 0), span * 1.35)
    expose(path, pixels, samples, 0.05)
