"""The laser mark of Sound Wave in Small, as a loupe shows it: weight, fineness, maker's stamp."""
from mathutils import Vector

import lamps
import props
import views

PIXELS = (1600, 1200)


def build(studio):
    facts = props.facts('sound-wave')
    scale = facts['smallScale']
    whole = views.lay_down(facts, facts['grams']['small'])
    mark = views.form(facts).MARK
    at = (Vector(mark['at']) + Vector((0, whole.location.y, 0))) * scale
    props.place(whole, (0, 0), 0, scale)
    # From the side and half above, so that the swells run away behind the edge.
    gaze = Vector((1, -0.52, -0.16)).normalized()
    studio.ground(0, glow=(0.4, 1.35))
    lamps.table_lights(gaze, 0.7)
    studio.camera(at + gaze * 110, at + Vector((0, -0.35, 0)), 14.6, up=(0, -1, 0), blur=0.9)
