"""A steel ruler in millimeters, for scale."""
import numpy as np

import mark
import materials
import solids

DEEP, HIGH = 0.8, 13.0


def lay(middle, length):
    """A ruler on the sheet, `length` mm of it divided, its divided edge upward at z = middle + HIGH / 2."""
    x0, z0 = middle[0] - length / 2, middle[1]
    top, ends = z0 + HIGH / 2, 4
    steel = materials.plain('steel', (0.84, 0.83, 0.81), 0.15)
    steel.node_tree.nodes['Principled BSDF'].inputs['Metallic'].default_value = 1
    ink = mark.scorched()
    w = (x0 - ends, x0 + length + ends)
    box = [(x, y, z) for x in w for y in (-DEEP, 0) for z in (z0 - HIGH / 2, top)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    solids.eased(solids.solid('ruler', box, faces, steel), 0.22, 3)
    points, quads = [], []

    def bar(a, b, half):
        a, b = np.array(a, float), np.array(b, float)
        along = (b - a) / max(np.linalg.norm(b - a), 1e-9)
        n = np.array([-along[1], along[0]]) * half
        a, b = a - along * half * 0.6, b + along * half * 0.6
        start = len(points)
        points.extend((p[0], -DEEP - 0.01, p[1]) for p in (a + n, a - n, b - n, b + n))
        quads.append(tuple(range(start, start + 4)))

    for mm in range(length + 1):
        tall = 4.6 if mm % 10 == 0 else 3.4 if mm % 5 == 0 else 2.2
        bar((x0 + mm, top - 0.35), (x0 + mm, top - tall), 0.085)
    for mm in range(0, length + 1, 10):
        lines, wide = mark.text(str(mm), 2.5)
        for line in lines:
            for a, b in zip(line, line[1:]):
                shift = np.array([x0 + mm - wide / 2, top - 8.3])
                bar(a + shift, b + shift, 0.125)
    lines, wide = mark.text('mm', 2.1)
    for line in lines:
        for a, b in zip(line, line[1:]):
            bar(a + [x0 + length - wide - 1, top - 11.9], b + [x0 + length - wide - 1, top - 11.9], 0.11)
    solids.solid('divisions', points, quads, ink, smooth=False)
