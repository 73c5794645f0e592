"""Takes the noise out of a picture, by the network of Intel's Open Image Denoise (weights/).

Debian's Blender is built without it, and no Debian package has it; its network is small enough to
be run by numpy. Weights, shape of the network and handling of light are those of OIDN 2 (filter RT,
hdr, albedo and normal), https://www.openimagedenoise.org, Apache License 2.0.
"""
import os
import struct

import numpy as np

WEIGHTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'weights', 'rt_hdr_alb_nrm.tza')
BLOCK = 1024  # Pixels at a time: with their neighbors in all channels they fit into the cache.
LEAST = 16  # Four halvings: both sides are a multiple of it.


def denoise(light, albedo, normal):
    """Linear light (h, w, 3) without its noise; albedo 0 to 1 and normals -1 to 1 of the same shape."""
    height, width = light.shape[:2]
    pad = [(0, -height % LEAST), (0, -width % LEAST), (0, 0)]
    # The network was taught with light of this brightness on the average.
    luminance = light @ np.array((0.212671, 0.715160, 0.072169), np.float32)
    seen = luminance[luminance > 1e-8]
    scale = 0.18 / np.exp2(np.mean(np.log2(seen + 1e-8))) if seen.size else 1.0
    stacked = np.concatenate([squeezed(np.maximum(light, 0) * scale) / TOP, np.clip(albedo, 0, 1),
                              np.clip(normal, -1, 1) * 0.5 + 0.5], -1)
    given = np.pad(stacked, pad, mode='edge').transpose(2, 0, 1).astype(np.float32)
    clean = network(np.ascontiguousarray(given), tensors(WEIGHTS)).transpose(1, 2, 0)[:height, :width]
    return (spread(np.clip(clean, 0, 1) * TOP) / scale).astype(np.float32)


def network(given, weights):
    """The U-net: (9, h, w) to (3, h, w)."""
    def conv(name, x):
        return convolved(x, weights[f'{name}.weight'], weights[f'{name}.bias'])

    x = conv('enc_conv1', conv('enc_conv0', given))
    skipped = [given, x := halved(x)]
    for name in ('enc_conv2', 'enc_conv3'):
        skipped.append(x := halved(conv(name, x)))
    x = conv('enc_conv5b', conv('enc_conv5a', halved(conv('enc_conv4', x))))
    for stage in (4, 3, 2):
        x = np.concatenate([doubled(x), skipped.pop()])
        x = conv(f'dec_conv{stage}b', conv(f'dec_conv{stage}a', x))
    x = conv('dec_conv1a', np.concatenate([doubled(x), skipped.pop()]))
    return conv('dec_conv0', conv('dec_conv1b', x))


def convolved(x, weight, bias):
    """A 3 by 3 convolution and what of it is above 0. Beyond the rim all is 0."""
    channels, height, width = x.shape
    # Rows end in two empty columns, so a shifted picture is a shifted slice of one long row.
    row = width + 2
    padded = np.zeros((channels, (height + 3) * row), np.float32)
    padded[:, :(height + 2) * row].reshape(channels, height + 2, row)[:, 1:-1, 1:-1] = x
    kernel = weight.transpose(0, 2, 3, 1).reshape(len(weight), -1)
    out = np.empty((len(weight), height * row), np.float32)
    for start in range(0, height * row, BLOCK):
        end = min(start + BLOCK, height * row)
        around = [padded[:, start + dy * row + dx:end + dy * row + dx] for dy in range(3) for dx in range(3)]
        np.matmul(kernel, np.concatenate(around), out=out[:, start:end])
    out += bias[:, None]
    return np.maximum(out, 0, out=out).reshape(len(weight), height, row)[:, :, :width]


def halved(x):
    channels, height, width = x.shape
    return x.reshape(channels, height // 2, 2, width // 2, 2).max((2, 4))


def doubled(x):
    return x.repeat(2, 1).repeat(2, 2)


def tensors(path):
    """Reads OIDN's archive of tensors: a table at the end with name, shape, type and place of each."""
    with open(path, 'rb') as file:
        raw = file.read()
    magic, major, _, at = struct.unpack_from('<HBBQ', raw)
    if magic != 0x41D7 or major != 2:
        raise ValueError(f'{path} holds no weights')
    count, = struct.unpack_from('<I', raw, at)
    at += 4
    found = {}
    for _ in range(count):
        length, = struct.unpack_from('<H', raw, at)
        name = raw[at + 2:at + 2 + length].decode()
        at += 2 + length
        dims = raw[at]
        shape = struct.unpack_from(f'<{dims}I', raw, at + 1)
        at += 1 + 4 * dims + dims  # The layout, a letter for each dimension, is always oihw or x.
        kind, offset = struct.unpack_from('<cQ', raw, at)
        at += 9
        dtype = {b'h': '<f2', b'f': '<f4'}[kind]
        found[name] = np.frombuffer(raw, dtype, int(np.prod(shape)), offset).reshape(shape).astype(np.float32)
    return found


# Light as the eye takes it: even steps of the result look like even steps of light.
A, B, C, D = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3
E, F, G = 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
LIGHT0, LIGHT1, SEEN0, SEEN1 = 1.57945760e-6, 3.22087631e-2, 2.23151711e-3, 3.70974749e-1


def squeezed(y):
    return np.where(y <= LIGHT0, A * y, np.where(y <= LIGHT1, B * np.maximum(y, 1e-12) ** C + D, E * np.log(y + F) + G))


def spread(x):
    return np.where(x <= SEEN0, x / A, np.where(x <= SEEN1, (np.maximum(x - D, 0) / B) ** (1 / C), np.exp((x - G) / E) - F))


TOP = float(squeezed(np.float64(65504)))
