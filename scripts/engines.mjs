/** The engines of browsers that the journeys in tests/engines/ run in, and what each needs. */
import { existsSync } from 'node:fs'

/** Asked when they are needed: `npm test` installs Chromium where it can. */
const places = {
  chromium: () => [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
  ],
  firefox: () => [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox'],
  webkit: () => ['/usr/bin/WebKitWebDriver'],
}

/** The program of an engine; null where it is not installed. */
export const browserProgram = (engine, exists = existsSync) =>
  places[engine]().find((place) => place && exists(place)) ?? null

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

const isInstalled = (engine, exists) =>
  browserProgram(engine, exists) !== null && needs[engine].files.every((file) => exists(file))

const engines = Object.keys(needs)

export const installedEngines = (exists = existsSync) =>
  engines.filter((engine) => isInstalled(engine, exists))

/** A line for each engine that is not installed. */
export const missingEngines = (exists = existsSync) =>
  engines
    .filter((engine) => !isInstalled(engine, exists))
    .map(
      (engine) =>
        `SKIPPED: journeys in ${engine} need it (Debian: apt-get install ${needs[engine].packages.join(' ')})`,
    )
