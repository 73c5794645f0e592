"""Lit boards for flat faces, described in the picture: a flat mirror shows exactly the board in front of it.

A face that is seen from far away mirrors its board without a change of size. So the course of light on a
face is given as a photographer sees it: a direction in the picture, and how bright the board is so many
millimeters along it. A bright zone, a hard dark edge beside it and a slow rise make a plane look like metal.
"""
import math

import bpy
from mathutils import Matrix, Vector

import lamps

# Less yellow than daylight in a studio: a facet that mirrors it looks a little cooler than the others.
NEUTRAL = (1.0, 0.95, 0.92)
# No board is darker than this: a gray card and not a black one, which would make gold look like brass.
GRAY = 0.09


def board(middle, normal, gaze, up, stops, angle=0.0, across=(), color=lamps.DAY, far=60.0, side=80.0, spread=1.0,
          about=(0, 0, 0), outline=None, margin=1.12, shares=False, cut=True):
    """One board before the face with this `middle` and `normal`, seen by a camera in the direction `gaze`.

    `stops` are (mm, brightness) along `angle`, in degrees counterclockwise from the right in the picture,
    counted from `about`, the same point for all faces of a piece, so that light can run on from one face to
    the next; between two stops it changes smoothly. `across` multiplies it with the same for the direction
    a quarter turn on. `spread` is how much wider the board is than the face, because the face is slightly
    rounded. The board is a square of `side` mm, or with `outline`, the corners of the face from its middle, it
    has the shape of the face, `margin` times as large: then boards of many small faces do not hide each other.
    With `shares`, stops along it are 0 to 1 from one end of the outline to the other, as the picture shows
    it; `cut` is whether the outline also shapes the board.
    """
    gaze, normal, middle = Vector(gaze).normalized(), Vector(normal).normalized(), Vector(middle)
    if gaze.dot(normal) < 0.08:
        return None
    right, high = axes(gaze, up)
    mirrored = 2 * gaze.dot(normal) * normal - gaze
    # What the picture has at its right and above, as the mirror turns it.
    x, y = (v - 2 * v.dot(normal) * normal for v in (right, high))
    turn = math.radians(angle)
    seen = middle - Vector(about)
    origin = [seen.dot(right) * math.cos(turn) + seen.dot(high) * math.sin(turn),
              seen.dot(high) * math.cos(turn) - seen.dot(right) * math.sin(turn)]
    along, aside = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    if shares:
        reach = [(seen + Vector(corner)).dot(right * math.cos(turn) + high * math.sin(turn)) for corner in outline]
        stops = [(min(reach) + share * (max(reach) - min(reach)), level) for share, level in stops]
    h = side / 2
    places = [(-h, -h), (-h, h), (h, h), (h, -h)]
    if outline is not None and cut:
        places = [(margin * spread * v.dot(along), margin * spread * v.dot(aside)) for v in map(Vector, outline)]
        if sum(a * d - b * c for (a, b), (c, d) in zip(places, places[1:] + places[:1])) > 0:
            places.reverse()
    mesh = bpy.data.meshes.new('board')
    # Clockwise, because the mirrored axes are left-handed as seen from the face.
    mesh.from_pydata([(*place, 0) for place in places], [], [range(len(places))])
    layer = mesh.uv_layers.new()
    for loop, place in zip(layer.data, places):
        loop.uv = [v / spread + o for v, o in zip(place, origin)]
    thing = bpy.data.objects.new('board', mesh)
    bpy.context.scene.collection.objects.link(thing)
    thing.matrix_world = Matrix.Translation(middle + mirrored * far) @ Matrix(
        (along, aside, along.cross(aside))).transposed().to_4x4()
    mesh.materials.append(_cloth(stops, across, color))
    for ray in ('camera', 'diffuse', 'shadow'):
        setattr(thing, f'visible_{ray}', False)
    thing['lamp'] = 0.0
    thing['size'] = (side, side)
    return thing


def axes(gaze, up=(0, 0, 1)):
    """What is right and what is up in the picture of a camera in the direction `gaze`."""
    right = Vector(up).cross(Vector(gaze)).normalized()
    return right, Vector(gaze).normalized().cross(right)


def angle(direction, gaze):
    """Where a direction points in that picture, in degrees counterclockwise from the right."""
    right, high = axes(gaze)
    return math.degrees(math.atan2(high.dot(Vector(direction)), right.dot(Vector(direction))))


def _cloth(stops, across, color):
    material = bpy.data.materials.new('board')
    material.use_nodes = True
    material.cycles.sample_as_light = False
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    split = new('ShaderNodeSeparateXYZ')
    link(new('ShaderNodeUVMap').outputs[0], split.inputs[0])
    strength = None
    for socket, course in (('X', stops), ('Y', across)):
        if not course:
            continue
        level = _course(tree, split.outputs[socket], course)
        if strength is None:
            strength = level
        else:
            both = new('ShaderNodeMath')
            both.operation = 'MULTIPLY'
            link(strength, both.inputs[0])
            link(level, both.inputs[1])
            strength = both.outputs[0]
    emission = new('ShaderNodeEmission')
    emission.inputs['Color'].default_value = (*color, 1)
    link(strength, emission.inputs['Strength'])
    link(emission.outputs[0], new('ShaderNodeOutputMaterial').inputs['Surface'])
    lamps.see_through(tree)
    return material


def _course(tree, place, stops):
    """The brightness at a place, by a ramp whose stops are (mm, brightness)."""
    first, last = stops[0][0], stops[-1][0]
    most = max(level for _, level in stops) or 1
    share = tree.nodes.new('ShaderNodeMapRange')
    share.inputs['From Min'].default_value, share.inputs['From Max'].default_value = first, last
    tree.links.new(place, share.inputs['Value'])
    ramp = tree.nodes.new('ShaderNodeValToRGB')
    ramp.color_ramp.interpolation = 'EASE'
    elements = ramp.color_ramp.elements
    while len(elements) < len(stops):
        elements.new(0.5)
    for element, (at, level) in zip(elements, stops):
        element.position = (at - first) / (last - first)
        element.color = (max(level, GRAY) / most,) * 3 + (1,)
    tree.links.new(share.outputs[0], ramp.inputs[0])
    out = tree.nodes.new('ShaderNodeMath')
    out.operation = 'MULTIPLY'
    tree.links.new(ramp.outputs['Color'], out.inputs[0])
    out.inputs[1].default_value = most
    return out.outputs[0]
