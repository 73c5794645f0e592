"""Meshes from arrays: grids, sweeps and facets. Millimeters; x right, z up, the face to -y."""
import bpy
import numpy as np


def solid(name, points, faces, material, smooth=True, sharp=None):
    """A mesh object; `sharp` is the angle in degrees above which an edge stays an edge."""
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([tuple(map(float, p)) for p in points], [], [tuple(map(int, f)) for f in faces])
    mesh.validate()
    if smooth:
        mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
        if sharp is not None:
            mesh.use_auto_smooth = True
            mesh.auto_smooth_angle = np.radians(sharp)
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def grid_faces(rows, columns, wrap_rows=False, wrap_columns=False, keep=None):
    """Quads of a grid whose points are stored row by row; `keep` is a mask of cells."""
    r = np.arange(rows if wrap_rows else rows - 1)
    c = np.arange(columns if wrap_columns else columns - 1)
    r, c = np.meshgrid(r, c, indexing='ij')
    if keep is not None:
        r, c = r[keep], c[keep]
    up, on = (r + 1) % rows, (c + 1) % columns
    quads = [r * columns + c, r * columns + on, up * columns + on, up * columns + c]
    return np.stack(quads, -1).reshape(-1, 4)


def grid(name, points, material, wrap_rows=False, wrap_columns=False, keep=None, sharp=None):
    """A sheet through points of shape (rows, columns, 3)."""
    rows, columns, _ = points.shape
    faces = grid_faces(rows, columns, wrap_rows, wrap_columns, keep)
    return solid(name, points.reshape(-1, 3), faces, material, sharp=sharp)


def sweep(name, outline, profile, material, sharp=30):
    """A profile of (inset, y) carried around a closed outline of (x, z); inset runs to the inside."""
    outline = np.asarray(outline, float)
    along = np.roll(outline, -1, 0) - np.roll(outline, 1, 0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    inward = np.stack([-along[:, 1], along[:, 0]], -1)  # Left of a counterclockwise course.
    rings = []
    for inset, y in profile:
        at = outline + inward * inset
        rings.append(np.stack([at[:, 0], np.full(len(at), y), at[:, 1]], -1))
    return grid(name, np.stack(rings), material, wrap_columns=True, sharp=sharp)


def disc(name, outline, y, material):
    """A flat face filling a closed outline of (x, z)."""
    return solid(name, [(x, y, z) for x, z in outline], [range(len(outline))], material, smooth=False)


def rounded(corners, radius, steps=5):
    """A polyline of (a, b) with every inner corner turned into an arc (ends stay as they are)."""
    points = [np.asarray(p, float) for p in corners]
    out = [points[0]]
    for before, corner, after in zip(points, points[1:], points[2:]):
        u, v = before - corner, after - corner
        reach = min(radius, np.linalg.norm(u) * 0.45, np.linalg.norm(v) * 0.45)
        a, b = corner + u / np.linalg.norm(u) * reach, corner + v / np.linalg.norm(v) * reach
        for t in np.linspace(0, 1, steps + 1):
            out.append((1 - t) ** 2 * a + 2 * t * (1 - t) * corner + t ** 2 * b)
    return out + [points[-1]]


def group(name, parts):
    """One parent for the parts of a form."""
    parent = bpy.data.objects.new(name, None)
    bpy.context.scene.collection.objects.link(parent)
    for part in parts:
        part.parent = parent
    return parent


def eased(thing, width, segments=3, angle=20):
    """Rounds every edge sharper than `angle`, as a casting's are."""
    bevel = thing.modifiers.new('eased', 'BEVEL')
    bevel.width = width
    bevel.segments = segments
    bevel.limit_method = 'ANGLE'
    bevel.angle_limit = np.radians(angle)
    bevel.harden_normals = True
    thing.data.use_auto_smooth = True
    thing.data.auto_smooth_angle = np.radians(angle)
    thing.data.polygons.foreach_set('use_smooth', [True] * len(thing.data.polygons))
    return thing


def paint(thing, name, values):
    """A value for every point, which a material can read."""
    layer = thing.data.attributes.new(name, 'FLOAT', 'POINT')
    layer.data.foreach_set('value', np.asarray(values, np.float32).ravel())


def pillowed(mesh, lean, facets):
    """Leans the normals of flat faces outward toward their corners, by `lean` radians at the farthest:
    what is polished by hand is never quite flat, and mirrors more than one tone. Keeps the others.

    `facets` are lists of polygons that are one face together.
    """
    mesh.use_auto_smooth = True
    mesh.auto_smooth_angle = np.pi
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    mesh.calc_normals_split()
    normals = [np.array(loop.normal) for loop in mesh.loops]
    for facet in facets:
        polygons = [mesh.polygons[at] for at in facet]
        flat = np.array(polygons[0].normal)
        corners = {v: np.array(mesh.vertices[v].co) for p in polygons for v in p.vertices}
        middle = sum(np.array(p.center) * p.area for p in polygons) / sum(p.area for p in polygons)
        far = max(np.linalg.norm(c - middle) for c in corners.values())
        for polygon in polygons:
            for at, v in zip(polygon.loop_indices, polygon.vertices):
                aside = corners[v] - middle
                n = flat + np.tan(lean) * (aside - flat * (aside @ flat)) / far
                normals[at] = n / np.linalg.norm(n)
    mesh.normals_split_custom_set([tuple(n) for n in normals])
