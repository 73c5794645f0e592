"""The laser mark of Sound Wave in Small, as a loupe shows it: weight, fineness, maker's stamp, cut into the edge."""
import bmesh
import cv2
import numpy as np
from mathutils import Vector

import boards
import lamps
import mark
import materials
import props
import solids
import views

PIXELS = (1600, 1200)

FINE, REACH = 0.008, 7.1
"""How far apart the points of the edge are where it is inscribed, and how far from its middle that is; mm in Large."""
DEEP, BURR, ROUGH = 0.05, 0.011, 0.011
"""How deep the laser cut, how high the metal stands that it threw up beside, and how rough its floor is; mm."""
STROKE = 0.047
"""Half the width of a stroke, as a share of the height of its line."""
LIGHT = [(-9, 0.35), (-6.6, 1.1), (-4.4, 1.9), (-1.2, 1.3), (1.6, 0.95), (2.35, 0.5), (2.5, 0.2), (2.75, 0.2), (2.82, 2.5), (3.3, 2.5), (4.4, 1.4), (9, 0.3)]
"""What the edge mirrors along the picture: (mm, brightness)."""


def build(studio):
    facts = props.facts('sound-wave')
    scale = facts['smallScale']
    whole = views.lay_down(facts)
    place = views.form(facts).MARK
    at = (Vector(place['at']) + Vector((0, whole.location.y, 0))) * scale
    engrave(whole, place, facts['grams']['small'], facts['size']['width'] / 2)
    props.place(whole, (0, 0), 0, scale)
    # From the side and half above, so that the swells run away behind the edge.
    gaze, up = Vector((1, -0.5, -0.16)).normalized(), (0, -1, 0)
    # The edge would mirror the sheet, and be of one tone: it mirrors a board below it instead.
    studio.ground(0).visible_glossy = False
    lamps.table_lights(gaze, 0.7)
    views.put_boards(facts, whole, 'EDGE_BOARDS', gaze, up)
    boards.board(at, place['normal'], gaze, up, LIGHT, angle=-14, about=at, far=55, side=90, spread=1.5)
    studio.camera(at + gaze * 110, at + Vector((0, -0.62, 0)), 13.4, up=up, blur=0.8)


def engrave(whole, place, grams, half):
    """Takes the plain wall off the edge and puts a finer one there, with the mark in it."""
    rim = next(part for part in whole.children_recursive if part.name.startswith('rim'))
    metal = burned()
    rim.data.materials[0] = metal
    low, high = opened(rim.data)

    middle, count = place['at'], round(2 * REACH / FINE)
    fine = np.linspace(-REACH, REACH, count)
    coarse = np.linspace(REACH, 0.97 * half, 60)[1:]
    along = np.concatenate([-coarse[::-1], fine, coarse])
    up = np.linspace(low, high, round((high - low) / FINE))
    z, y = np.meshgrid(along, up)
    depth, burn = cut(mark.mark(grams, place['width'], place['height']), z - middle[2], middle[1] - y)
    # The outline of the form, |x|^5 + |z|^5 = half^5.
    x = (half ** 5 - np.abs(z) ** 5) ** 0.2
    normal = np.stack([x ** 4, 0 * x, np.sign(z) * z ** 4], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    wall = solids.grid('wall', np.stack([x, y, z], -1) + normal * depth[..., None], metal)
    solids.paint(wall, 'burn', burn)
    wall.parent = rim.parent
    wall.matrix_local = rim.matrix_local


def opened(mesh):
    """Cuts the wall out of the rim, all but a narrow strip along its borders, whose slope stays as it was."""
    body = bmesh.new()
    body.from_mesh(mesh)
    walls = [face for face in body.faces if face.calc_center_median().x > 3
             and max(v.co.y for v in face.verts) - min(v.co.y for v in face.verts) > 1]
    low = min(v.co.y for face in walls for v in face.verts) + 0.1
    high = max(v.co.y for face in walls for v in face.verts) - 0.1
    for y in (low, high):
        edges = {edge for face in walls if face.is_valid for edge in face.edges}
        points = {v for edge in edges for v in edge.verts}
        bmesh.ops.bisect_plane(body, geom=[*walls, *edges, *points], plane_co=(0, y, 0), plane_no=(0, 1, 0))
        walls = [face for face in body.faces if face.calc_center_median().x > 3
                 and max(v.co.y for v in face.verts) - min(v.co.y for v in face.verts) > 1]
    bmesh.ops.delete(body, geom=walls, context='FACES')
    body.to_mesh(mesh)
    body.free()
    return low, high


def cut(drawn, along, up):
    """How far the surface is moved outward at each place, and how burned it is, 0 to 1."""
    lines, tall = drawn
    half, fine = STROKE * tall, 250  # Cells of the map a mm.
    wide, high = 15.0, 3.2
    canvas = np.full((round(high * fine), round(wide * fine)), 255, np.uint8)
    for line in lines:
        spots = np.rint((line * [1, -1] + [wide / 2, high / 2]) * fine * 16).astype(np.int32)
        cv2.polylines(canvas, [spots.reshape(-1, 1, 2)], False, 0, thickness=3, lineType=cv2.LINE_8, shift=4)
    far = cv2.distanceTransform(canvas, cv2.DIST_L2, cv2.DIST_MASK_PRECISE).astype(np.float32) / fine
    chance = np.random.default_rng(9999)

    def noise(mm):
        field = cv2.GaussianBlur(chance.normal(0, 1, far.shape).astype(np.float32), (0, 0), mm * fine)
        return field / field.std()

    # Borders of melted spots are not quite even; the floor keeps the tracks of the beam and its pits.
    far += 0.022 * half * noise(0.02)
    v, u = np.mgrid[0:far.shape[0], 0:far.shape[1]] / fine
    floor = ROUGH * (0.55 * noise(0.012) + 0.5 * noise(0.03) + 0.4 * np.sin((u * 0.94 + v * 0.34) * 2 * np.pi / 0.045))
    inside = np.clip((1.12 * half - far) / (0.4 * half), 0, 1)
    inside = inside * inside * (3 - 2 * inside)
    burr = BURR * np.exp(-((far - 1.34 * half) / (0.27 * half)) ** 2) * (1 + 0.15 * noise(0.03))
    depth = inside * (floor - DEEP) + burr
    burn = np.clip((1.1 * half - far) / (0.22 * half), 0, 1)

    def sampled(field):
        across, down = (along + wide / 2) * fine, (high / 2 - up) * fine
        return cv2.remap(field.astype(np.float32), across.astype(np.float32), down.astype(np.float32), cv2.INTER_LINEAR,
                         borderMode=cv2.BORDER_CONSTANT, borderValue=0)

    return sampled(depth), sampled(burn)


def burned():
    """Gold as polished by hand, and rough and brown where `burn` says that the laser was."""
    metal = materials.gold('mirror').copy()
    tree = metal.node_tree
    shine = next(node for node in tree.nodes if node.type == 'BSDF_GLOSSY')
    where = tree.nodes.new('ShaderNodeAttribute')
    where.attribute_name = 'burn'
    tone = tree.nodes.new('ShaderNodeMixRGB')
    tone.blend_type = 'MULTIPLY'
    tone.inputs[2].default_value = (0.54, 0.47, 0.36, 1)
    tree.links.new(where.outputs['Fac'], tone.inputs[0])
    tree.links.new(shine.inputs['Color'].links[0].from_socket, tone.inputs[1])
    tree.links.new(tone.outputs[0], shine.inputs['Color'])
    rough = tree.nodes.new('ShaderNodeMapRange')
    rough.inputs['To Min'].default_value = materials.ROUGHNESS['mirror']
    rough.inputs['To Max'].default_value = 0.36
    tree.links.new(where.outputs['Fac'], rough.inputs['Value'])
    tree.links.new(rough.outputs[0], shine.inputs['Roughness'])
    return metal
