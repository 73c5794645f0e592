/**
 * Loaded into a server by `--import`: writes how long its event loop kept others waiting, in
 * milliseconds, to the file LOOP_DELAY_FILE with its process id at the end, once a second.
 */
import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export type LoopDelay = { p999: number; longest: number }

const resolution = 1
const delay = monitorEventLoopDelay({ resolution })
delay.enable()
const file = `${process.env.LOOP_DELAY_FILE}.${process.pid}`
// A new beginning: what came before the measurement, as the start of the server, does not count.
process.on('SIGUSR2', () => delay.reset())
setInterval(() => {
  const inMs = (nanoseconds: number) => nanoseconds / 1e6 - resolution
  const seen: LoopDelay = { p999: inMs(delay.percentile(99.9)), longest: inMs(delay.max) }
  writeFileSync(file, JSON.stringify(seen))
}, 1000).unref()
