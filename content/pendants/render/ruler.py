"""A steel ruler in millimeters and inches, and a disc of a US quarter's size, for scale."""
import bpy
import numpy as np
from mathutils import Vector

import mark
import solids

DEEP, HIGH = 0.8, 16.0
INCH = 25.4
# Of the United States Mint: a quarter's diameter, thickness, and the reeds of its edge.
QUARTER, THICK, REEDS = 24.26, 1.75, 119


class Bars:
    """Strokes of ink that lie at one height, as one mesh."""

    def __init__(self, y):
        self.y, self.points, self.quads = y, [], []

    def add(self, a, b, half):
        a, b = np.array(a, float), np.array(b, float)
        along = (b - a) / max(np.linalg.norm(b - a), 1e-9)
        n = np.array([-along[1], along[0]]) * half
        a, b = a - along * half * 0.6, b + along * half * 0.6
        start = len(self.points)
        self.points.extend((p[0], self.y, p[1]) for p in (a + n, a - n, b - n, b + n))
        self.quads.append(tuple(range(start, start + 4)))

    def words(self, text, tall, middle, half):
        """A line of text, centered."""
        lines, wide = mark.text(text, tall)
        shift = np.array([middle[0] - wide / 2, middle[1] - tall / 2])
        for line in lines:
            for a, b in zip(line, line[1:]):
                self.add(a + shift, b + shift, half)

    def solid(self, name, material):
        solids.solid(name, self.points, self.quads, material, smooth=False)


def quarter(x, z):
    """A plain disc with the measures of a quarter: none of the Mint's designs is imitated. Its field is brushed
    along circles, and its rim is not.
    """
    out = QUARTER / 2
    turn = np.linspace(0, 2 * np.pi, REEDS * 8, endpoint=False)
    reed = 0.08 * np.abs(np.sin(turn * REEDS / 2))
    rings = []
    for r, y, bite in section(out):
        ring = r - reed * bite
        rings.append(np.stack([x + ring * np.cos(turn), 0 * turn + y, z + ring * np.sin(turn)], -1))
    material = steel('quarter', shade=0.10, light=0.79)
    brushed(material, (x, z), out - 1.4)
    solids.grid('quarter', np.stack(rings), material, wrap_columns=True, sharp=50)


def section(out):
    """(radius, y, how deep the reeds bite) from the back over the rim to the middle of the field."""
    profile = solids.rounded([(out - 0.3, 0), (out, -0.2), (out, -THICK + 0.2), (out - 0.25, -THICK),
                              (out - 1.15, -THICK), (out - 1.35, -THICK + 0.15), (0.01, -THICK + 0.15)], 0.12, 4)
    return [(r, y, 1.0 if r > out - 0.15 else 0.0) for r, y in profile]


def steel(name='steel', shade=0.16, light=0.74):
    """Blasted matte, of one tone in all pictures: it takes no light from the cards of a piece, and is as
    bright as it is turned to the upper left.
    """
    if name in bpy.data.materials:
        return bpy.data.materials[name]
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    new, link = tree.nodes.new, tree.links.new
    turned = new('ShaderNodeVectorMath')
    turned.operation = 'DOT_PRODUCT'
    link(new('ShaderNodeNewGeometry').outputs['Normal'], turned.inputs[0])
    turned.inputs[1].default_value = Vector((-0.5, -0.6, 0.62)).normalized()
    tone = new('ShaderNodeMapRange')
    tone.inputs['From Min'].default_value = -0.5
    tone.inputs['To Min'].default_value, tone.inputs['To Max'].default_value = shade, light
    link(turned.outputs['Value'], tone.inputs['Value'])
    glow = new('ShaderNodeEmission')
    glow.inputs['Color'].default_value = (1, 0.985, 0.95, 1)
    link(tone.outputs[0], glow.inputs['Strength'])
    link(glow.outputs[0], new('ShaderNodeOutputMaterial').inputs['Surface'])
    # It lights nothing by itself, so Cycles need not look for it.
    material.cycles.sample_as_light = False
    return material


def brushed(material, middle, inside):
    """Brushes what is less than `inside` mm from the `middle` (x, z): fine rings, and light as two bright wedges
    that run from the middle to the upper left and the lower right, as turned metal shows one lamp.
    """
    tree = material.node_tree

    def node(kind, operation=None, **values):
        made = tree.nodes.new(f'ShaderNode{kind}')
        if operation:
            made.operation = operation
        for socket, value in values.items():
            socket = made.inputs[int(socket[1:])] if socket[0] == '_' else made.inputs[socket.replace('_', ' ')]
            if hasattr(value, 'is_output'):
                tree.links.new(value, socket)
            else:
                socket.default_value = value
        return made

    def math_node(operation, a, b=0.0):
        return node('Math', operation, _0=a, _1=b).outputs[0]

    place = node('SeparateXYZ', _0=tree.nodes.new('ShaderNodeNewGeometry').outputs['Position']).outputs
    aside, high = math_node('SUBTRACT', place['X'], middle[0]), math_node('SUBTRACT', place['Z'], middle[1])
    far = math_node('SQRT', math_node('ADD', math_node('MULTIPLY', aside, aside), math_node('MULTIPLY', high, high)))
    turn = math_node('ARCTAN2', high, aside)
    # 1 toward the lamp and away from it, -1 a quarter turn on.
    toward = math_node('COSINE', math_node('MULTIPLY', math_node('SUBTRACT', turn, 2.2), 2.0))
    wedge = node('MapRange', Value=toward, From_Min=-1.0, From_Max=1.0, To_Min=0.0, To_Max=1.0).outputs[0]
    wedge = math_node('POWER', wedge, 3.0)
    along = node('CombineXYZ', X=math_node('MULTIPLY', far, 5.5), Y=math_node('MULTIPLY', toward, 0.5)).outputs[0]
    rings = node('TexNoise', Vector=along, Scale=1.0, Detail=3.0).outputs['Fac']
    rings = node('MapRange', Value=rings, From_Min=0.3, From_Max=0.7, To_Min=0.9, To_Max=1.1).outputs[0]
    light = math_node('MULTIPLY', node('MapRange', Value=wedge, To_Min=0.62, To_Max=1.22).outputs[0], rings)
    field = math_node('LESS_THAN', far, inside)
    share = math_node('ADD', math_node('MULTIPLY', field, math_node('SUBTRACT', light, 1.0)), 1.0)
    glow = next(n for n in tree.nodes if n.type == 'EMISSION')
    tone = glow.inputs['Strength'].links[0].from_socket
    tree.links.new(math_node('MULTIPLY', tone, share), glow.inputs['Strength'])


def ink():
    """Black, and like the steel of one tone in all pictures: gold's laser mark would mirror the cards."""
    return steel('ink', 0.012, 0.012)


def lay(middle, length):
    """A ruler on the sheet, `length` mm of it divided, its millimeters along the upper edge."""
    x0, z0 = middle[0] - length / 2, middle[1]
    top, ends = z0 + HIGH / 2, 4
    w = (x0 - ends, x0 + length + ends)
    box = [(x, y, z) for x in w for y in (-DEEP, 0) for z in (z0 - HIGH / 2, top)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    solids.eased(solids.solid('ruler', box, faces, steel()), 0.22, 3)
    bars = Bars(-DEEP - 0.01)
    bar = bars.add
    for mm in range(length + 1):
        tall = 4.2 if mm % 10 == 0 else 3.2 if mm % 5 == 0 else 2.1
        bar((x0 + mm, top - 0.35), (x0 + mm, top - tall), 0.085)
    for mm in range(0, length + 1, 10):
        bars.words(str(mm), 2.3, (x0 + mm, top - 6.0), 0.12)
    bars.words('mm', 1.7, (x0 + length - 5, top - 6.3), 0.1)
    # Inches along the lower edge, in sixteenths, both from one zero.
    low, inches = z0 - HIGH / 2, length / INCH
    for part in range(int(inches * 16) + 1):
        x = x0 + part * INCH / 16
        tall = next(tall for every, tall in ((16, 4.2), (8, 3.2), (4, 2.5), (2, 1.8), (1, 1.2)) if part % every == 0)
        bar((x, low + 0.35), (x, low + tall), 0.085)
    for inch in range(int(inches) + 1):
        bars.words(str(inch), 2.3, (x0 + inch * INCH, low + 6.0), 0.12)
    bars.words('in', 1.7, (x0 + length - 5, low + 5.7), 0.1)
    bars.solid('divisions', ink())
