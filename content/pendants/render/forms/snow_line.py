"""Snow Line: one peak in facets, frosted above its snow line, hammered and polished below."""
import json
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector

import materials
import solids

BAIL = (-20 / 18, 0.9, 12)
MARK = dict(at=(-0.4, 2.3, -12), normal=(0, 0, -1), up=(0, -1, 0), width=13.5, height=1.45)
THREE_QUARTER = (-0.38, -0.83, -0.41)
EDGE = dict(gaze=(0.12, -0.68, -0.73), up=(0, -1, 0), glow=(0.5, 1.2))
# Snow is bright to every side: its frosted facets may not mirror a dark room.
WALLS = dict(dark=0.14, light=1.25)

CARDS = dict(side=30, streak=3, slope=(-0.7, 0.6))
DEEP = 7.0  # As in the catalog.
EASE = 0.3  # mm that the edges of facets are rounded to either side: seen as lines of light.
PILLOW = np.radians(5)  # How far a facet leans outward at its corners.

SKYLINE = 'leftFoot left l3 l2 l1 summit r1 r2 r3 r4 right rightFoot'.split()


def drawn():
    """Corners, facets and the snow line of the front; 18 units to the millimeter, y down."""
    peak = json.loads(Path(__file__).with_suffix('.json').read_text())
    return peak['corners'], [face.split() for face in peak['faces']], peak['snow']


def facets():
    """(middle, normal, corners, whether any of it is snow) of each facet, in mm, as built."""
    corners, faces, snow = drawn()
    for face in faces:
        at = np.array([corners[n] for n in face], float)
        built = np.array([(x / 18, DEEP / 2 - y * DEEP / 112, -z / 18) for x, z, y in at])
        normal = np.cross(built[1] - built[0], built[2] - built[0])
        normal *= -np.sign(normal[1]) / np.linalg.norm(normal)
        is_snow = not (at[:, 1] > np.interp(at[:, 0], *zip(*snow)) + 2).all()
        yield built.mean(0), normal, built, is_snow


def lit(normal):
    """How much a facet faces the light, which comes from the upper left: 0 to 1."""
    share = np.clip(0.5 + 1.25 * (0.62 * normal[2] - 0.62 * normal[0] - 0.08), 0, 1)
    return share * share * (3 - 2 * share)


def toned():
    """(middle, normal, tone) of each facet: frosted snow is the brighter, also on the shaded side."""
    return [(middle, Vector(normal), (2.2 if is_snow else 0.4) + lit(normal)) for middle, normal, _, is_snow in facets()]


def build(size):
    corners, faces, snow = drawn()
    unit = size.width / 504
    deep = size.depth / 112
    back = size.depth / 2
    names = list(corners)
    points = [(corners[n][0] * unit, back - corners[n][2] * deep, -corners[n][1] * unit) for n in names]
    # Behind the skyline the sides fall straight to a flat back.
    behind = {n: len(points) + i for i, n in enumerate(SKYLINE)}
    points += [(corners[n][0] * unit, back, -corners[n][1] * unit) for n in SKYLINE]
    at = {n: i for i, n in enumerate(names)}
    solid_faces = [tuple(at[n] for n in face) for face in faces]
    solid_faces += [(at[a], at[b], behind[b], behind[a]) for a, b in zip(SKYLINE, SKYLINE[1:])]
    foot = 'leftFoot p2 g2 m4 g3 q2 rightFoot'.split()
    solid_faces.append(tuple([at[n] for n in foot] + [behind['rightFoot'], behind['leftFoot']]))
    solid_faces.append(tuple(behind[n] for n in SKYLINE))

    rough = solids.solid('peak', points, solid_faces, materials.gold('polished'), smooth=False)
    tidy(rough)
    solids.eased(rough, EASE, 4, 6)
    cast = bpy.data.meshes.new_from_object(rough.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    # A facet is what the bevels leave of a face.
    solids.pillowed(cast, PILLOW, [[face.index] for face in cast.polygons if face.area > 1.5 and face.normal.y < -0.05])
    peak = part_at_snow(cast, [(x * unit, -y * unit) for x, y in snow])
    bpy.data.objects.remove(rough)
    return peak


def tidy(thing):
    """Welds the corners and turns every face outward."""
    import bmesh
    form = bmesh.new()
    form.from_mesh(thing.data)
    bmesh.ops.remove_doubles(form, verts=form.verts, dist=1e-4)
    bmesh.ops.recalc_face_normals(form, faces=form.faces)
    form.to_mesh(thing.data)
    form.free()


def part_at_snow(mesh, snow):
    """Cuts every face along the snow line, so that the finish changes exactly there.

    Normals are kept from the uncut casting, else the cuts would show in the polish.
    """
    mesh.calc_normals_split()
    points, normals, faces, finish = [], [], [], []
    stations = [x for x, _ in snow[1:-1]]

    def snow_at(x):
        return np.interp(x, *zip(*snow))

    mesh.calc_loop_triangles()
    for triangle in mesh.loop_triangles:
        corner = [np.concatenate([mesh.vertices[v].co, n])
                  for v, n in zip(triangle.vertices, triangle.split_normals)]
        pieces = [corner]
        for x in stations:
            pieces = [q for p in pieces for q in halves(p, lambda c: c[0] - x) if q]
        pieces = [(q, side) for p in pieces for q, side in
                  zip(halves(p, lambda c: c[2] - snow_at(c[0])), (0, 1)) if q]
        for piece, side in pieces:
            faces.append(range(len(points), len(points) + len(piece)))
            points += [c[:3] for c in piece]
            normals += [c[3:] / max(np.linalg.norm(c[3:]), 1e-9) for c in piece]
            finish.append(side)
    peak = solids.solid('snow line', points, faces, materials.gold('frosted'))
    peak.data.materials.append(materials.gold('hammered'))
    peak.data.polygons.foreach_set('material_index', finish)
    peak.data.use_auto_smooth = True
    peak.data.auto_smooth_angle = np.pi
    peak.data.normals_split_custom_set_from_vertices([tuple(n) for n in normals])
    return peak


def halves(polygon, level):
    """A convex polygon split where level is zero: (above, below); a side that is empty is None."""
    heights = [level(c) for c in polygon]
    above, below = [], []
    for i, (c, h) in enumerate(zip(polygon, heights)):
        d, k = polygon[(i + 1) % len(polygon)], heights[(i + 1) % len(polygon)]
        if h >= -1e-9:
            above.append(c)
        if h <= 1e-9:
            below.append(c)
        if (h > 1e-9 and k < -1e-9) or (h < -1e-9 and k > 1e-9):
            cut = c + (d - c) * (h / (h - k))
            above.append(cut)
            below.append(cut)
    return [above if len(above) > 2 else None, below if len(below) > 2 else None]


# What each facet mirrors in the views without boards: its own card.
FACES = toned()


def _boards(rock=1.0, near=9):
    """Rock: on each facet light rises to a bright zone and falls off behind it, at another place on each; the
    brightness of all is multiplied by `rock`. Snow: frosted, it blurs its board, which is bright from end to end.
    """
    found = []
    for at, (middle, normal, corners, is_snow) in enumerate(facets()):
        light = lit(normal)
        stop = (0.42, 0.6, 0.5, 0.7)[at % 4]
        bright, dim = rock * (0.96 + 0.96 * light), rock * (0.09 + 0.12 * light)
        course = [(-0.1, dim), (stop - 0.28, 0.36 * bright), (stop - 0.1, bright), (stop - 0.02, 1.8 * bright), (stop + 0.06, dim), (1.1, 0.45 * bright)]
        angle = -40 + (18, -14, 4)[at % 3]
        boards = [dict(spread=1.35, far=near, margin=1.35, angle=angle, stops=course)]
        if is_snow:
            snow = 1.0 + 1.8 * light
            boards = [dict(spread=1.4, far=15, margin=1.8, angle=-40, stops=[(-0.2, 1.3 * snow), (0.4, snow), (1.2, 0.35 * snow)])]
        found += [(Vector(middle), Vector(normal), dict(board, outline=corners - middle, shares=True)) for board in boards]
    return found


def _tilted():
    """The same from the lower left; the foot mirrors a softbox at its left end and falls off to the right."""
    corners, _, _ = drawn()
    (left, z, front), (right, _, _) = corners['leftFoot'], corners['rightFoot']
    low = -z / 18
    foot = [(x / 18, y, low) for x, y in ((left, DEEP / 2 - 3), (right, DEEP / 2 - 3), (right, DEEP / 2), (left, DEEP / 2))]
    middle = np.mean(foot, 0)
    return _boards() + [(Vector(middle), Vector((0, 0, -1)), dict(
        far=12, margin=2.6, outline=foot - middle, shares=True, angle=0,
        stops=[(0, 0.2), (0.14, 1.5), (0.24, 1.7), (0.34, 0.1), (0.55, 0.2), (0.8, 1.2), (1, 0.05)]))]


BOARDS = _boards()
TILTED = _tilted()
