"""The home page's picture: the Compass Coin, hanging close before a wall, a little turned."""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

import chain
import lamps
import views

PIXELS = (1600, 2000)
SPAN = 40
TURN = math.radians(-17)
# The coin is lower than the middle: the chain has the upper third.
DROP = -7.5


def build(studio):
    facts = next(f for f in views.all_facts() if f['slug'] == 'compass-coin')
    whole = views.lay_down(facts)
    loop = Vector(whole['loop'])
    pivot = Vector((0, loop.y, 0))
    turn = Matrix.Translation(pivot) @ Matrix.Rotation(TURN, 4, 'Z') @ Matrix.Translation(-pivot)
    whole.matrix_world = Matrix.Translation((0, 0, DROP)) @ turn @ whole.matrix_world
    bpy.context.view_layer.update()

    # Taut but for a little sag, out of the frame at the top.
    x, y, z = loop.x, loop.y, loop.z + DROP
    side = [(1.2, z + 0.15), (2.9, z + 2.5), (5.2, z + 8.5), (8.6, z + 18), (13.4, z + 32), (16, z + 40)]
    course = [(x - a, y, b) for a, b in side[::-1]] + [(x, y, z - 0.35)] + [(x + a, y, b) for a, b in side]
    chain.lay(chain.curve(course))

    studio.room(bpy.context.scene.world.node_tree, toward=(-0.8, -0.35, 0.5), dark=0.035, light=1.0)
    studio.ground(5.5, glow=(0.10, 0.30))
    s = SPAN / 34
    aim = Vector((0, 0, DROP)) * 1.0

    def box(name, at, width, height, power, **more):
        lamps.softbox(name, Vector(at) * s + aim, aim, width * s, height * s, power, **more)

    # A face turned by 17 degrees mirrors what stands twice that aside.
    mirrored = Vector((math.sin(2 * TURN), -math.cos(2 * TURN), 0.06))
    box('cloth', mirrored * 200, 190, 210, 5.2, edge=0.25, slope=(-0.5, 0.8), color=lamps.WARM)
    box('key', (-105, -70, 95), 96, 60, 9.0, edge=0.1, slope=(-0.5, 0.4))
    box('strip', (110, -40, 20), 26, 150, 3.4, color=lamps.WARM, edge=0.12)
    # The field mirrors this window as a streak.
    aside = Vector((0, 0, 1)).cross(mirrored).normalized()
    box('window', mirrored * 190 - aside * 24, 5, 170, 5, edge=0.3, slope=(0, 0.6), roll=-0.55, clear=True)
    for place in ((-50, -160, 62), (118, -130, 70), (96, -140, -84)):
        lamps.glint(Vector(place) * s + aim, aim, s)
    box('low', (20, -60, -120), 140, 40, 0.7, color=lamps.WARM, edge=0.4)
    middle = Vector((0, 0, 3.0))
    studio.camera(middle + Vector((0, -210, 0)), middle, SPAN, blur=0.5)
