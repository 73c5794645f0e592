"""The darkroom: from Cycles' linear light to a clean RGBA picture.

Debian's Blender has no denoiser, and its view transforms either clip gold to lemon (Standard) or
wash it to straw (Filmic). So a picture is taken as linear floats together with its
normals, denoised by those (a joint bilateral in the manner of Cycles' own old filter), and toned
with a shoulder that keeps the hue of gold up into its highlights.
"""
import os
import time

import bpy
import numpy as np

CONTRAST, PIVOT = 1.32, 0.75  # A print's contrast: it deepens gold as it does in photographs.
DEPTH = 1.0  # How dark the deepest shadow may be.
SHADE = (0.055, 0.035, 0.015)  # Its color in sRGB: warm, as on paper beside gold.
SHOULDER = 0.62  # Below this share of white, light is kept as it is.
WHITE = 5.5  # This much light becomes white.
KEEP_HUE = 0.55  # 1 keeps the hue of the brightest light, 0 lets each channel saturate alone.


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
    """Linear premultiplied light, its normals, and the shadow, to straight 8-bit RGBA."""
    import cv2
    light, normal = metal
    start = time.process_time()
    light = denoise(light, normal[..., :3])
    print(f'denoising took {time.process_time() - start:.0f} s of processor', flush=True)
    alpha = np.clip(light[..., 3:], 0, 1)
    straight = np.where(alpha > 1e-4, light[..., :3] / np.maximum(alpha, 1e-4), 0)
    contrasted = PIVOT * (np.maximum(straight, 0) / PIVOT) ** CONTRAST
    toned = srgb(shoulder(warmed(contrasted)))
    if shadow is not None:
        soft = calm(shadow)
        soft = cv2.resize(soft, light.shape[1::-1], interpolation=cv2.INTER_CUBIC)[..., None]
        under = np.clip(soft * DEPTH, 0, 1) * (1 - alpha)
        whole = alpha + under
        toned = (toned * alpha + np.array(SHADE) * under) / np.maximum(whole, 1e-4)
        alpha = whole
    dither = np.random.default_rng(9999).random((*alpha.shape[:2], 1)) - 0.5
    picture = np.concatenate([toned, alpha], -1) * 255 + dither * 0.8
    picture[..., 3:] = np.where(alpha > 0.997, 255, np.where(alpha < 0.003, 0, picture[..., 3:]))
    return np.clip(np.rint(picture), 0, 255).astype(np.uint8)


def lost(open_light, shaded):
    """The share of light lost between two pictures of the sheet; the open one is small and smooth."""
    import cv2
    smooth = cv2.GaussianBlur(open_light, (0, 0), 2.5)
    smooth = cv2.resize(smooth, shaded.shape[::-1], interpolation=cv2.INTER_CUBIC)
    return np.clip(1 - shaded / np.maximum(smooth, 1e-6), 0, 1).astype(np.float32)


def calm(shadow):
    """The shadow without its grain: sharp where it is deep, very soft where it fades."""
    import cv2
    rim = np.concatenate([shadow[0], shadow[-1], shadow[:, 0], shadow[:, -1]])
    base = min(float(np.percentile(rim, 50)) + 0.035, 0.14)
    soft = np.clip((shadow - base) / (1 - base), 0, 1)
    soft = soft ** 2 / (soft + 0.11)  # No veil over the page where the light is all but whole.
    k = shadow.shape[1] / 360
    wide, near = (cv2.GaussianBlur(soft, (0, 0), max(sigma * k, 1.3)) for sigma in (9, 2.1))
    deep = np.clip((cv2.GaussianBlur(soft, (0, 0), 4 * k) - 0.12) / 0.4, 0, 1)
    soft = wide * (1 - deep) + near * deep
    # It ends before the frame does, else its rim would show as a line on the page.
    ease = [np.clip(np.minimum(np.arange(n) + 0.5, n - 0.5 - np.arange(n)) / (0.16 * n) - 0.1, 0, 1)
            for n in soft.shape]
    return (soft * np.outer(*(r * r * (3 - 2 * r) for r in ease))).astype(np.float32)


def denoise(light, normal, radius=3):
    """Joint bilateral: averages over neighbors alike in light (toned, smoothed) and in normal."""
    import cv2
    seen = np.argwhere(light[..., 3] > 0.001)
    (top, left), (bottom, right) = seen.min(0), seen.max(0) + 1
    whole, light, normal = light, light[top:bottom, left:right], normal[top:bottom, left:right]
    light = unspeckled(np.ascontiguousarray(light))
    guide = np.concatenate([np.log1p(np.maximum(light[..., :3], 0) * 4) / 0.085, light[..., 3:] / 0.085], -1)
    guide = cv2.GaussianBlur(guide.astype(np.float32), (0, 0), 0.8)
    guide = np.concatenate([guide, normal / 0.17], -1).astype(np.float32)
    height, width = light.shape[:2]
    total = light.astype(np.float32).copy()
    weights = np.ones((height, width, 1), np.float32)
    # Each pair of pixels is weighed once and serves both.
    for dy in range(0, radius + 1):
        for dx in range(-radius, radius + 1):
            if (dy == 0 and dx <= 0) or dx * dx + dy * dy > radius * radius + 1:
                continue
            here = (slice(0, height - dy), slice(max(0, -dx), width - max(0, dx)))
            there = (slice(dy, height), slice(max(0, dx), width - max(0, -dx)))
            apart = guide[here] - guide[there]
            weight = np.exp(-np.einsum('ijk,ijk->ij', apart, apart)
                            - (dx * dx + dy * dy) / (2 * (radius * 0.6) ** 2))[..., None]
            total[here] += weight * light[there]
            total[there] += weight * light[here]
            weights[here] += weight
            weights[there] += weight
    clean = whole.copy()
    clean[top:bottom, left:right] = total / weights
    return clean


def unspeckled(light):
    """Takes out lone sparks, which a few samples leave on satin; a line of light is no spark."""
    import cv2
    tone = np.log(np.maximum(light[..., :3].mean(-1), 1e-4)).astype(np.float32)
    middle = cv2.medianBlur(tone, 5)
    off = (np.abs(tone - middle) > 0.28).astype(np.float32)
    lone = (off > 0) & (cv2.boxFilter(off, -1, (5, 5), normalize=False) < 4.5)
    lone &= light[..., 3] > 0.99
    ratio = np.where(lone, np.exp(middle - tone), 1)[..., None]
    return np.concatenate([light[..., :3] * ratio, light[..., 3:]], -1).astype(np.float32)


def shoulder(light):
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
    return np.clip(KEEP_HUE * by_hue + (1 - KEEP_HUE) * roll(light), 0, 1)


def warmed(light):
    """Shades of gold run to amber, as they do where gold lights gold; without it they look olive."""
    lit = np.clip(light.max(-1, keepdims=True) / 0.5, 0, 1)
    lit = lit * lit * (3 - 2 * lit)
    return light * (np.array((1.0, 0.84, 0.6)) * (1 - lit) + lit)


def srgb(linear):
    return np.where(linear <= 0.0031308, linear * 12.92,
                    1.055 * np.maximum(linear, 1e-8) ** (1 / 2.4) - 0.055)


def write(path, rgba):
    """Writes under another name first, so that a picture that is there is whole."""
    import cv2
    part = f'{path}.part.png'
    cv2.imwrite(part, cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGRA), [cv2.IMWRITE_PNG_COMPRESSION, 7])
    os.replace(part, path)
