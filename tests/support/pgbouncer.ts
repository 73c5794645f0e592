import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { giveTo, unprivilegedUser } from './postgres-server.ts'
import { freePort } from './process.ts'

const binary = ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find((path) =>
  existsSync(path),
)
export const isPgbouncerInstalled = binary !== undefined

export type PoolMode = 'session' | 'transaction' | 'statement'

/** A pooler of one's own in front of a database. */
export async function pgbouncer(database: string, mode: PoolMode, poolSize = 20) {
  if (!binary) throw new Error('pgbouncer is not installed')
  const at = new URL(database)
  const folder = await mkdtemp(join(tmpdir(), 'four-nines-pgbouncer-'))
  const port = await freePort()
  await writeFile(join(folder, 'users'), `"${at.username}" "${decodeURIComponent(at.password)}"\n`)
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${at.hostname} port=${at.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${poolSize}
query_wait_timeout = 2
`,
  )
  const user = unprivilegedUser()
  for (const path of ['', 'users', 'pgbouncer.ini']) await giveTo(user, join(folder, path))
  const url = new URL(database)
  url.port = String(port)

  let child: ReturnType<typeof spawn> | undefined
  const stop = async () => {
    const running = child
    child = undefined
    if (!running) return
    const gone = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await gone
  }
  const start = async () => {
    child = spawn(binary, ['-q', join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...user })
    for (const until = Date.now() + 10_000; ; await sleep(30)) {
      const client = new pg.Client({ connectionString: url.href })
      client.on('error', () => {})
      const answers = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      if (answers) break
      if (Date.now() > until) throw new Error('pgbouncer did not start')
    }
  }
  await start()
  return {
    url: url.href,
    stop,
    start,
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
