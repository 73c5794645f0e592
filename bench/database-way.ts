import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/process.ts'

/** The way from the shop to its database. */
export type Way = { port: number; move(port: number): void; close(): Promise<void> }

/** An address that an operator moves from one server to another. */
export async function forwarder(first: number): Promise<Way> {
  let target = first
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port,
    move(next) {
      target = next
      cut()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** It moves to the standby as soon as the primary is gone, before that is promoted. */
export async function haproxy(primary: number, standby: number): Promise<Way> {
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-haproxy-'))
  const port = await freePort()
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(
    file,
    `defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen database
  bind 127.0.0.1:${port}
  default-server inter 300ms fall 2 rise 2 on-marked-down shutdown-sessions
  server primary 127.0.0.1:${primary} check
  server standby 127.0.0.1:${standby} check backup
`,
  )
  const child = spawn('/usr/sbin/haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' })
  await new Promise((resolve) => setTimeout(resolve, 1000))
  return {
    port,
    move() {},
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
      rmSync(folder, { recursive: true })
    },
  }
}
