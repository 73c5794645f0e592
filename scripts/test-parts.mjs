/** What `npm test` says of its parts: which tests belong to an area, and how long each part took. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import areaList from '../areas.cjs'

const layers = ['app/domain', 'app/contracts', 'app/.server', 'app/routes/admin']

/** The folders of areas in every layer, for Vitest; null, once it has said why, where one of the names is no area. */
export function filesOfAreas(names, root) {
  const unknown = names.filter((name) => !Object.hasOwn(areaList.areas, name))
  if (unknown.length === 0) {
    return names
      .flatMap((name) => layers.map((layer) => `${layer}/${name}/`))
      .filter((folder) => existsSync(join(root, folder)))
  }
  process.stderr.write(
    `There is no area ${unknown.join(', ')}. The areas are: ${Object.keys(areaList.areas).join(', ')}\n`,
  )
  return null
}

/** Of Linux: clock ticks a second in /proc. */
const ticksPerSecond = 100

/** How long the parts of a run take, on the wall and of the processors, with the programs they start. */
export function openPartTimes() {
  const parts = []
  let before = { wall: performance.now() / 1000, processor: processorSeconds() }
  return {
    /** What was done since the part before it. */
    ends(name) {
      const now = { wall: performance.now() / 1000, processor: processorSeconds() }
      parts.push({ name, wall: now.wall - before.wall, processor: minus(now, before) })
      before = now
    },
    table() {
      const sum = (all) => (all.includes(null) ? null : all.reduce((one, other) => one + other, 0))
      const all = {
        name: 'All',
        wall: sum(parts.map(({ wall }) => wall)),
        processor: sum(parts.map(({ processor }) => processor)),
      }
      return [
        `${'Part'.padEnd(32)} ${'wall'.padStart(9)} ${'processor'.padStart(10)}`,
        ...[...parts, all].map(
          ({ name, wall, processor }) =>
            `${name.padEnd(32)} ${clock(wall).padStart(9)} ${clock(processor).padStart(10)}`,
        ),
      ].join('\n')
    },
  }
}

const minus = (now, before) => (now.processor === null ? null : now.processor - before.processor)

/** Minutes and seconds; a dash where the system does not tell. */
function clock(seconds) {
  if (seconds === null) return '–'
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Of this process and all that it started and that have ended; null where there is no /proc. */
function processorSeconds() {
  try {
    // The name in brackets may have spaces; behind it the 14th to 17th fields are 11 to 14.
    const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ')
    const ticks = fields.split(' ').slice(11, 15).map(Number)
    return ticks.reduce((one, other) => one + other, 0) / ticksPerSecond
  } catch {
    return null
  }
}
