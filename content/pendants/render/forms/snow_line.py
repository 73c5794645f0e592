"""Snow Line: one peak in flat facets, polished above its snow line and satin below."""
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
# Snow is bright to every side: no facet of it may mirror a dark room.
WALLS = dict(dark=0.14, light=1.25)

# Graded little: snow is bright from end to end of a facet.
CARDS = dict(side=30, streak=3, slope=(-0.35, 0.3))
DEEP = 7.0  # As in the catalog.
EASE = 0.13  # mm that the edges of facets are rounded to either side: seen as lines of light.
PILLOW = np.radians(3)  # How far a facet leans outward at its corners.

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


def snowy():
    """(middle, normal, tone) of the facets of snow: also on the shaded side it is brighter than rock."""
    return [(middle, Vector(normal), 1.4 + 0.7 * lit(normal)) for middle, normal, _, is_snow in facets() if is_snow]


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
    solids.eased(rough, EASE, 3, 6)
    cast = bpy.data.meshes.new_from_object(rough.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    # A facet is what the bevels leave of a face.
    solids.pillowed(cast, PILLOW, [[face.index] for face in cast.polygons if face.area > 2 and face.normal.y < -0.05])
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
    peak = solids.solid('snow line', points, faces, materials.gold('polished'))
    peak.data.materials.append(materials.gold('rock'))
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


# What each facet of snow mirrors in the views without boards: its own card.
FACES = snowy()


SPREAD = 2
"""How much wider a facet's board is than the facet, because a facet leans outward by PILLOW."""


def _boards(rock=2.6, soon=0.35, near=15):
    """Snow: a bright zone with a hard edge, at another place on each facet. Rock: light of the brightness `rock`
    that falls off softly, the sooner the smaller `soon` is, the less
    blurred the smaller `near` is.
    """
    found = []
    for at, (middle, normal, corners, is_snow) in enumerate(facets()):
        light = lit(normal)
        stop = (0.55, 0.68, 0.46)[at % 3]
        if not is_snow:
            course = [(-0.2, 0.25 + rock * light), (soon, 0.08 + 1.5 * light), (1.1, 0.02 + 0.2 * light)]
        elif light > 0.35:
            bright = 1.5 + 1.3 * light
            course = [(0, 0.45 * bright), (stop - 0.08, bright), (stop, bright), (stop + 0.02, 0.1 + 0.25 * light),
                      (1, 0.7 * bright)]
        else:
            course = [(0, 0.9), (stop - 0.3, 1.5), (stop - 0.26, 0.07), (0.8, 0.2), (1.1, 1.0)]
        spread, far, margin = (SPREAD, 40, 1.12) if is_snow else (1.3, near, 2.1)
        found.append((Vector(middle), Vector(normal), dict(
            angle=-40, spread=spread, far=far, margin=margin, outline=corners - middle, shares=True, stops=course)))
    return found


def _tilted():
    """The same from the lower left; the foot mirrors a softbox at its left end and falls off to the right."""
    corners, _, _ = drawn()
    (left, z, front), (right, _, _) = corners['leftFoot'], corners['rightFoot']
    low = -z / 18
    foot = [(x / 18, y, low) for x, y in ((left, DEEP / 2 - 3), (right, DEEP / 2 - 3), (right, DEEP / 2), (left, DEEP / 2))]
    middle = np.mean(foot, 0)
    return _boards(2.3, 0.2, 8) + [(Vector(middle), Vector((0, 0, -1)), dict(
        far=12, margin=2.6, outline=foot - middle, shares=True, angle=0,
        stops=[(0, 0.2), (0.14, 1.5), (0.24, 1.7), (0.34, 0.1), (0.55, 0.2), (0.8, 1.2), (1, 0.05)]))]


BOARDS = _boards()
TILTED = _tilted()
