/** Finds Chromium for the journeys; installs Debian's where it can; else says what to do. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fail, say } from './ground.mjs'

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const find = () => places.find((place) => place && existsSync(place))

export function ensureChromium() {
  const found = find()
  if (found) return found
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    say('Installing Chromium for the browser tests (once) …')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-q'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env,
    })
  }
  return (
    find() ??
    fail(
      'The browser tests need Chromium. Install it (Debian: apt-get install chromium), or name its program in CHROMIUM_PATH.',
    )
  )
}
