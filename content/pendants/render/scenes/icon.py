"""The mark as an app's icon: a tablet of gold with cut corners, four nines burned into it by laser.

Its measures are those of public/favicon.svg, 64 of them wide, from which smaller icons are made.
"""
import numpy as np

import lamps
import mark
import materials
import solids

PIXELS = (1024, 1024)
SIDE, CUT, DEEP = 64, 10, 7
NINES = [(22.5, 19.5), (41.5, 19.5), (22.5, 40.5), (41.5, 40.5)]
RING, LINE = 5.2, 3.4


def build(studio):
    tablet(studio)
    ink = mark.scorched()
    for number, (x, y) in enumerate(NINES):
        band(f'nine {number}', nine(x, y), LINE, ink)
    band('border', octagon(6.5, 8), 1.5, ink)
    lamps.lights(SIDE / 26)
    studio.camera((0, -340, 0), (0, 0, 0), SIDE)


def tablet(studio):
    corners = octagon(0, CUT)[:-1]
    points = [(x, y, z) for y in (0, DEEP) for x, z in corners]
    count = len(corners)
    sides = [(i, (i + 1) % count, (i + 1) % count + count, i + count) for i in range(count)]
    faces = [tuple(range(count))[::-1], tuple(range(count, 2 * count)), *sides]
    return solids.eased(solids.solid('tablet', points, faces, materials.gold('satin'), smooth=False), 2.2, segments=6)


def octagon(inset, cut):
    """A closed outline (x, z) about the middle."""
    half = SIDE / 2 - inset
    near = half - cut
    return np.array([(-near, half), (near, half), (half, near), (half, -near), (near, -half),
                     (-near, -half), (-half, -near), (-half, near), (-near, half)])


def nine(x, y):
    """A ring and a tail in one stroke, from the middle of the tablet."""
    turn = np.linspace(0, -2 * np.pi, 49)
    ring = np.stack([x + RING * np.cos(turn), y + RING * np.sin(turn)], -1)
    start = np.array([x + RING, y])
    a, b, end = start + (0, 5.6), start + (-2.1, 9.0), start + (-5.6, 11.4)
    t = np.linspace(0, 1, 17)[1:, None]
    tail = (1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t ** 2 * b + t ** 3 * end
    return (np.concatenate([ring, tail]) - SIDE / 2) * (1, -1)


def band(name, line, width, material):
    """A flat band along a line (x, z), with round ends, a hair above the tablet."""
    parts = []
    for point, following in zip(line, line[1:]):
        along = following - point
        turn = np.arctan2(along[1], along[0])
        back = turn + np.linspace(np.pi / 2, 3 * np.pi / 2, 13)
        ahead = turn + np.linspace(-np.pi / 2, np.pi / 2, 13)
        outline = np.concatenate([point + width / 2 * np.stack([np.cos(back), np.sin(back)], -1),
                                  following + width / 2 * np.stack([np.cos(ahead), np.sin(ahead)], -1)])
        parts.append(solids.disc(name, outline, -0.02, material))
    return solids.group(name, parts)
