"""The photographer's studio: the room, the sheet, the camera.

One Blender unit is one millimeter. A form stands upright in the XZ plane with its face to -Y,
as it does on the photographer's sheet: the sheet ("ground") lies behind it in the XZ plane, the
camera looks along +Y. So a picture from straight above is a flat lay, and up in it is +Z.
"""
import math

import bpy
from mathutils import Matrix, Vector

from lamps import WARM
from materials import PAPER


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


def walls(dark, light):
    """Other tones for the walls of the room as metal mirrors them, for a piece that needs them; what
    is no metal is lit as ever.
    """
    tree = bpy.context.scene.world.node_tree
    ramp = next(node for node in tree.nodes if node.type == 'MAP_RANGE')
    path = tree.nodes.new('ShaderNodeLightPath')
    for socket, tone in (('To Min', dark), ('To Max', light)):
        choice = tree.nodes.new('ShaderNodeMapRange')
        choice.inputs['To Min'].default_value = ramp.inputs[socket].default_value
        choice.inputs['To Max'].default_value = tone
        tree.links.new(path.outputs['Is Glossy Ray'], choice.inputs['Value'])
        tree.links.new(choice.outputs[0], ramp.inputs[socket])
    bpy.context.scene['walls'] = float(dark)


def room(tree, toward=(-0.62, -0.42, 0.66), dark=0.09, light=0.8):
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


def ground(back, size=6000, glow=(0.22, 0.5)):
    """The sheet of paper behind the piece at y = back: seen only by its shadow and its bounce.

    `glow` is its light near the piece, in the piece's own shade, and far from it.
    """
    return catcher((0, back, 0), (math.radians(90), 0, 0), size, glow)


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
