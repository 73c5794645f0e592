"""The darkroom: from Cycles' linear light to a clean RGBA picture.

Debian's Blender has no denoiser, and its view transforms either clip gold to lemon (Standard) or
wash it to straw (Filmic). So a picture is taken as linear floats together with its albedo and
normals, denoised by those (a joint bilateral in the manner of Cycles' own old filter), and toned
with a shoulder that keeps the hue of gold up into its highlights.
"""
import os

import bpy
import numpy as np

SHOULDER = 0.62  # Below this share of white, light is kept as it is.
WHITE = 5.5  # This much light becomes white.
KEEP_HUE = 0.55  # 1 keeps the hue of the brightest light, 0 lets each channel saturate alone.


def expose(path):
    """Renders the scene as set up and writes the developed picture at `path`."""
    passes = render(path + '.exr')
    picture = develop(passes)
    write(path, picture)


def render(base):
    """Renders to OpenEXR layers and reads them back as arrays, rows from the top."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new('CompositorNodeRLayers')
    wanted = {'Image': 'light', 'Denoising Albedo': 'albedo', 'Denoising Normal': 'normal'}
    folder = os.path.dirname(os.path.abspath(base))
    os.makedirs(folder, exist_ok=True)
    stem = os.path.basename(base)
    output = tree.nodes.new('CompositorNodeOutputFile')
    output.base_path = folder
    output.format.file_format = 'OPEN_EXR'
    output.format.color_mode = 'RGBA'
    output.format.color_depth = '32'
    output.file_slots.clear()
    for socket, name in wanted.items():
        output.file_slots.new(f'{stem}-{name}-')
        tree.links.new(layers.outputs[socket], output.inputs[-1])
    bpy.ops.render.render()
    frame = f'{scene.frame_current:04d}'
    passes = {}
    for name in wanted.values():
        file = os.path.join(folder, f'{stem}-{name}-{frame}.exr')
        image = bpy.data.images.load(file)
        image.colorspace_settings.name = 'Linear'
        image.alpha_mode = 'PREMUL'
        pixels = np.empty(image.size[0] * image.size[1] * 4, np.float32)
        image.pixels.foreach_get(pixels)
        passes[name] = pixels.reshape(image.size[1], image.size[0], 4)[::-1].copy()
        bpy.data.images.remove(image)
        os.remove(file)
    return passes


def develop(passes):
    """Linear premultiplied light to straight 8-bit RGBA."""
    light = denoise(passes['light'], passes['albedo'][..., :3], passes['normal'][..., :3])
    alpha = np.clip(light[..., 3:], 0, 1)
    straight = np.where(alpha > 1e-4, light[..., :3] / np.maximum(alpha, 1e-4), 0)
    toned = srgb(shoulder(np.maximum(straight, 0)))
    rng = np.random.default_rng(9999)
    dithered = np.concatenate([toned, alpha], -1) * 255 + rng.random((*alpha.shape[:2], 1)) - 0.5
    dithered[..., 3:] = np.where(alpha > 0.9985, 255, np.where(alpha < 0.002, 0, dithered[..., 3:]))
    return np.clip(np.rint(dithered), 0, 255).astype(np.uint8)


def denoise(light, albedo, normal, radius=4, passes=1):
    """Joint bilateral: averages over neighbors alike in light (toned, smoothed), albedo and normal."""
    import cv2
    guide = np.concatenate([np.log1p(np.maximum(light[..., :3], 0) * 4), light[..., 3:]], -1)
    guide = cv2.GaussianBlur(guide, (0, 0), 0.8)
    height, width = light.shape[:2]
    total = np.zeros_like(light)
    weights = np.zeros((height, width, 1), np.float32)
    pad = radius
    wide = lambda a: np.pad(a, ((pad, pad), (pad, pad), (0, 0)), mode='edge')  # noqa: E731
    wide_guide, wide_normal, wide_light = wide(guide), wide(normal), wide(np.minimum(light, 30))
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if dx * dx + dy * dy > radius * radius + 1:
                continue
            window = (slice(pad + dy, pad + dy + height), slice(pad + dx, pad + dx + width))
            apart = ((wide_guide[window] - guide) ** 2).sum(-1, keepdims=True) / (2 * 0.055 ** 2)
            apart += ((wide_normal[window] - normal) ** 2).sum(-1, keepdims=True) / (2 * 0.12 ** 2)
            apart += (dx * dx + dy * dy) / (2 * (radius * 0.6) ** 2)
            weight = np.exp(-apart)
            total += weight * wide_light[window]
            weights += weight
    return total / weights


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


def srgb(linear):
    return np.where(linear <= 0.0031308, linear * 12.92,
                    1.055 * np.maximum(linear, 1e-8) ** (1 / 2.4) - 0.055)


def write(path, rgba):
    """Writes under another name first, so that a picture that is there is whole."""
    import cv2
    part = f'{path}.part.png'
    cv2.imwrite(part, cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGRA), [cv2.IMWRITE_PNG_COMPRESSION, 7])
    os.replace(part, path)
