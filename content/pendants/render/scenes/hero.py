"""The home page's picture: the Compass Coin, hanging close before a wall, a little turned."""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

import boards
import chain
import lamps
import materials
import views
from forms import compass_coin

PIXELS = (1600, 2000)
SPAN = 40
TURN = math.radians(-17)
# The coin is lower than the middle: the chain has the upper third.
DROP = -7.5

# The window that the field mirrors: brightness by mm across it, from the lower left to the upper right of the
# picture, and along it, from the lower right to the upper left. Away from it the field is deep gold.
ACROSS = [(-26, 0.13), (-11, 0.15), (-3.5, 1.5), (1, 1.86), (8.5, 0.18), (26, 0.12)]
ALONG = [(-26, 0.4), (-9, 0.6), (7, 1.34), (26, 1.12)]
LEAN = 40
# A slope of the rose by mm from its ridge: the crest is brightest. Slopes toward LIT are brighter than in the
# front view.
CREST = [(-1.6, 0.4), (-0.5, 0.8), (0, 1.7), (0.5, 0.8), (1.6, 0.4)]
LIT, MORE = Vector((-0.75, 0, 0.66)), 3.4
# The color of gold that links see in each other, linear.
PASSED = (1.0, 0.94, 0.72)
# Recesses see gold instead of light: how wide they are in mm, and their color as a share of that of open gold.
RECESS, DEEP = 0.8, (0.68, 0.56, 0.4)
# The same within the loop of the bail.
INSIDE, SHADED = 2.2, (0.42, 0.3, 0.17)
# The chain: how many mm its middle link is below `chain.loop_at`; how steeply the next ones rise, in degrees, the first
# still in the bail, the others clear of its lip; how steeply all the rest; and how much of the coin's turn it follows.
LOW, STEEP, TAUT, FOLLOWS = 0.05, (5, 50, 66, 70, 71), 71.5, 0.7


def build(studio):
    facts = next(f for f in views.all_facts() if f['slug'] == 'compass-coin')
    whole = views.lay_down(facts, grams=facts['grams']['large'])
    loop = Vector(whole['loop'])
    pivot = Vector((0, loop.y, 0))
    turn = Matrix.Translation(pivot) @ Matrix.Rotation(TURN, 4, 'Z') @ Matrix.Translation(-pivot)
    whole.matrix_world = Matrix.Translation((0, 0, DROP)) @ turn @ whole.matrix_world
    bpy.context.view_layer.update()

    links = chain.lay(threaded(loop + Vector((0, 0, DROP - LOW))))
    paler(links[0].data)

    studio.room(bpy.context.scene.world.node_tree, toward=(-0.8, -0.35, 0.5), dark=0.035, light=1.0)
    # The flank at the right mirrors the wall.
    studio.ground(5.5, glow=(0.0, 0.95))
    # Light that more than two gold surfaces have mirrored is orange.
    bpy.context.scene['bounces'] = 2
    light(Vector((0, 0, DROP)), SPAN / 34)
    mirror(whole)
    recessed(materials.gold('polished'), RECESS, DEEP)
    recessed(materials.gold('burnished'), INSIDE, SHADED)
    middle = Vector((0, 0, 3.0))
    studio.camera(middle + Vector((0, -210, 0)), middle, SPAN, blur=0.5)


def threaded(middle):
    """The course of a chain through the bail. Its corners are where links meet, so that each link lies straight."""
    count = 26  # Of links beside the middle one; the frame ends before the last.
    rise = np.radians([*STEEP, *[TAUT] * (count - len(STEEP))])
    steps = chain.PITCH * np.stack([np.cos(rise), np.zeros(count), np.sin(rise)], -1)
    side = np.array((chain.PITCH / 2, 0, 0)) + np.cumsum(np.concatenate([np.zeros((1, 3)), steps]), 0)
    # The course begins and ends in the middle of a link.
    side[-1] -= steps[-1] / 2
    course = np.concatenate([side[::-1] * (-1, 1, 1), side])
    return course @ np.array(Matrix.Rotation(FOLLOWS * TURN, 3, 'Z')).T + np.array(middle)


def paler(link):
    """Links mirror each other most of all: with what they see in each other paler still, the chain is yellow."""
    gold = link.materials[0].copy()
    seen = next(node for node in gold.node_tree.nodes if node.type == 'MIX_RGB'
                and any(wire.from_node.type == 'LIGHT_PATH' for wire in node.inputs[0].links))
    seen.inputs[2].default_value = (*PASSED, 1)
    link.materials[0] = gold


def light(aim, scale):
    """What all but the face mirrors."""
    def at(*place):
        return Vector(place) * scale + aim

    def box(name, place, width, height, power, **more):
        lamps.softbox(name, at(*place), aim, width * scale, height * scale, power, **more)

    box('key', (-105, -70, 95), 96, 60, 9.0, edge=0.1, slope=(-0.5, 0.4))
    box('strip', (110, -40, 20), 26, 150, 3.4, color=lamps.WARM, edge=0.12)
    # Round wire and beads show these two as lines of light.
    box('left', (-75, -150, 40), 34, 210, 6.0, edge=0.2)
    box('right', (95, -150, 60), 22, 190, 4.5, edge=0.2)
    box('low', (20, -60, -120), 140, 40, 0.7, color=lamps.WARM, edge=0.4)
    for place in ((-50, -160, 62), (118, -130, 70), (96, -140, -84)):
        lamps.glint(at(*place), aim, scale)
    lamps.filled(0.5, at, scale)


def mirror(whole):
    """A window before the field, and a board before each slope of the rose."""
    turn = whole.matrix_world.to_3x3()
    _, *slopes = compass_coin.courses(turn.inverted() @ Vector((0, -1, 0)))
    field = ((0, compass_coin.FIELD - compass_coin.DEEP / 2, 0), (0, -1, 0), dict(
        far=32, side=48, angle=LEAN, stops=ACROSS, across=ALONG))
    for middle, normal, course in (field, *slopes):
        if 'outline' in course:
            more = 1 + MORE * max(0, LIT.dot(normal))
            course = dict(course, far=26, margin=1.3, across=CREST,
                          stops=[(share, level * more) for share, level in course['stops']],
                          outline=[turn @ Vector(corner) for corner in course['outline']])
        boards.board(whole.matrix_world @ Vector(middle), turn @ Vector(normal), (0, -1, 0), (0, 0, 1),
                     about=whole.matrix_world.translation, **course)


def recessed(material, reach, color):
    """Deepens gold between beads, at the foot of the rose and within the bail."""
    tree = material.node_tree
    metal = next(node for node in tree.nodes if node.type == 'BSDF_GLOSSY')
    open_gold = metal.inputs['Color'].links[0].from_socket
    around = tree.nodes.new('ShaderNodeAmbientOcclusion')
    around.samples = 6
    around.inputs['Distance'].default_value = reach
    deep = tree.nodes.new('ShaderNodeMixRGB')
    deep.blend_type = 'MULTIPLY'
    deep.inputs[0].default_value = 1
    tint = tree.nodes.new('ShaderNodeMixRGB')
    tint.inputs[1].default_value, tint.inputs[2].default_value = (*color, 1), (1, 1, 1, 1)
    tree.links.new(around.outputs['AO'], tint.inputs[0])
    tree.links.new(open_gold, deep.inputs[1])
    tree.links.new(tint.outputs[0], deep.inputs[2])
    tree.links.new(deep.outputs[0], metal.inputs['Color'])
