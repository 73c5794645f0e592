"""Molten gold, poured from the crucible into the flask in which the wax had been."""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

import lamps
import materials
import solids
from scenes import story

PIXELS = (1600, 1200)
# Here a picture is taken from the side: up is +Z as ever, and what stands, stands at z = 0.

FLASK = dict(radius=21.0, high=46.0, wall=1.6)
CUP = dict(radius=9.0, deep=9.0, bottom=2.4)
"""The funnel in the plaster, into which the gold is poured."""
LIP = Vector((12.0, -2.0, 79.0))
"""Where the gold leaves the crucible."""
HEADING, RISE = math.radians(207), math.radians(13)
"""Which way the crucible looks, and how much its axis still rises to its mouth."""
POUR = 118.0
"""Speed of the gold over the lip, in mm/s; gravity is 9810 mm/s2."""
LEVEL = 1.5
"""How high the gold stands over the lip, in mm."""


def build(studio):
    room(studio)
    axis = Vector((math.cos(HEADING) * math.cos(RISE), math.sin(HEADING) * math.cos(RISE), math.sin(RISE)))
    pot(studio, axis)
    ahead = Vector((math.cos(HEADING), math.sin(HEADING), 0))
    fall = LIP.z - (FLASK['high'] - 3.2)
    lands = LIP + ahead * POUR * math.sqrt(2 * fall / 9810)
    middle = Vector((lands.x, lands.y, 0))
    flask(middle)
    stream(ahead, fall)
    tongs(axis)
    lights(middle, axis)
    aim = Vector((17.0, 0, 62.0))
    studio.camera(aim + Vector((-40, -430, 120)), aim, 120, blur=1.6)
    bpy.context.scene['bloom'] = 0.24


# --- gold that glows --------------------------------------------------------------------------

def stream(ahead, fall):
    """It narrows as it falls faster, and trembles a little before it meets the pool."""
    aside = Vector((-ahead.y, ahead.x, 0))
    end = math.sqrt(2 * fall / 9810)
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    rings = []
    # It gathers from the pool before the lip, flat at first.
    for back in np.linspace(6.0, 0.6, 8):
        share = 1 - back / 6.0
        rings.append((LIP - ahead * back + Vector((0, 0, 0.75 + 0.25 * (1 - share))), ahead, 3.3 - 0.7 * share, 0.75))
    for t in np.linspace(0, end, 70):
        speed = math.hypot(POUR, 9810 * t)
        at = LIP + ahead * POUR * t + Vector((0, 0, 0.7 - 4905 * t * t))
        along = Vector((ahead.x * POUR, ahead.y * POUR, -9810 * t)).normalized()
        even = 1.95 * math.sqrt(POUR / speed) ** 0.8
        gathered = min(t / (0.45 * end), 1)
        gathered = gathered * gathered * (3 - 2 * gathered)
        wave = 1 + 0.07 * gathered * math.sin(speed * 0.021 + 1.3) + 0.03 * gathered * math.sin(speed * 0.05)
        spread = 1 + 0.9 * max(0, (t / end - 0.965) / 0.035) ** 2
        wide = (2.6 * (1 - gathered) + even * gathered) * wave * spread
        thick = (0.85 * (1 - gathered) + even * gathered) * wave * spread
        rings.append((at, along, wide, thick))
    points = []
    for at, along, wide, thick in rings:
        out = along.cross(aside).normalized()
        points.append([at + aside * wide * math.cos(a) + out * thick * math.sin(a) for a in turn])
    return solids.grid('stream', np.array(points), streaked(materials.molten('stream', 6.4, 0.42)), wrap_columns=True)


def streaked(material):
    """Its skin is drawn out as it falls."""
    tree = material.node_tree
    skin = next(node for node in tree.nodes if node.type == 'TEX_NOISE')
    skin.inputs['Scale'].default_value = 1.0
    drawn = tree.nodes.new('ShaderNodeMapping')
    drawn.inputs['Scale'].default_value = (0.9, 0.9, 0.07)
    tree.links.new(skin.inputs['Vector'].links[0].from_socket, drawn.inputs['Vector'])
    tree.links.new(drawn.outputs[0], skin.inputs['Vector'])
    deeper = next(node for node in tree.nodes if node.type == 'MATH' and node.operation == 'MULTIPLY_ADD')
    deeper.inputs[1].default_value, deeper.inputs[2].default_value = 1.3, -0.55
    return material


# --- the crucible -----------------------------------------------------------------------------

def radius_inside(s):
    return story.BASE - story.WALL + (story.MOUTH - story.BASE) * s / story.LONG


def frame(axis):
    """Where the crucible's base is, and which way is up in it, its lip at LIP."""
    up = (Vector((0, 0, 1)) - axis * axis.z).normalized()
    base = LIP - axis * story.LONG + up * (story.MOUTH - story.WALL)
    return base, up


def pot(studio, axis):
    """The crucible of the other picture, with a spout pinched into its lip, and its gold."""
    whole = story.crucible(studio)
    base, up = frame(axis)
    across = axis.cross(up)
    points = np.empty(3 * len(whole.data.vertices), np.float32)
    whole.data.vertices.foreach_get('co', points)
    points = points.reshape(-1, 3)
    turn = np.arctan2(points[:, 1], points[:, 0])
    # Its own -x is down when it pours.
    near = np.angle(np.exp(1j * (turn - np.pi)))
    spout = np.exp(-((near / 0.26) ** 2)) * np.clip(points[:, 2] / story.LONG, 0, 1) ** 6
    points[:, :2] *= (1 + 0.13 * spout)[:, None]
    whole.data.vertices.foreach_set('co', points.ravel())
    whole.data.update()
    whole.matrix_world = Matrix.Translation(base) @ Matrix((up, across, axis)).transposed().to_4x4()
    material = bpy.data.materials['fireclay']
    scorch(material)

    # The pool: where a level plane meets the inside.
    ahead = Vector((axis.x, axis.y, 0)).normalized()
    aside = Vector((-ahead.y, ahead.x, 0))
    level = LIP + Vector((0, 0, LEVEL))
    rows = []
    for back in np.linspace(0.2, 34, 90):
        at = level - ahead * back
        s, q = (at - base).dot(axis), (at - base).dot(up)
        if not 2.4 < s < story.LONG:
            continue
        half = radius_inside(s) ** 2 - q ** 2
        if half <= 0.01:
            continue
        half = math.sqrt(half)
        rows.append([at + aside * half * k for k in np.linspace(-1, 1, 24)])
    solids.grid('pool', np.array(rows), materials.molten('pool', 3.6, 0.7))


def scorch(material):
    """A crucible in use is dark with soot, and glazed with flux; inside it glows, the more the nearer the gold is."""
    tree = material.node_tree
    new, link = tree.nodes.new, tree.links.new

    def node(operation, *values):
        made = new('ShaderNodeMath')
        made.operation = operation
        made.use_clamp = operation == 'MULTIPLY'
        for socket, value in zip(made.inputs, values):
            if isinstance(value, (int, float)):
                socket.default_value = value
            else:
                link(value, socket)
        return made.outputs[0]

    def between(value, low, high, least=0.0, most=1.0):
        made = new('ShaderNodeMapRange')
        made.interpolation_type = 'SMOOTHSTEP'
        for name, given in (('From Min', low), ('From Max', high), ('To Min', least), ('To Max', most)):
            made.inputs[name].default_value = given
        link(value, made.inputs['Value'])
        return made.outputs[0]

    ramp = next(found for found in tree.nodes if found.type == 'VALTORGB').color_ramp
    ramp.elements[0].color = (0.035, 0.028, 0.024, 1)
    ramp.elements[1].color = (0.15, 0.12, 0.10, 1)
    surface = tree.nodes['Principled BSDF']
    where = new('ShaderNodeTexCoord').outputs['Object']
    apart = new('ShaderNodeSeparateXYZ')
    link(where, apart.inputs[0])
    x, y, along = apart.outputs
    radius = node('SQRT', node('ADD', node('POWER', node('ABSOLUTE', x), 2.0), node('POWER', node('ABSOLUTE', y), 2.0)))
    # Halfway through the wall it ends: `inside` is 1 within.
    wall = node('ADD', node('MULTIPLY_ADD', along, (story.MOUTH - story.BASE) / story.LONG, story.BASE - story.WALL), 0.0)
    inside = between(node('SUBTRACT', radius, wall), 0.25, 1.5, 1.0, 0.0)
    skin = new('ShaderNodeTexNoise')
    skin.inputs['Scale'].default_value, skin.inputs['Detail'].default_value = 0.3, 5
    link(where, skin.inputs['Vector'])
    patches = between(skin.outputs['Fac'], 0.3, 0.7, 0.72, 1.0)
    # Its own -x is down when it pours: there lies the gold.
    heat = node('MULTIPLY', between(x, story.MOUTH, -story.MOUTH, 0.10, 1.0), patches)
    lip = node('MULTIPLY', between(along, story.LONG - 9, story.LONG, 0.0, 0.22), between(x, 9, -story.MOUTH, 0.25, 1.0))
    link(node('ADD', node('MULTIPLY', heat, inside), node('MULTIPLY', lip, patches)), surface.inputs['Emission Strength'])
    surface.inputs['Emission'].default_value = (1.0, 0.24, 0.04, 1)
    # The glaze of the flux, in runs from the lip.
    surface.inputs['Specular'].default_value = 0.5
    link(between(skin.outputs['Fac'], 0.42, 0.62, 0.75, 0.28), surface.inputs['Roughness'])


def tongs(axis):
    """A ring of steel about the crucible, closed by two reins that run out of the picture."""
    steel = materials.iron('reins', (0.22, 0.195, 0.17), 0.4)
    base, up = frame(axis)
    across = axis.cross(up)
    s = 12.5
    radius = story.BASE + (story.MOUTH - story.BASE) * s / story.LONG + 0.9
    middle = base + axis * s
    # The reins leave behind, up and to the right.
    way = Vector((0.92, 0.16, 0.20)).normalized()
    out = (way - axis * way.dot(axis)).normalized()
    side = axis.cross(out)
    for hand in (-1, 1):
        course = []
        for a in np.linspace(math.radians(172), math.radians(16), 40):
            course.append(middle + (out * math.cos(a) + side * hand * math.sin(a)) * radius)
        hinge = middle + out * (radius + 16) + side * hand * 2.2
        last = course[-1]
        course += [last.lerp(hinge, t) + out * 1.2 * math.sin(math.pi * t) for t in np.linspace(0.1, 1, 12)]
        course += [hinge + way * d + side * hand * (1.2 * math.sin(min(d / 70, 1) * math.pi / 2) * 2.2) for d in np.linspace(6, 140, 40)]
        rod(course, 1.7, axis, steel)
    # The rivet of the reins.
    pin = middle + out * (radius + 15)
    ring = [(0, 3.4), (2.6, 3.4), (3.1, 2.9), (3.3, 0)]
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    for sign in (-1, 1):
        points = [[pin + axis * sign * h + (out * math.cos(a) + side * math.sin(a)) * r for a in turn] for h, r in ring]
        solids.grid('rivet', np.array(points), steel, wrap_columns=True, sharp=40)


def rod(course, radius, flat, material):
    """A bar with round edges along a course, wider along `flat`."""
    course = [Vector(p) for p in course]
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    bend = lambda v: np.sign(v) * np.abs(v) ** 0.6  # noqa: E731
    points = []
    for number, at in enumerate(course):
        along = (course[min(number + 1, len(course) - 1)] - course[max(number - 1, 0)]).normalized()
        wide = (flat - along * flat.dot(along)).normalized()
        thin = along.cross(wide)
        points.append([at + wide * 2.6 * bend(math.cos(a)) + thin * radius * 0.8 * bend(math.sin(a)) for a in turn])
    return solids.grid('rein', np.array(points), material, wrap_columns=True, sharp=60)


# --- the flask --------------------------------------------------------------------------------

def quiet(steel):
    """Scale of one tone, but for runs down the side."""
    nodes, links = steel.node_tree.nodes, steel.node_tree.links
    ramp = next(node for node in nodes if node.type == 'VALTORGB')
    for element, tone in zip(ramp.color_ramp.elements, (0.75, 1.15)):
        element.color = (0.25 * tone, 0.20 * tone, 0.165 * tone, 1)
    scale = ramp.inputs[0].links[0].from_node
    drawn = nodes.new('ShaderNodeMapping')
    drawn.inputs['Scale'].default_value = (1.5, 1.5, 0.25)
    links.new(scale.inputs['Vector'].links[0].from_socket, drawn.inputs['Vector'])
    links.new(drawn.outputs[0], scale.inputs['Vector'])


def flask(middle):
    """A steel cylinder full of plaster, scaled by the kiln it comes from."""
    radius, high, wall = FLASK['radius'], FLASK['high'], FLASK['wall']
    turn = np.linspace(0, 2 * np.pi, 160, endpoint=False)

    def turned(name, line, material, sharp=40, rough=0.0):
        rows = []
        for r, z in line:
            wave = 1 + rough * (np.sin(7 * turn + z) + np.sin(13 * turn - 2 * z)) / max(r, 1)
            rows.append(np.stack([middle.x + r * wave * np.cos(turn), middle.y + r * wave * np.sin(turn), np.full_like(turn, z)], -1))
        return solids.grid(name, np.array(rows), material, wrap_columns=True, sharp=sharp)

    steel = materials.iron('flask', (0.27, 0.215, 0.175), 0.36)
    quiet(steel)
    shell = [(radius - 0.3, 0), (radius, 0.3), (radius, high - 0.4), (radius - 0.4, high), (radius - wall + 0.4, high), (radius - wall, high - 0.4), (radius - wall, high - 4)]
    turned('shell', solids.rounded(shell, 0.5, 4), steel)
    plaster = materials.roughened(materials.plain('plaster', (0.60, 0.54, 0.46), 1.0), 1.3, 0.25)
    top = high - 2.2
    level = top - 3.0
    rim, deep, hole = CUP['radius'], CUP['deep'], CUP['bottom']
    face = solids.rounded([(radius - wall, top - 0.3), (rim + 1.0, top), (hole, top - deep), (0.01, top - deep)], 1.0, 5)
    turned('plaster', face, plaster, sharp=70, rough=0.02)
    # The gold in the cup, drawn up a little where the stream comes in.
    pool = rim - (rim - hole) * (top - level) / deep + 0.35
    lines = [(0.01, level + 1.0), (1.0, level + 0.95), (1.6, level + 0.45), (2.4, level + 0.12), (3.4, level - 0.05), (4.4, level + 0.06), (pool * 0.86, level), (pool, level - 0.12)]
    turned('cup', solids.rounded(lines, 0.8, 4), materials.molten('cup', 4.2, 0.6), sharp=180)


# --- the room ---------------------------------------------------------------------------------

def room(studio):
    """A bench of firebrick before a wall in the dark: the gold is the light."""
    studio.room(bpy.context.scene.world.node_tree, toward=(-0.7, -0.3, 0.65), dark=0.04, light=0.36)
    brick = materials.roughened(materials.plain('firebrick', (0.20, 0.145, 0.11), 0.95), 0.35, 0.25)
    bricks(brick)
    solids.solid('bench', [(-900, -300, 0), (900, -300, 0), (900, 260, 0), (-900, 260, 0)], [(0, 1, 2, 3)], brick, smooth=False)
    wall = materials.plain('wall', (0.085, 0.06, 0.046), 1.0)
    solids.solid('wall', [(-1500, 260, -400), (1500, 260, -400), (1500, 260, 1500), (-1500, 260, 1500)], [(0, 1, 2, 3)], wall, smooth=False)


def bricks(material):
    """Joints between firebricks of 114 by 230 mm, dark and a little deeper."""
    tree = material.node_tree
    joints = tree.nodes.new('ShaderNodeTexBrick')
    joints.inputs['Scale'].default_value = 1 / 460
    joints.inputs['Mortar Size'].default_value, joints.inputs['Mortar Smooth'].default_value = 0.0035, 0.6
    for name, tone in (('Color1', (0.215, 0.155, 0.118)), ('Color2', (0.165, 0.118, 0.09)), ('Mortar', (0.05, 0.036, 0.028))):
        joints.inputs[name].default_value = (*tone, 1)
    tree.links.new(tree.nodes.new('ShaderNodeTexCoord').outputs['Object'], joints.inputs['Vector'])
    tree.links.new(joints.outputs['Color'], tree.nodes['Principled BSDF'].inputs['Base Color'])


def lights(middle, axis):
    """A window far off at the left; and what the gold gives, from lamps where it is: so it is even."""
    lamps.softbox('key', (-260, -200, 240), (0, 0, 50), 220, 160, 4.0, color=lamps.DAY, edge=0.35)
    lamps.softbox('strip', (200, 40, 190), (20, 0, 70), 110, 260, 3.6, color=lamps.WARM, edge=0.4)
    for name in ('key', 'strip'):
        bpy.data.materials[name].cycles.sample_as_light = True
    ember = (1.0, 0.42, 0.12)
    for at, power in ((Vector((middle.x - 3, middle.y - 12, FLASK['high'] + 13)), 5200), (LIP + axis * 6 + Vector((0, -6, -6)), 3200),
                      (middle + Vector((0, 70, 60)), 120000)):
        light = bpy.data.lights.new('ember', 'POINT')
        light.color, light.energy, light.shadow_soft_size = ember, power, 6
        stand = bpy.data.objects.new('ember', light)
        bpy.context.scene.collection.objects.link(stand)
        stand.location = at
