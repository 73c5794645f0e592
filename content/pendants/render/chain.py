"""The bail and the 18-inch cable chain, of real interlocking links."""
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

import materials
import solids

# A cable chain for one ounce: round wire, links a little longer than wide.
WIRE, LENGTH, WIDTH = 0.46, 2.6, 1.75
# Each link takes its neighbor a wire inside its own end.
PITCH = LENGTH - 2 * WIRE * 1.02
# The loop of the bail through which the chain runs: half its width and height.
BAIL_WIDE, BAIL_HIGH = 2.1, 2.5


def link_mesh(wire=WIRE, length=LENGTH, width=WIDTH):
    """One oval link, lying in the XY plane along X."""
    name = f'link {wire:.2f}'
    if name in bpy.data.meshes:
        return bpy.data.meshes[name]
    turn = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    around = np.linspace(0, 2 * np.pi, 14, endpoint=False)
    r = (width - wire) / 2
    straight = (length - width) / 2
    center = np.stack([r * np.cos(turn) + straight * np.sign(np.cos(turn)), r * np.sin(turn), 0 * turn], -1)
    out = np.stack([np.cos(turn), np.sin(turn), 0 * turn], -1)
    up = np.array([0, 0, 1.0])
    points = (center[:, None] + wire / 2 * (np.cos(around)[None, :, None] * out[:, None]
                                           + np.sin(around)[None, :, None] * up))
    thing = solids.grid(name, points, materials.gold('polished'), wrap_rows=True, wrap_columns=True)
    mesh = thing.data
    mesh.name = name
    bpy.data.objects.remove(thing)
    return mesh


def lay(course, facing=(0, -1, 0), scale=1.0, roll=math.radians(45)):
    """Links along a polyline of points; every second one is turned a quarter about the course.

    `facing` is the side of the sheet that looks up. Links stand at half right angles to it, as a
    cable chain does when it is laid out, so that neighbors never lie in one plane.
    """
    course = np.asarray(course, float)
    step = np.linalg.norm(np.diff(course, axis=0), axis=1)
    way = np.concatenate([[0], np.cumsum(step)])
    pitch = PITCH * scale
    at = np.arange(0, way[-1], pitch)
    places = np.stack([np.interp(at, way, course[:, i]) for i in range(3)], -1)
    ahead = np.stack([np.interp(at + pitch / 2, way, course[:, i]) for i in range(3)], -1)
    behind = np.stack([np.interp(at - pitch / 2, way, course[:, i]) for i in range(3)], -1)
    mesh = link_mesh()
    links = []
    for number, (place, a, b) in enumerate(zip(places, ahead, behind)):
        along = Vector(a - b).normalized()
        side = along.cross(Vector(facing)).normalized()
        up = side.cross(along)
        turn = roll if number % 2 else roll - math.pi / 2
        flat = side * math.cos(turn) + up * math.sin(turn)
        link = bpy.data.objects.new('link', mesh)
        bpy.context.scene.collection.objects.link(link)
        link.matrix_world = Matrix.Translation(Vector(place)) @ Matrix((along, flat, along.cross(flat))).transposed().to_4x4() @ Matrix.Scale(scale, 4)
        links.append(link)
    return links


def curve(points, steps=60):
    """A soft course through points (Catmull-Rom)."""
    p = [np.asarray(q, float) for q in points]
    p = [2 * p[0] - p[1], *p, 2 * p[-1] - p[-2]]
    out = []
    for a, b, c, d in zip(p, p[1:], p[2:], p[3:]):
        for t in np.linspace(0, 1, steps, endpoint=False):
            out.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t ** 2
                              + (3 * b - a - 3 * c + d) * t ** 3))
    return np.array([*out, p[-2]])


def bail(at, scale=1.0):
    """A tapered loop, broad at the top, its two ends joined in a foot set into the piece at `at`.

    Seen from the front it is a small shield; seen from the side, a ring in the YZ plane.
    """
    turn = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    # 0 at the foot, 1 at the top.
    high = (1 - np.cos(turn)) / 2
    ry, rz = 1.75, 2.35
    center = np.stack([0 * turn, ry * np.sin(turn) * (0.72 + 0.28 * high), rz * (1 - np.cos(turn)) - 0.75], -1)
    wide = 0.62 + 1.05 * high ** 0.9
    thick = 0.30
    along = np.roll(center, -1, 0) - np.roll(center, 1, 0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    out = np.cross(along, [1.0, 0, 0])
    ring = np.linspace(0, 2 * np.pi, 28, endpoint=False)
    bend = lambda v, p: np.sign(v) * np.abs(v) ** p  # noqa: E731
    section_x, section_n = bend(np.cos(ring), 0.7), bend(np.sin(ring), 0.9)
    # The strip is a little domed across, so it catches a line of light.
    points = (center[:, None] + wide[:, None, None] * section_x[None, :, None] * np.array([1.0, 0, 0])
              + out[:, None] * (thick * section_n - 0.14 * section_x ** 2)[None, :, None])
    # Burnished: were it polished, it would show the cloth as a bright pane with hard edges.
    loop = solids.grid('bail', points, materials.gold('burnished'), wrap_rows=True, wrap_columns=True)
    loop.location = at
    loop.scale = (scale,) * 3
    return loop


def loop_at(bail_at, scale=1.0):
    """Where the chain runs through a bail: under the top of its loop."""
    return np.array(bail_at) + np.array([0, 0, scale * (2 * 2.35 - 0.75 - 0.30 - 0.95)])
