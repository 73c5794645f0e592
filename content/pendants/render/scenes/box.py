"""The box as it arrives, open: a plain gold disc on a folded cloth, for it is the box of every piece, and the
folded certificate beside it.
"""
import math

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

import lamps
import mark
import materials
import props
import solids
from scenes import assay

PIXELS = (1600, 1200)

INSIDE, WALL, HIGH = (92.0, 74.0), 2.2, 21.0
"""Of the box, in mm; its walls are of board, covered with paper."""
PAD = 9.0
"""How high the linen lies above the table."""
CARD = (37.0, 52.0)
"""The certificate, an A5 sheet folded three times, shown as much as lies free."""
OPEN = 0.4
"""How far its upper leaf stands open, in mm."""
CLOTH, FOLDED = np.array([21.5, 0.0]), (-21.5, 1.0)
LEAF, DISC = 0.8, 10.0
"""How thick a leaf of the cloth is, and half as wide as the disc is, in mm."""


def build(studio):
    # Paper with a laid tooth, glued over board.
    board = materials.roughened(materials.plain('board', (0.165, 0.128, 0.098), 0.82), 2.6, 0.16, detail=8)
    tray('box', (INSIDE[0] + 2 * WALL, INSIDE[1] + 2 * WALL), HIGH, Matrix.Identity(4), board)
    lid = Matrix.Translation((-34.0, -0.2, 89.0)) @ Euler((0, math.radians(9), 0)).to_matrix().to_4x4()
    cover('lid', (INSIDE[0] + 2 * WALL + 3, INSIDE[1] + 2 * WALL + 3), 15.0, lid, board)
    pad()
    cloth()
    disc()
    certificate()

    gaze = Vector((0.1, -0.84, -0.53)).normalized()
    studio.ground(0)
    lamps.table_lights(gaze, 3.2)
    key = lamps.softbox('key', (-90, -380, 150), (0, 0, 0), 380, 300, 4.2, edge=0.35)
    # It lights the linen; in the disc it would be one white pane.
    key.visible_glossy = False
    props.light_the_room()
    middle = Vector((0, -8, 4.0))
    studio.camera(middle + gaze * 640, middle, 126)


def tray(name, size, high, at, material):
    """A box without its lid: outside, the folded-over rim, inside, and its bottom."""
    outer = assay.box(*size, 2.8, 6)
    profile = [(0, 0), (0, -high + 0.5), (0.15, -high + 0.15), (0.5, -high), (WALL - 0.5, -high), (WALL - 0.15, -high + 0.15), (WALL, -high + 0.5), (WALL, -1.5)]
    shell = solids.sweep(name, outer, profile, material, sharp=50)
    shell.matrix_world = at
    floor = solids.disc(name + ' floor', outer * (1 - 2 * WALL / np.array(size)), -1.5, material)
    floor.matrix_world = at
    return shell


def cover(name, size, high, at, material):
    """The lid, its top up."""
    outline = assay.box(*size, 2.8, 6)
    profile = [(0, 0), (0, -high + 0.6), (0.18, -high + 0.18), (0.6, -high)]
    solids.sweep(name, outline, profile, material, sharp=50).matrix_world = at
    inner = outline * (1 - 1.2 / np.array(size))
    solids.disc(name + ' top', inner, -high, material).matrix_world = at


def pad():
    """A cushion of linen, wound around board: soft at its edges, its weave just to be seen."""
    linen = materials.plain('linen', (0.64, 0.585, 0.49), 0.95)
    tree = linen.node_tree
    new, link = tree.nodes.new, tree.links.new
    where = new('ShaderNodeTexCoord').outputs['Object']
    heights = []
    for way in ('X', 'Z'):
        thread = new('ShaderNodeTexWave')
        thread.bands_direction = way
        thread.inputs['Scale'].default_value = 0.52
        thread.inputs['Distortion'].default_value = 1.1
        thread.inputs['Detail'].default_value = 3
        thread.inputs['Detail Scale'].default_value = 0.8
        link(where, thread.inputs['Vector'])
        heights.append(thread.outputs['Fac'])
    both = new('ShaderNodeMath')
    both.operation = 'ADD'
    link(heights[0], both.inputs[0])
    link(heights[1], both.inputs[1])
    bump = new('ShaderNodeBump')
    bump.inputs['Strength'].default_value = 0.32
    bump.inputs['Distance'].default_value = 0.18
    link(both.outputs[0], bump.inputs['Height'])
    link(bump.outputs[0], tree.nodes['Principled BSDF'].inputs['Normal'])
    assay.slab('pad', assay.box(INSIDE[0] - 0.8, INSIDE[1] - 0.8, 3.6, 8), -PAD, 0, 2.4, linen)


def cloth():
    """A polishing cloth folded in four: leaves of cotton upon each other, the fold toward the camera."""
    cotton = materials.roughened(materials.plain('cotton', (0.80, 0.765, 0.69), 0.95), 5, 0.12)
    turn = math.radians(6)
    at = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    for number in range(4):
        chance = np.random.default_rng(number)
        outline = assay.box(38 - 0.5 * number, 50 - 0.6 * number, 1.6, 8) @ at + CLOTH + chance.normal(0, 0.22, 2)
        low = -PAD - LEAF * number
        assay.slab(f'cloth {number}', outline, low - LEAF, low, 0.48 * LEAF, cotton)


def disc():
    """A round blank of gold, as pieces are struck from, with a polished rim and a planished face."""
    turn = np.linspace(0, 2 * np.pi, 144, endpoint=False)
    outline = np.stack([np.cos(turn), np.sin(turn)], -1) * DISC + CLOTH + [0.5, 1.0]
    low = -PAD - 4 * LEAF
    profile = [(0, low), (0, low - 1.1), (0.12, low - 1.4), (0.4, low - 1.6), (0.9, low - 1.6), (1.1, low - 1.5), (1.3, low - 1.3)]
    solids.sweep('rim', outline, solids.rounded(profile, 0.3), materials.gold('polished'), sharp=60)
    face = outline + (CLOTH + [0.5, 1.0] - outline) * (1.3 / DISC)
    solids.disc('face', face, low - 1.3, materials.gold('hammered'))


# --- the certificate --------------------------------------------------------------------------

def certificate():
    """A folded sheet, its folds standing open a little, framed as certificates are, with the stamp and the fineness."""
    stock = materials.plain('certificate', (0.93, 0.91, 0.86), 0.85)
    line = materials.plain('printed gold', (0.50, 0.34, 0.075), 0.6)
    at = Matrix.Translation((FOLDED[0], -PAD, FOLDED[1])) @ Euler((0, math.radians(-4), 0)).to_matrix().to_4x4()
    wide, high = CARD
    leaves = ((0.0, 0.0), (0.7, 0.2), (1.3, OPEN))
    for number, (base, lift) in enumerate(leaves):
        x, z = np.meshgrid(np.linspace(-0.5, 0.5, 20), np.linspace(-0.5, 0.5, 12))
        open_side = (x + 0.5) ** 1.5
        points = np.stack([x * (wide - 0.25 * number), -0.15 - base * 0.45 - lift * open_side, z * (high - 0.3 * number)], -1)
        leaf = solids.grid(f'leaf {number}', points, stock)
        thick = leaf.modifiers.new('thick', 'SOLIDIFY')
        thick.thickness = 0.16
        leaf.matrix_world = at

    def level(x):
        return -0.15 - 1.3 * 0.45 - OPEN * (x / wide + 0.5) ** 1.5 - 0.1

    def bar(x0, x1, z0, z1, material):
        x = np.linspace(x0, x1, 12)
        points = np.stack([np.stack([x, [level(v) for v in x], np.full_like(x, z)], -1) for z in (z0, z1)])
        solids.grid('printed line', points, material).matrix_world = at

    for inset, half in ((2.6, 0.13), (3.5, 0.05)):
        w, h = wide / 2 - inset, high / 2 - inset
        for sign in (-1, 1):
            bar(-w - half, w + half, sign * h - half, sign * h + half, line)
            bar(sign * w - half, sign * w + half, -h, h, line)
    bar(-3.2, 3.2, -1.6, -1.35, line)

    ink = materials.plain('print', (0.03, 0.022, 0.015), 0.7)
    points, faces = [], []
    for (lines, width), low, half in ((mark.stamp(8.0), 1.8, 0.2), (mark.text('.9999', 3.4), -7.2, 0.17)):
        for line in lines:
            line = mark.refine(line - [width / 2, -low], 0.5)
            if np.ptp(line, axis=0).max() < 0.3:  # A point.
                line = np.array([line[0] - [half, 0], line[0] + [half, 0]])
            along = np.gradient(line, axis=0)
            across = np.stack([-along[:, 1], along[:, 0]], -1) / np.linalg.norm(along, axis=1, keepdims=True) * half
            start = len(points)
            points += [(p[0], level(p[0]) - 0.02, p[1]) for pair in zip(line + across, line - across) for p in pair]
            faces += [(start + 2 * i, start + 2 * i + 1, start + 2 * i + 3, start + 2 * i + 2) for i in range(len(line) - 1)]
    solids.solid('print', points, faces, ink, smooth=False).matrix_world = at
