"""The laser mark: weight, fineness and the maker's stamp, in a single-stroke hand like the laser's own."""
import json
import re
from pathlib import Path

import bpy
import numpy as np
from mathutils import Vector
from mathutils.bvhtree import BVHTree

import materials
import solids

LETTERING = Path(__file__).with_name('lettering.json')
HIGH, SPACING = 16, 4.5


def glyphs():
    """By character: its width, and its strokes; figures are 16 units high."""
    drawn = json.loads(LETTERING.read_text())
    return {character: (width, strokes(d)) for character, (width, d) in drawn.items()}


def strokes(d):
    """The polylines of an SVG path of M, L, H, V, C, S and Z."""
    tokens = re.findall(r'[MLHVCSZ]|-?\d*\.?\d+', d)
    lines, pen, handle, i, command = [], np.zeros(2), None, 0, ''

    def take(count):
        nonlocal i
        values = [float(v) for v in tokens[i:i + count]]
        i += count
        return values

    while i < len(tokens):
        if tokens[i].isalpha():
            command = tokens[i]
            i += 1
        if command == 'Z':
            lines[-1].append(lines[-1][0])
            pen = lines[-1][0]
            continue
        if command == 'M':
            pen = np.array(take(2))
            lines.append([pen])
            command = 'L'
            continue
        if command in 'LHV':
            pen = (np.array(take(2)) if command == 'L' else
                   np.array([take(1)[0], pen[1]]) if command == 'H' else np.array([pen[0], take(1)[0]]))
            lines[-1].append(pen)
            handle = None
            continue
        if command == 'C':
            a, b, end = (np.array(v) for v in np.array(take(6)).reshape(3, 2))
        else:
            b, end = (np.array(v) for v in np.array(take(4)).reshape(2, 2))
            a = pen if handle is None else 2 * pen - handle
        for t in np.linspace(0, 1, 11)[1:]:
            lines[-1].append((1 - t) ** 3 * pen + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3 * end)
        pen, handle = end, b
    return [np.array(line) for line in lines]


def text(words, height):
    """Polylines of a line of text, its lower left at the origin, y up; and its width."""
    alphabet, lines, pen, k = glyphs(), [], 0.0, height / HIGH
    for letter in words:
        width, drawn = alphabet[letter]
        lines += [np.stack([pen + line[:, 0] * k, (HIGH - line[:, 1]) * k], -1) for line in drawn]
        pen += (width + SPACING) * k
    return lines, pen - SPACING * k


# The brand's initials, in the units of the lettering.
INITIALS = [[(0, 16), (0, 0), (8.5, 0)], [(0, 7.6), (7, 7.6)], [(14, 16), (14, 0), (23.5, 16), (23.5, 0)]]


def stamp(height):
    """The maker's stamp: the brand's initials in a lozenge, unlike the fineness beside it."""
    k = height * 0.49 / HIGH
    initials = [np.array([(x * k, (HIGH - y) * k) for x, y in line]) for line in INITIALS]
    width = 23.5 * k
    point = height * 0.42
    total = width + height * 0.5 + 2 * point * 0.55
    shift = np.array([(total - width) / 2, height * 0.255])
    left, right, a, b = 0, total, point * 0.75, total - point * 0.75
    frame = [(left, height / 2), (a, height), (b, height), (right, height / 2), (b, 0), (a, 0), (left, height / 2)]
    return [line + shift for line in initials] + [np.array(frame, float)], total


def mark(grams, width, height):
    """All polylines of a mark, centered, within width and height, on one line or on three; and the
    height of a line."""
    grams = f'{grams:.1f} g'
    rows = [[(lambda h: text(grams, h * 0.74)), (lambda h: text('.9999', h * 0.74)), stamp]]
    if width / height < 3:
        rows = [[row] for row in rows[0]]
    share = 1 / (len(rows) * 1.42 - 0.42)
    tall = height * share

    def set_rows(tall):
        out = []
        for number, row in enumerate(rows):
            drawn = [part(tall) for part in row]
            gap = tall * 0.95
            whole = sum(w for _, w in drawn) + gap * (len(drawn) - 1)
            pen, base = -whole / 2, tall * (1.42 * (len(rows) - 1) / 2 - 1.42 * number) - tall / 2
            for lines, w in drawn:
                raised = 0 if is_stamp(lines) else tall * 0.13
                out += [line + np.array([pen, base + raised]) for line in lines]
                pen += w + gap
        return out

    lines = set_rows(tall)
    reach = max(abs(line[:, 0]).max() for line in lines) * 2
    fits = min(1, width / reach)
    return set_rows(tall * fits), tall * fits


def is_stamp(lines):
    return len(lines[-1]) == 7 and np.allclose(lines[-1][0], lines[-1][-1])


def inscribe(piece, place, grams, weight=0.043):
    """Lays the mark as scorched lines upon the surface of a piece, at its MARK."""
    normal, up = Vector(place['normal']).normalized(), Vector(place['up']).normalized()
    right = up.cross(normal)
    lines, tall = mark(grams, place['width'], place['height'])
    half = tall * weight
    trees = surfaces(piece)
    center = Vector(place['at'])

    def on_surface(p):
        start = center + right * p[0] + up * p[1] + normal * 3
        hits = [tree.ray_cast(start, -normal, 8) for tree in trees]
        near = [hit for hit in hits if hit[0] is not None]
        if not near:
            return center + right * p[0] + up * p[1]
        return min(near, key=lambda hit: hit[3])[0]

    points, faces = [], []
    for line in lines:
        # A point is a longer burn than a line.
        dot = np.linalg.norm(np.ptp(line, axis=0)) < tall * 0.05
        line = refine(line, tall * 0.12)
        along = np.gradient(line, axis=0) if len(line) > 1 else np.array([[1.0, 0]])
        size = np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
        across = np.stack([-along[:, 1], along[:, 0]], -1) / size * half
        start = len(points)
        for p, n in zip(line, across):
            points += [tuple(on_surface(p + n) + normal * 0.006), tuple(on_surface(p - n) + normal * 0.006)]
        faces += [(start + 2 * i, start + 2 * i + 1, start + 2 * i + 3, start + 2 * i + 2)
                  for i in range(len(line) - 1)]
        for end in (line[0], line[-1]):
            start = len(points)
            turn = np.linspace(0, 2 * np.pi, 14, endpoint=False)
            points += [tuple(on_surface(end + half * (1.7 if dot else 1) * np.array([np.cos(a), np.sin(a)])) + normal * 0.006) for a in turn]
            faces.append(tuple(range(start, start + 14)))
    return solids.solid('laser mark', points, faces, scorched(), smooth=False)


def scorched():
    """Gold that a laser has roughened: a darker tone of what is about it, and no ink."""
    return materials.gold('scorched')


def refine(line, step):
    """Points no farther apart than `step`, so that lines follow a curved surface."""
    out = [line[0]]
    for a, b in zip(line, line[1:]):
        count = max(1, int(np.ceil(np.linalg.norm(b - a) / step)))
        out += [a + (b - a) * (i + 1) / count for i in range(count)]
    return np.array(out)


def surfaces(piece):
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    trees = []
    for thing in [piece, *piece.children_recursive]:
        if thing.type != 'MESH':
            continue
        cast = thing.evaluated_get(graph)
        mesh = cast.to_mesh()
        at = thing.matrix_world
        trees.append(BVHTree.FromPolygons([at @ v.co for v in mesh.vertices], [p.vertices[:] for p in mesh.polygons]))
        cast.to_mesh_clear()
    return trees
