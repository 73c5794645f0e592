"""Measures masters: is the metal bright enough, and are the picture's edges clean?

python3 content/pendants/render/measure.py [--views front,three-quarter] FOLDER [SUFFIX]

Reads SLUG-VIEW.png of a folder of masters, or with a suffix such as -1600.webp the shop's files, and
prints a line for each: what a picture shows on the light theme's ground.

bright   percent of the metal's pixels whose luma is above 235 of 255; 0.8 to 4 is asked for
dark     percent of them below 60: gold without darks looks like brass
mean     mean luma of the metal
hue      OKLCH hue in degrees of its shades (luma below 90), middle tones, and lights (170 to 235)
alpha    how many different steps of transparency there are; 200 or more are asked for
fringe   percent of the rim's pixels whose color is none that gold, its shade or white has
border   the most opaque pixel of the shadow along the picture's borders, of 255; must be 0
"""
import sys
from pathlib import Path

import cv2
import numpy as np

PAPER = np.array((249, 245, 237), np.float32)
LUMA = np.array((0.2126, 0.7152, 0.0722), np.float32)
BRIGHT, DARK = 235, 60


def oklch(rgb):
    """Lightness, chroma and hue in degrees of sRGB 0 to 255."""
    c = rgb / 255
    c = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    lms = np.cbrt(c @ np.array(((0.4122214708, 0.2119034982, 0.0883024619),
                                (0.5363325363, 0.6806995451, 0.2817188376),
                                (0.0514459929, 0.1073969566, 0.6299787005))))
    lab = lms @ np.array(((0.2104542553, 1.9779984951, 0.0259040371),
                          (0.7936177850, -2.4285922050, 0.7827717662),
                          (-0.0040720468, 0.4505937099, -0.8086757660)))
    return lab[..., 0], np.hypot(lab[..., 1], lab[..., 2]), np.degrees(np.arctan2(lab[..., 2], lab[..., 1])) % 360


def hue_of(rgb):
    """The mean hue of some pixels, the more colorful ones the more; a dash where there are none."""
    if len(rgb) < 50:
        return '-'
    _, chroma, hue = oklch(rgb)
    turn = np.radians(hue)
    mean = np.degrees(np.arctan2((chroma * np.sin(turn)).mean(), (chroma * np.cos(turn)).mean()))
    return f'{mean % 360:.0f}'


def measured(path):
    rgba = cv2.cvtColor(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
    alpha = rgba[..., 3]
    # No shadow is as deep as this: what is opaque is metal.
    metal = alpha >= 254
    share = alpha[..., None].astype(np.float32) / 255
    shown = rgba[..., :3] * share + PAPER * (1 - share)
    gold = shown[metal]
    luma = gold @ LUMA
    kernel = np.ones((5, 5), np.uint8)
    rim = metal & ~cv2.erode(metal.astype(np.uint8), kernel).astype(bool)
    _, chroma, hue = oklch(shown[rim])
    strange = (chroma > 0.04) & ((hue < 35) | (hue > 112))
    border = np.zeros_like(metal)
    border[[0, -1]], border[:, [0, -1]] = True, True
    # A chain may leave the picture, also out of focus; a shadow, which is near black, may not.
    dark = rgba[..., :3].max(-1) < 70
    chain = border & ((alpha > 0) & ~dark | metal)
    shadow = alpha[border & dark & ~cv2.dilate(chain.astype(np.uint8), np.ones((25, 25), np.uint8)).astype(bool)]
    bands = (luma < 90, (luma >= 90) & (luma < 170), (luma >= 170) & (luma <= BRIGHT))
    return dict(bright=f'{100 * (luma > BRIGHT).mean():.2f}', dark=f'{100 * (luma < DARK).mean():.1f}',
                mean=f'{luma.mean():.0f}', hue='/'.join(hue_of(gold[band]) for band in bands),
                alpha=len(np.unique(alpha)), fringe=f'{100 * strange.mean():.2f}',
                border=int(shadow.max()) if shadow.size else 0)


def main():
    given = sys.argv[1:]
    views = ('front', 'three-quarter')
    if given[:1] == ['--views']:
        views, given = given[1].split(','), given[2:]
    if not given:
        sys.exit(__doc__)
    folder, suffix = Path(given[0]), given[1] if len(given) > 1 else '.png'
    found = [path for view in views for path in sorted(folder.glob(f'*-{view}{suffix}'))]
    if not found:
        sys.exit(f'No {" or ".join(views)} in {folder}')
    print(f'{"":28}  bright   dark  mean  hue          alpha  fringe  border')
    for path in found:
        m = measured(path)
        print(f'{path.name.removesuffix(suffix):28}  {m["bright"]:>6}  {m["dark"]:>5}  {m["mean"]:>4}  '
              f'{m["hue"]:11}  {m["alpha"]:>5}  {m["fringe"]:>6}  {m["border"]:>6}')


main()
