"""The photographer's studio: gold, softboxes, ground, camera, and the exposure.

One Blender unit is one millimeter. A form stands upright in the XZ plane with its face to -Y,
as it does on the photographer's sheet: the sheet ("ground") lies behind it in the XZ plane, the
camera looks along +Y. So `flat_lay` is a picture from straight above, and up in it is +Z.
"""
import math
import os
import sys

import bpy
from mathutils import Vector

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import develop  # noqa: E402

# Gold at normal incidence, linear sRGB, from its measured n and k; near grazing it whitens.
GOLD = (1.0, 0.765, 0.322)
GRAZING = (1.0, 0.93, 0.72)
ROUGHNESS = {'polished': 0.085, 'satin': 0.27, 'matte': 0.4}
GRAIN = {'polished': 0.012, 'satin': 0.10, 'matte': 0.22}
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
    background = world.node_tree.nodes['Background']
    background.inputs[0].default_value = (0.86, 0.93, 1.0, 1)
    background.inputs[1].default_value = 0.035
    return scene


# --- gold -------------------------------------------------------------------------------------

def gold(finish='polished'):
    """A conductor with gold's own color at the front and a paler one at grazing angles."""
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
    color.inputs[1].default_value = (*GOLD, 1)
    color.inputs[2].default_value = (*GRAZING, 1)
    link(fresnel.outputs[0], color.inputs[0])

    # What a hand leaves: faint unevenness of the polish, and a grain too fine to be seen as bumps.
    place = new('ShaderNodeTexCoord')
    wear = new('ShaderNodeTexNoise')
    wear.inputs['Scale'].default_value = 0.35
    wear.inputs['Detail'].default_value = 3
    link(place.outputs['Object'], wear.inputs['Vector'])
    rough = new('ShaderNodeMapRange')
    base = ROUGHNESS[finish]
    rough.inputs['From Min'].default_value = 0.3
    rough.inputs['From Max'].default_value = 0.7
    rough.inputs['To Min'].default_value = base * 0.8
    rough.inputs['To Max'].default_value = base * 1.2
    link(wear.outputs['Fac'], rough.inputs['Value'])
    grain = new('ShaderNodeTexNoise')
    grain.inputs['Scale'].default_value = 1.1 if finish == 'polished' else 9
    grain.inputs['Detail'].default_value = 2 if finish == 'polished' else 4
    link(place.outputs['Object'], grain.inputs['Vector'])
    bump = new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = GRAIN[finish]
    bump.inputs['Distance'].default_value = 0.25
    link(grain.outputs['Fac'], bump.inputs['Height'])

    metal = new('ShaderNodeBsdfGlossy')
    metal.distribution = 'MULTI_GGX'
    link(color.outputs[0], metal.inputs['Color'])
    link(rough.outputs[0], metal.inputs['Roughness'])
    link(bump.outputs[0], metal.inputs['Normal'])
    out = new('ShaderNodeOutputMaterial')
    link(metal.outputs[0], out.inputs['Surface'])
    return material


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

def softbox(name, at, toward, width, height, power, color=(1, 0.98, 0.95), edge=0.25, fall=(0, 0)):
    """A lit cloth, brighter in the middle, fading over `edge` of its width; metal shows that fade.

    `fall` lets it grow darker toward one side, (x, y) in -1..1, as a lamp set off its middle does.
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
    for axis, slope in zip('XY', fall):
        t = xyz.outputs[axis]
        # Distance to the nearer side, as a share of `edge`, eased.
        near = math_node('MINIMUM', t, math_node('SUBTRACT', 1.0, t))
        soft = new('ShaderNodeMapRange')
        soft.interpolation_type = 'SMOOTHSTEP'
        soft.inputs['From Max'].default_value = max(edge, 1e-3)
        link(near, soft.inputs['Value'])
        lean = math_node('MULTIPLY_ADD', t, slope, 1 - max(slope, 0))
        strength = math_node('MULTIPLY', math_node('MULTIPLY', soft.outputs[0], lean), strength)
    # Only the front of the cloth is lit; its back is a black flag.
    geometry = new('ShaderNodeNewGeometry')
    front = math_node('SUBTRACT', 1.0, geometry.outputs['Backfacing'])
    emission = new('ShaderNodeEmission')
    emission.inputs['Color'].default_value = (*color, 1)
    link(math_node('MULTIPLY', strength, front), emission.inputs['Strength'])
    out = new('ShaderNodeOutputMaterial')
    link(emission.outputs[0], out.inputs['Surface'])
    mesh.materials.append(material)
    box.visible_camera = False
    return box


def flag(name, at, toward, width, height):
    """A black card: what a photographer sets so that an edge is drawn by dark."""
    card = softbox(name, at, toward, width, height, 0)
    card.data.materials[0] = plain('flag', (0.004, 0.004, 0.004), 1)
    return card


def lights(scale=1.0, turn=0.0):
    """Key from the upper left, a graded cloth behind the camera, a strip at the right.

    `scale` grows the whole set with the subject; `turn` swings it about the camera's axis.
    """
    s = scale
    c, n = math.cos(turn), math.sin(turn)

    def at(x, y, z):
        return ((x * c - z * n) * s, y * s, (x * n + z * c) * s)

    o = (0, 0, 0)
    softbox('key', at(-75, -62, 82), o, 120 * s, 90 * s, 15, edge=0.3)
    softbox('cloth', at(10, -190, 62), at(0, 0, 10), 210 * s, 120 * s, 2.6, edge=0.45, fall=(-0.35, 0.55))
    softbox('strip', at(108, -48, -8), o, 22 * s, 130 * s, 9, color=(1, 0.95, 0.88), edge=0.3)
    softbox('kicker', at(-20, -40, -115), o, 120 * s, 18 * s, 4, color=(1, 0.95, 0.88), edge=0.3)


# --- ground and camera ------------------------------------------------------------------------

def ground(back, size=900):
    """The sheet of paper behind the piece at y = back: seen only by its shadow and its bounce."""
    return catcher((0, back, 0), (math.radians(90), 0, 0), size)


def floor(level, size=900):
    """A sheet under a standing piece, at z = level."""
    return catcher((0, 0, level), (0, 0, 0), size)


def catcher(at, turn, size):
    mesh = bpy.data.meshes.new('sheet')
    h = size / 2
    mesh.from_pydata([(-h, -h, 0), (h, -h, 0), (h, h, 0), (-h, h, 0)], [], [(0, 1, 2, 3)])
    mesh.materials.append(plain('paper', PAPER, 0.9))
    sheet = bpy.data.objects.new('sheet', mesh)
    bpy.context.scene.collection.objects.link(sheet)
    sheet.location = at
    sheet.rotation_euler = turn
    sheet.is_shadow_catcher = True
    return sheet


def camera(at, toward, width, lens=100, up=None):
    """A camera whose frame is `width` mm wide at `toward`, whatever its distance."""
    data = bpy.data.cameras.new('camera')
    eye = bpy.data.objects.new('camera', data)
    bpy.context.scene.collection.objects.link(eye)
    eye.location = at
    gaze = Vector(toward) - Vector(at)
    eye.rotation_euler = gaze.to_track_quat('-Z', 'Y').to_euler()
    data.sensor_fit = 'HORIZONTAL'
    data.sensor_width = 36
    data.lens = 36 * gaze.length / width
    data.clip_end = 5000
    bpy.context.scene.camera = eye
    return eye


# --- exposure ---------------------------------------------------------------------------------

def settings(pixels, samples, noise=0.025):
    """Render settings; `pixels` is a number or (width, height)."""
    width, height = pixels if isinstance(pixels, tuple) else (pixels, pixels)
    scene = bpy.context.scene
    scene.render.engine = 'CYCLES'
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.film_transparent = True
    scene.render.threads_mode = 'FIXED'
    scene.render.threads = 2
    cycles = scene.cycles
    cycles.device = 'CPU'
    cycles.samples = samples
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = noise
    cycles.adaptive_min_samples = min(16, samples)
    cycles.max_bounces = 7
    cycles.glossy_bounces = 7
    cycles.diffuse_bounces = 2
    cycles.caustics_reflective = False
    cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 6
    cycles.blur_glossy = 0.3
    cycles.pixel_filter_type = 'BLACKMAN_HARRIS'
    cycles.filter_width = 1.4
    cycles.use_denoising = False
    bpy.context.view_layer.cycles.denoising_store_passes = True


def expose(path, pixels, samples, noise=0.025):
    """Renders the scene as set, denoises and develops it, and writes an RGBA PNG at `path`."""
    settings(pixels, samples, noise)
    develop.expose(path)


def preview(object, path, pixels=420, samples=24, front=True):
    """A quick look at one form on its own: flat lay, or turned when not `front`."""
    box = [object.matrix_world @ Vector(corner) for o in [object, *object.children_recursive]
           if o.type == 'MESH' for corner in o.bound_box]
    lo = [min(p[i] for p in box) for i in range(3)]
    hi = [max(p[i] for p in box) for i in range(3)]
    span = max(hi[0] - lo[0], hi[2] - lo[2])
    ground(hi[1] + 0.01)
    lights(span / 26)
    eye = (0, -8 * span, 0) if front else (5.2 * span, -5.6 * span, 2.6 * span)
    camera(eye, (0, 0, 0), span * 1.35)
    expose(path, pixels, samples, 0.05)
