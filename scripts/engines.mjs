/** The engines of browsers that the journeys in tests/engines/ run in, and what each needs. */
import { existsSync } from 'node:fs'

const chromiumPlaces = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
]
const firefoxPlaces = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']

const firstOf = (places) => places.find((place) => place && existsSync(place)) ?? null

const programs = {
  chromium: firstOf(chromiumPlaces),
  firefox: firstOf(firefoxPlaces),
  webkit: firstOf(['/usr/bin/WebKitWebDriver']),
}

/** The program of an engine; null where it is not installed. */
export const browserProgram = (engine) => programs[engine]

/** Debian's packages for each engine, and the files by which they are known to be installed. */
const needs = {
  chromium: { packages: ['chromium-headless-shell'], files: [] },
  firefox: { packages: ['firefox-esr'], files: [] },
  webkit: {
    packages: [
      'webkit2gtk-driver',
      'gir1.2-webkit2-4.1',
      'gir1.2-gtk-3.0',
      'python3-gi',
      'xvfb',
      'dbus',
    ],
    files: [
      '/usr/bin/python3',
      '/usr/bin/Xvfb',
      '/usr/bin/dbus-run-session',
      '/usr/lib/python3/dist-packages/gi/__init__.py',
    ],
  },
}

const isInstalled = (engine) =>
  programs[engine] !== null && needs[engine].files.every((file) => existsSync(file))

const engines = Object.keys(needs)
export const installedEngines = () => engines.filter(isInstalled)

/** A line for each engine that is not installed. */
export const missingEngines = () =>
  engines
    .filter((engine) => !isInstalled(engine))
    .map(
      (engine) =>
        `SKIPPED: journeys in ${engine} need it (Debian: apt-get install ${needs[engine].packages.join(' ')})`,
    )
