/** Finds Chromium for the journeys; installs Debian's where it can; else says what to do. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, print } from './bootstrap.mjs'

/** The browser without its windows, which Playwright takes where it may choose. */
const shell = '/usr/bin/chromium-headless-shell'

const whole = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Chromium as people have it: for measurements. */
export const ensureChromium = () => ensure(whole, 'chromium')

/** For journeys, where a page costs a third of the processor time without windows. */
export const ensureHeadlessChromium = () => ensure([shell, ...whole], 'chromium-headless-shell')

function ensure(places, name) {
  const find = () => [process.env.CHROMIUM_PATH, ...places].find((at) => at && existsSync(at))
  const found = find()
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    print(`Installing ${name} for the browser tests (once)…`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
  }
  return (
    find() ??
    fail(
      `The browser tests need Chromium. Install it (Debian: apt-get install ${name}), or name its program in CHROMIUM_PATH.`,
    )
  )
}
