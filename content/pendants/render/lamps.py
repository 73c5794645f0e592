"""What gold mirrors: softboxes, and how they stand about a piece."""
import bpy
from mathutils import Quaternion, Vector

DAY, WARM = (1, 0.94, 0.84), (1, 0.89, 0.74)
# A streak of light crosses also a face whose own tone is dark.
WINDOW = 1.4
# How far above the table, in mm for a piece of 26, a lamp is at least.
ABOVE = 30


def softbox(name, at, toward, width, height, power, color=DAY, edge=0.25, slope=(0, 0), roll=0.0,
            clear=False):
    """A lit cloth, brighter in the middle, fading over `edge` of its width; metal shows that fade.

    `slope` (x, y) grades it across its middle third, as a lamp set off to one side does; `roll` turns
    it in its own plane. A `clear` one adds its light to what stands behind it: where it fades, it leaves
    no dark rim before something lit.
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
    if (walls := bpy.context.scene.get('walls')) and not clear:
        mirrored = new('ShaderNodeLightPath').outputs['Is Glossy Ray']
        strength = math_node('MAXIMUM', strength, math_node('MULTIPLY', mirrored, walls))
    # Only the front of the cloth is lit; its back is a black flag.
    geometry = new('ShaderNodeNewGeometry')
    front = math_node('SUBTRACT', 1.0, geometry.outputs['Backfacing'])
    emission = new('ShaderNodeEmission')
    emission.inputs['Color'].default_value = (*color, 1)
    link(math_node('MULTIPLY', strength, front), emission.inputs['Strength'])
    out = new('ShaderNodeOutputMaterial')
    lit = emission.outputs[0]
    if clear:
        both = new('ShaderNodeAddShader')
        link(lit, both.inputs[0])
        link(new('ShaderNodeBsdfTransparent').outputs[0], both.inputs[1])
        lit = both.outputs[0]
    link(lit, out.inputs['Surface'])
    mesh.materials.append(material)
    # Metal finds a cloth this large by itself; to sample it as a lamp takes three times as long.
    material.cycles.sample_as_light = False
    box.visible_camera = False
    box['lamp'] = power * width * height
    box['size'] = (width, height)
    return box


def flag(name, at, toward, width, height, roll=0.0):
    """A black card, for metal alone: gold wants darks to shine against."""
    card = softbox(name, at, toward, width, height, 0, roll=roll)
    card.visible_diffuse = card.visible_shadow = False
    see_through(card.data.materials[0].node_tree)


def filled(power, at, scale):
    """Large dim warm cards low at the left, low at the right and below, as white board stands around a
    small piece: for metal alone, so that the shadow stays as it is, and behind all other lamps.
    """
    for place, wide, high, share, slope in (
            ((-190, -95, -90), 230, 260, 0.8, (0.45, 0.4)),
            ((215, -105, -40), 240, 300, 0.9, (-0.5, 0.45)),
            ((10, -110, -215), 340, 230, 1.0, (-0.4, 0.5))):
        card = softbox('fill', at(*place), at(0, 0, 0), wide * scale, high * scale, power * share, color=WARM,
                       edge=0.3, slope=slope)
        card.visible_diffuse = card.visible_shadow = False
        card['lamp'] = 0.0
        see_through(card.data.materials[0].node_tree)


def glint(at, toward, scale=1.0, power=60, side=9):
    """A small hard lamp: a point of light on whatever is round, a line of it on a beveled edge."""
    box = softbox('glint', at, toward, side * scale, side * scale, power, edge=0.05)
    box.visible_shadow = False


def lights(scale=1.0, slope=(-0.38, 0.66), fill=0.0, black=1.0, key=1.0, aside=1.0, glints=True, turn=None):
    """What the gold sees. A face that looks at the camera mirrors the cloth behind it, so the cloth
    is graded; slopes find the key at the upper left, the strip at the right, or the dark between.

    `scale` grows the whole set with the subject, 1 for one of 26 mm; `slope` grades the cloth. `fill`
    is the light of large dim cards below and low at both sides, for a piece whose slopes would mirror
    the dark of the room; `black` is how wide the black cards are, `key` how large the key lamp is,
    `aside` how bright the strip at the right is, and `glints` whether there are small lamps. `turn` turns the set with a camera
    that does not look straight down; what would come under the table stays above it.
    """
    def at(x, y, z):
        place = Vector((x, y, z)) * scale
        if turn is not None and place.length:
            place.rotate(turn)
            place.y = min(place.y, -ABOVE * scale)
        return place

    def box(name, place, width, height, power, **more):
        softbox(name, at(*place), at(0, 0, 0), width * scale, height * scale, power, **more)

    box('cloth', (0, -230, 0), 200, 200, 1.75, edge=0.12, slope=slope)
    box('key', (-95, -85, 95), 88 * key, 54 * key, 7.5, edge=0.1)
    box('strip', (120, -38, 4), 30, 150, 3.2 * aside, color=WARM, edge=0.12)
    box('low', (-10, -60, -120), 150, 40, 0.9, color=WARM, edge=0.2)
    flag('flag', at(-52, -175, -75), at(0, 0, 0), 46 * black * scale, 190 * scale, roll=-0.7)
    flag('flag', at(105, -150, 40), at(0, 0, 0), 50 * black * scale, 200 * scale)
    if fill:
        filled(fill, at, scale)
    # A level field mirrors this window as a streak.
    softbox('window', at(-17, -222, 6), at(0, 0, 0), 5 * scale, 170 * scale, 7, edge=0.3, slope=(0, 0.6), roll=-0.55)
    for place in ((-44, -168, 58), (62, -150, 84), (34, -150, -92)) if glints else ():
        glint(at(*place), at(0, 0, 0), scale)


def table_lights(gaze, scale=1.0, normal=(0, -1, 0), wide=1.0, fill=0.0, key=1.0, **_):
    """For a camera in the direction `gaze`: the cloth stands where a face of `normal` mirrors it.

    A round face mirrors more than a flat one and wants it `wide`. `fill` is as in `lights`.
    """
    gaze, normal = Vector(gaze).normalized(), Vector(normal).normalized()
    mirrored = 2 * gaze.dot(normal) * normal - gaze

    def box(name, place, width, height, power, **more):
        softbox(name, Vector(place) * scale, (0, 0, 0), width * scale, height * scale, power, **more)

    box('cloth', mirrored * 200, 190 * wide, 150 * wide, 1.5, edge=0.14, slope=(-0.72, 0.6))
    box('key', (-105, -90, 60), 76 * key, 56 * key, 7.5, edge=0.1)
    # A level field mirrors this window as a streak.
    box('window', mirrored * 190 + Vector((0, 0, -1)).cross(mirrored).normalized() * 15, 3.4, 130, 7, edge=0.3,
        slope=(0, 0.6), roll=-0.5)
    box('strip', (120, -55, 55), 24, 120, 4.0, color=WARM, edge=0.12)
    box('front', Vector((gaze.x, -0.35, gaze.z)).normalized() * 150, 120, 22, 2.0, color=WARM, edge=0.15)
    if fill:
        filled(fill, lambda x, y, z: (x * scale, y * scale, z * scale), scale)
    for place in ((-70, -150, 80), (50, -160, 20), (-20, -150, -60)):
        glint(Vector(place) * scale, (0, 0, 0), scale)


def cards(faces, gaze, up=(0, 0, 1), scale=1.0, aside=0.0, side=80, before=None, near=14, dimmest=0.3,
          streak=6, long=None, slope=(-0.7, 0.65)):
    """A graded card before every flat face that a camera in the direction `gaze` sees, as (middle,
    normal): what mirrors without a bend shows one tone only, unless what it mirrors has several.

    A window fades from its middle to every side: a bar with sharp ends looks painted on.

    The brighter the more a face looks to the upper left of the picture; a face may bring its own tone
    as a third value. Those that are well seen mirror a narrow window besides, `aside` of their middle,
    where a mark may be, and never dimmer than `WINDOW` before a tone of their own.

    A face that mirrors what lies behind the piece, at y = `before` and beyond, has its card there, small
    and near: else it would mirror the linen of a bust. `dimmest` is the tone of the darkest face;
    `slope` grades every card; windows are `streak` wide and `long`.
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
            wide = min(wide, near * scale)
        across = (Vector(up) - mirrored * mirrored.dot(Vector(up))).normalized() * aside
        card = softbox('card', middle + mirrored * far, middle, wide, wide, tone, edge=0, slope=slope)
        window = softbox('window', middle + mirrored * 0.95 * far + across, middle + across, streak,
                         long or max(0.8 * wide, 40), bright * 3, edge=0.5, slope=(0, 0.5), roll=-0.6,
                         clear=True)
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
