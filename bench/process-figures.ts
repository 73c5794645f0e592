import { existsSync, readFileSync } from 'node:fs'

/** A clock that all processes of this machine share (CLOCK_MONOTONIC). */
export function clockMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Resident bytes of processes together (Linux). */
export function memoryOf(pids: readonly number[]): number {
  return pids
    .map((pid) => Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096)
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** Milliseconds of processor time that processes have used together (Linux; a tick is 10 ms). */
export function processorMsOf(pids: readonly number[]): number {
  return pids
    .map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * 10
    })
    .reduce((sum, ms) => sum + ms, 0)
}

/** All processes that a process started, and those that they started (Linux). */
export function descendants(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(file)) return []
  const children = readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  return children.flatMap((child) => [child, ...descendants(child)])
}
