"""What gold mirrors: softboxes, and how they stand about a piece."""
import bpy
from mathutils import Quaternion, Vector

DAY, WARM = (1, 0.94, 0.84), (1, 0.89, 0.74)
# A streak of light crosses also a face whose own tone is dark.
WINDOW = 1.4


def softbox(name, at, toward, width, height, power, color=DAY, edge=0.25, slope=(0, 0), roll=0.0):
    """A lit cloth, brighter in the middle, fading over `edge` of its width; metal shows that fade.

    `slope` (x, y) grades it across its middle third, as a lamp set off to one side does; `roll` turns
    it in its own plane.
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
    facing = (Vector(toward) - Vector(at)).to_track_quat('Z', 'Y')
    box.rotation_euler = (facing @ Quaternion((0, 0, 1), roll)).to_euler()
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
    # Before walls that a piece wishes lighter, metal sees a cloth fade into the wall and not into black.
    if walls := bpy.context.scene.get('walls'):
        mirrored = new('ShaderNodeLightPath').outputs['Is Glossy Ray']
        strength = math_node('MAXIMUM', strength, math_node('MULTIPLY', mirrored, walls))
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


def lights(scale=1.0, slope=(-0.38, 0.66)):
    """What the gold sees. A face that looks at the camera mirrors the cloth behind it, so the cloth
    is graded; slopes find the key at the upper left, the strip at the right, or the dark between.

    `scale` grows the whole set with the subject, 1 for one of 26 mm; `slope` grades the cloth.
    """
    def at(x, y, z):
        return (x * scale, y * scale, z * scale)

    def box(name, place, width, height, power, **more):
        softbox(name, at(*place), at(0, 0, 0), width * scale, height * scale, power, **more)

    box('cloth', (0, -230, 0), 200, 200, 1.5, edge=0.2, slope=slope)
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


def cards(faces, gaze, up=(0, 0, 1), scale=1.0, aside=0.0, side=80, before=None, dimmest=0.3):
    """A graded card before every flat face that a camera in the direction `gaze` sees, as (middle,
    normal): what mirrors without a bend shows one tone only, unless what it mirrors has several.

    The brighter the more a face looks to the upper left of the picture; a face may bring its own tone
    as a third value. Those that are well seen mirror a narrow window besides, `aside` of their middle,
    where a mark may be, and never dimmer than `WINDOW` before a tone of their own.

    A face that mirrors what lies behind the piece, at y = `before` and beyond, has its card there, small
    and near: else it would mirror the linen of a bust. `dimmest` is the tone of the darkest face.
    """
    gaze = Vector(gaze).normalized()
    right = Vector(up).cross(gaze).normalized()
    light = gaze.cross(right) * 0.8 - right * 0.4
    for middle, normal, *own in faces:
        facing = gaze.dot(normal)
        if facing < 0.1:
            continue
        mirrored = 2 * facing * normal - gaze
        tone = own[0] if own else dimmest + (1.6 - dimmest) * min(max(0.5 + 0.7 * normal.dot(light), 0), 1)
        bright = max(tone, WINDOW) if own else tone
        wide, far = side * scale, 60 * scale
        if before is not None and mirrored.y > 0:
            far = min(far, max((before - middle.y) / mirrored.y, 3 * scale))
            wide = min(wide, 14 * scale)
        across = (Vector(up) - mirrored * mirrored.dot(Vector(up))).normalized() * aside
        card = softbox('card', middle + mirrored * far, middle, wide, wide, tone, edge=0,
                       slope=(-0.45, 0.5))
        window = softbox('window', middle + mirrored * 0.95 * far + across, middle + across, 3,
                         max(0.8 * wide, 40), bright * 1.6, edge=0, slope=(0, 0.5), roll=-0.6)
        window.hide_render = facing < 0.45
        # They are for mirrors alone: what is about them stays as it is, and of their backs nothing is seen.
        for box in (card, window):
            box.visible_diffuse = box.visible_shadow = False
            see_through(box.data.materials[0].node_tree)


def see_through(tree):
    """Makes the back of a cloth as if it were not there."""
    out = next(node for node in tree.nodes if node.type == 'OUTPUT_MATERIAL')
    lit = out.inputs['Surface'].links[0].from_socket
    mix = tree.nodes.new('ShaderNodeMixShader')
    tree.links.new(tree.nodes.new('ShaderNodeNewGeometry').outputs['Backfacing'], mix.inputs['Fac'])
    tree.links.new(lit, mix.inputs[1])
    tree.links.new(tree.nodes.new('ShaderNodeBsdfTransparent').outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], out.inputs['Surface'])
