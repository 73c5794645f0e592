"""Renders the pictures of the pendants.

blender -b --factory-startup -P content/pendants/render/render.py -- \\
  [--only SLUG[:VIEW] | SCENE]... [--pixels 1600] [--samples N] [--out DIR] [--force]

What is already in the folder is left alone, so it can go on where it stopped.
"""
import argparse
import importlib
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import body  # noqa: E402
import exposure  # noqa: E402
import studio  # noqa: E402
import views  # noqa: E402


def arguments():
    given = sys.argv[sys.argv.index('--') + 1:] if '--' in sys.argv else []
    parser = argparse.ArgumentParser(prog='render.py')
    parser.add_argument('--only', action='append', default=[], metavar='SLUG[:VIEW] | SCENE')
    parser.add_argument('--pixels', type=int, default=1600)
    parser.add_argument('--samples', type=int, default=10)
    parser.add_argument('--noise', type=float, default=0.03)
    parser.add_argument('--out', default=str(HERE.parents[2] / 'data' / 'renders'))
    parser.add_argument('--force', action='store_true')
    return parser.parse_args(given)


def scenes():
    return sorted(p.stem for p in (HERE / 'scenes').glob('*.py') if p.stem != '__init__')


def wanted(pendants, only):
    """(name, what builds it, pixels), in the order in which a shop misses them."""
    jobs = []
    for view in views.VIEWS:
        jobs += [(f"{p['slug']}-{view}", (p, view)) for p in pendants if hasform(p)]
        if view == 'front':
            jobs += [(name.replace('_', '-'), name) for name in scenes()]
    if not only:
        return jobs

    def chosen(job):
        name, what = job
        if isinstance(what, str):
            return name in only or what in only
        pendant, view = what
        return pendant['slug'] in only or f"{pendant['slug']}:{view}" in only

    return [job for job in jobs if chosen(job)]


def hasform(pendant):
    return (HERE / 'forms' / (pendant['slug'].replace('-', '_') + '.py')).exists()


def main():
    given = arguments()
    jobs = wanted(views.all_facts(), given.only)
    if given.only and not jobs:
        sys.exit(f'Nothing is called {", ".join(given.only)}')
    for name, what in jobs:
        path = os.path.join(given.out, f'{name}.png')
        if os.path.exists(path) and not given.force:
            continue
        start = time.time()
        studio.clear()
        takes = (given.samples, given.noise)
        if isinstance(what, str):
            scene = importlib.import_module(f'scenes.{what}')
            scene.build(studio)
            share = given.pixels / 1600
            wide, high = getattr(scene, 'PIXELS', (1600, 1600))
            exposure.expose(path, (round(wide * share), round(high * share)), *takes)
        elif what[1] == 'body':
            body.expose(path, what[0], given.pixels, *takes)
        else:
            views.build(*what)
            exposure.expose(path, given.pixels, *takes)
        print(f'{name}: {time.time() - start:.0f} s', flush=True)


main()
