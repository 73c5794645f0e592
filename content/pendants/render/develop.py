"""From Cycles' linear light to a clean RGBA picture.

Blender's view transforms either clip gold to lemon (Standard) or wash it to straw (Filmic). So a
picture is taken as linear floats together with its albedo and normals, denoised by those (see
denoise.py), and toned with a shoulder that keeps the hue of gold up into its highlights.
"""
import os
import time

import bpy
import numpy as np

import denoise

CONTRAST, PIVOT = 1.2, 0.62  # A print's contrast: it deepens gold as it does in photographs.
DEPTH = 0.9  # How dark the deepest shadow may be.
# Its color in sRGB, a warm brown with the luminance of the night ground, (17, 13, 10) of 255: a lighter one
# gave every piece a halo there. Where it fades, gold lights the paper: there it may be browner, for of
# so little not even the night ground shows anything.
SHADE, FADING = (0.102, 0.043, 0.004), (0.28, 0.15, 0.035)
SHOULDER = 0.62  # Below this share of white, light is kept as it is.
WHITE = 4.0  # This much light becomes white.
# What shades and lights of gold are tinted by. Light that gold has passed on to gold is orange: with less
# of it, dark planes look olive.
AMBER, YELLOW = (1.2, 0.66, 0.15), (1.06, 0.985, 0.58)
LIT = 0.84  # From this brightness on, light is yellow.
# What is mirrored once more between any two planes of gold, linear; and how soon light outshines it. With
# less of it, reflections of dark cards are black-brown, and gold looks like old brass on a light page.
EMBER, OUTSHONE = (0.085, 0.033, 0.0024), 0.20
# The same for a scene that glows: its gold is lit by gold, and its white is heat and no lamp.
GLOWING = dict(tints=((1.02, 0.81, 0.47), (1.03, 1.0, 0.90)), keep=0.55, glare=None)
GLARE = (1.9, 5.0)  # Light of this brightness begins to look like a lamp, and is one.
HOT = (1.0, 0.97, 0.86)  # A lamp's color, linear.
KEEP_HUE = 0.65  # 1 keeps the hue of the brightest light, 0 lets each channel saturate alone.


def take(base, wanted):
    """Renders the scene and returns the wanted passes as float arrays, rows from the top."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    folder = os.path.dirname(os.path.abspath(base))
    os.makedirs(folder, exist_ok=True)
    stem = os.path.basename(base)
    output = tree.nodes.new('CompositorNodeOutputFile')
    output.base_path = folder
    output.format.file_format = 'OPEN_EXR'
    output.format.color_mode = 'RGBA'
    output.format.color_depth = '32'
    output.format.exr_codec = 'NONE'
    output.file_slots.clear()
    for at, socket in enumerate(wanted):
        output.file_slots.new(f'{stem}-{at}-')
        tree.links.new(layers.outputs[socket], output.inputs[-1])
    start = time.process_time()
    bpy.ops.render.render()
    print(f'{stem}: {wanted[-1]} took {time.process_time() - start:.0f} s of processor', flush=True)
    passes = []
    for at in range(len(wanted)):
        file = os.path.join(folder, f'{stem}-{at}-{scene.frame_current:04d}.exr')
        image = bpy.data.images.load(file)
        image.colorspace_settings.name = 'Linear'
        image.alpha_mode = 'PREMUL'
        pixels = np.empty(image.size[0] * image.size[1] * 4, np.float32)
        image.pixels.foreach_get(pixels)
        passes.append(pixels.reshape(image.size[1], image.size[0], 4)[::-1].copy())
        bpy.data.images.remove(image)
        os.remove(file)
    return passes


def develop(metal, shadow=None):
    """Linear premultiplied light, the things' colors and normals, and the shadow, to straight RGBA.

    Cycles' own passes for denoisers look through a mirror at what it shows, and so are as grainy as
    the light; the things' own colors and normals are not.
    """
    import cv2
    light, diffuse, glossy, normal = (layer[..., :3] if at else layer for at, layer in enumerate(metal))
    albedo = np.clip(diffuse + glossy, 0, 1)
    start = time.process_time()
    straight, alpha = cleaned(light, albedo, normal)
    print(f'denoising took {time.process_time() - start:.0f} s of processor', flush=True)
    if bloom := bpy.context.scene.get('bloom'):
        straight = bloomed(straight, bloom)
    contrasted = PIVOT * (np.maximum(straight, 0) / PIVOT) ** CONTRAST
    tone = GLOWING if bloom else dict(tints=(AMBER, YELLOW), keep=KEEP_HUE, glare=GLARE)
    toned = srgb(shoulder(warmed(contrasted, albedo, tone['tints']), tone['keep'], tone['glare']))
    if shadow is not None:
        soft = calm(shadow)
        soft = cv2.resize(soft, light.shape[1::-1], interpolation=cv2.INTER_CUBIC)[..., None]
        under = np.clip(soft * DEPTH, 0, 1) * (1 - alpha)
        whole = alpha + under
        deep = np.clip(soft / 0.25, 0, 1)
        shade = np.array(SHADE) * deep + np.array(FADING) * (1 - deep)
        toned = (toned * alpha + shade * under) / np.maximum(whole, 1e-4)
        alpha = whole
    dither = np.random.default_rng(9999).random((*alpha.shape[:2], 1)) - 0.5
    picture = np.concatenate([toned, alpha], -1) * 255 + dither * 0.8
    picture[..., 3:] = np.where(alpha > 0.997, 255, np.where(alpha < 0.003, 0, picture[..., 3:]))
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


def bloomed(light, share):
    """What a lens spreads about things that glow: `share` of the light above white, in three halos."""
    import cv2
    bright = np.maximum(light - 1, 0)
    k = light.shape[1] / 1600
    halo = sum(cv2.GaussianBlur(bright, (0, 0), sigma * k) for sigma in (8, 32, 110)) / 3
    return (light + halo * share).astype(np.float32)


def lost(open_light, shaded):
    """The share of light lost between two pictures of the sheet; the open one is small and smooth."""
    import cv2
    smooth = cv2.GaussianBlur(open_light, (0, 0), 2.5)
    smooth = cv2.resize(smooth, shaded.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(1 - shaded / np.maximum(smooth, 1e-6), 0, 1).astype(np.float32)


def calm(shadow):
    """The shadow without its grain: sharp where it is deep, very soft where it fades."""
    import cv2
    plain = np.ones((*shadow.shape, 3), np.float32)
    shadow = denoise.denoise(plain * shadow[..., None], plain, 0 * plain)[..., 0]
    rim = np.concatenate([shadow[0], shadow[-1], shadow[:, 0], shadow[:, -1]])
    base = min(float(np.percentile(rim, 50)) + 0.035, 0.14)
    soft = np.clip((shadow - base) / (1 - base), 0, 1)
    soft = np.minimum(1.25 * soft ** 2 / (soft + 0.3), 1)  # No veil over the page where the light is all but whole.
    k = shadow.shape[1] / 360
    wide, near = (cv2.GaussianBlur(soft, (0, 0), max(sigma * k, 1.3)) for sigma in (5.5, 2.3))
    deep = np.clip((cv2.GaussianBlur(soft, (0, 0), 3 * k) - 0.06) / 0.3, 0, 1)
    soft = wide * (1 - deep) + near * deep
    # It ends before the frame does, else its rim would show as a line on the page.
    ease = [np.clip(np.minimum(np.arange(n) + 0.5, n - 0.5 - np.arange(n)) / (0.16 * n) - 0.1, 0, 1)
            for n in soft.shape]
    return (soft * np.outer(*(r * r * (3 - 2 * r) for r in ease))).astype(np.float32)


def cleaned(light, albedo, normal):
    """Straight light and its share (h, w, 1) of each pixel, without noise.

    Light is denoised as if the metal went on beyond its rim: else its rim would be mixed with the
    black that lies beyond.
    """
    alpha = np.clip(light[..., 3:], 0, 1)
    seen = np.argwhere(alpha[..., 0] > 0.001)
    straight = light[..., :3] / np.maximum(alpha, 1e-4)
    (top, left), (bottom, right) = seen.min(0), seen.max(0) + 1
    part = np.s_[top:bottom, left:right]
    color = np.zeros_like(straight)
    color[part] = denoise.denoise(filled(straight[part], alpha[part]), albedo[part], normal[part])
    # A rim out of focus is as grainy as light.
    if bpy.context.scene.camera.data.dof.use_dof and alpha.min() < 1:
        share = denoise.denoise(np.repeat(alpha[part], 3, -1), albedo[part], normal[part])
        clean = np.clip(share.mean(-1, keepdims=True), 0, 1)
        alpha[part] = np.where(alpha[part] > 0, clean, 0)
    return color, alpha


def filled(straight, alpha):
    """The same light; where there is nothing, that of the nearest metal, ever more blurred."""
    import cv2
    known = (alpha > 0.3).astype(np.float32)
    light = straight * known
    color = light.copy()
    missing = known < 0.5
    sigma = 1.0
    while missing.any() and sigma < max(alpha.shape):
        weight = cv2.GaussianBlur(known, (0, 0), sigma)[..., None]
        near = cv2.GaussianBlur(light, (0, 0), sigma) / np.maximum(weight, 1e-6)
        reached = missing & (weight > 0.02)
        color = np.where(reached, near, color)
        missing = missing & ~reached
        sigma *= 2
    return color.astype(np.float32)


def shoulder(light, keep=KEEP_HUE, glare=GLARE):
    """Rolls highlights off toward white: by the brightest channel, mixed with channel by channel."""
    def roll(x):
        over = np.maximum(x - SHOULDER, 0)
        reach = 1 - SHOULDER
        scale = WHITE - SHOULDER
        # Rational curve: slope 1 at the shoulder, 1.0 at WHITE.
        k = (scale / reach - 1) / scale
        return np.minimum(x, SHOULDER) + over / (1 + k * over)

    brightest = light.max(-1, keepdims=True)
    by_hue = light * (roll(brightest) / np.maximum(brightest, 1e-6))
    rolled = keep * by_hue + (1 - keep) * roll(light)
    if glare is None:
        return np.clip(rolled, 0, 1)
    # What is far brighter than white is a lamp, and a lamp is white also in gold.
    lamp = np.clip((brightest - glare[0]) / (glare[1] - glare[0]), 0, 1)
    lamp = lamp * lamp * (3 - 2 * lamp)
    return np.clip(rolled + lamp * (np.array(HOT) - rolled) * 0.92, 0, 1)


def warmed(light, albedo, tints=(AMBER, YELLOW)):
    """Gold deepens to amber in its shades, as where gold lights gold; without it they look olive.
    Steel, paper and wax stay as they are.
    """
    brightest = light.max(-1, keepdims=True)
    lit = np.clip(brightest / LIT, 0, 1)
    lit = lit * lit * (3 - 2 * lit)
    amber, yellow = tints
    tint = np.array(amber) * (1 - lit) + np.array(yellow) * lit
    red, _, blue = np.split(albedo, 3, -1)
    yellow = 1 - blue / np.maximum(red, 1e-6)  # 0.68 of gold, 0.38 where it is grazed, 0.29 of fireclay.
    # What shines by itself alone has no color of its own, and ink next to none: neither is gold.
    is_gold = np.clip((yellow - 0.3) / 0.07, 0, 1) * (red > 0.1)
    ember = np.array(EMBER) * bpy.context.scene.get('ember', 1) * np.exp(-brightest / OUTSHONE)
    # The laser's pits stay as dark as ink.
    ember = ember * np.clip((red - 0.3) / 0.3, 0, 1)
    return light * (tint * is_gold + 1 - is_gold) + ember * is_gold


def srgb(linear):
    return np.where(linear <= 0.0031308, linear * 12.92,
                    1.055 * np.maximum(linear, 1e-8) ** (1 / 2.4) - 0.055)


def write(path, rgba):
    """Writes under another name first, so that a picture that is there is whole."""
    import cv2
    part = f'{path}.part.png'
    cv2.imwrite(part, cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGRA), [cv2.IMWRITE_PNG_COMPRESSION, 7])
    os.replace(part, path)
