import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'

/** A real PostgreSQL server of one's own: private folder, loopback only, gone when closed. */
export type PostgresServer = {
  /** Address of a database of this server; without a name, of the one that is always there. */
  url(database?: string): string
  /** The folder of its data, with pg_hba.conf. */
  data: string
  /** Makes a database, with `like` as a copy of another one, and answers its address. */
  createDatabase(name: string, like?: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /** The server goes away, its data stay; connections break. `immediate`: as if it had crashed. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** It comes back at the same address. */
  start(): Promise<void>
  /** Ends it and deletes its data. */
  close(): Promise<void>
}

const folderPrefix = 'four-nines-postgres-'
const startPatienceMs = 30_000
const authentication = ['-U', 'shop', '-E', 'UTF8', '-A', 'scram-sha-256']

/** The folder with initdb and postgres, or null where none is installed. */
export function postgresBinaries(): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const debian = '/usr/lib/postgresql'
  const packaged = existsSync(debian)
    ? readdirSync(debian)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(debian, version, 'bin'))
    : []
  const homebrew = ['/opt/homebrew/bin', '/usr/local/bin']
  return (
    [...onPath, ...packaged, ...homebrew].find((folder) =>
      ['initdb', 'postgres'].every((name) => folder !== '' && existsSync(join(folder, name))),
    ) ?? null
  )
}

type ServerOptions = {
  /** Settings of the server beside those of every test, as `name=value`. */
  settings?: readonly string[]
  /** Address of the server that it follows. */
  standbyOf?: string
  /** What initdb is told of locales. */
  locale?: readonly string[]
}

/** `within`: where its data are to be; a folder for temporary files unless told. */
export async function postgresServer(
  within = tmpdir(),
  { settings = [], standbyOf, locale = ['--locale=C'] }: ServerOptions = {},
): Promise<PostgresServer> {
  const binaries = postgresBinaries()
  if (!binaries) throw new Error('No PostgreSQL server is installed: initdb and postgres not found')
  await sweepLeftovers()
  const user = unprivilegedUser()
  const folder = await mkdtemp(join(within, `${folderPrefix}${process.pid}-`))
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const password = standbyOf ? new URL(standbyOf).password : randomBytes(16).toString('hex')
  const passwordFile = join(folder, 'password')
  await writeFile(passwordFile, password)
  await chmod(folder, 0o700)
  for (const path of [folder, passwordFile]) await giveTo(user, path)
  const [program, options] = standbyOf
    ? ['pg_basebackup', ['-d', standbyOf, '-R', '-c', 'fast', '--no-sync']]
    : ['initdb', [...authentication, ...locale, '--no-sync', `--pwfile=${passwordFile}`]]
  // Beside the real server: what is on the path may be links to some of its programs.
  const programs = dirname(realpathSync(join(binaries, 'initdb')))
  execFileSync(join(programs, program), ['-D', data, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: folder,
    ...user,
  })

  let server: ChildProcess | null = null
  let port = await freePort()
  const url = (database = 'postgres') =>
    `postgres://shop:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`

  const start = async () => {
    if (server) return
    const command = [
      ...[join(binaries, 'postgres'), '-D', data, '-p', String(port)],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
      ...['-c', 'max_connections=200', '-c', 'shared_buffers=32MB', '-c', 'autovacuum=off'],
      ...settings.flatMap((each) => ['-c', each]),
    ]
    const child = spawn('/bin/sh', ['-c', endWithParent, 'sh', log, ...command], {
      stdio: ['pipe', 'ignore', 'ignore'],
      cwd: folder,
      ...user,
    })
    server = child
    let ended = false
    child.once('exit', () => {
      ended = true
    })
    const until = Date.now() + startPatienceMs
    while (!(await answers(url()))) {
      if (!ended && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 30))
        continue
      }
      await stop()
      throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8').catch(() => '')}`)
    }
  }

  const stop = async (how: 'fast' | 'immediate' = 'fast') => {
    const child = server
    server = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    if (how === 'immediate') {
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await gone
    }
    child.stdin?.end()
    await gone
  }

  const asOwner = async (statement: string) => {
    const client = new pg.Client({ connectionString: url() })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const close = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }

  try {
    await start()
  } catch {
    // Another program may have taken the port in between.
    port = await freePort()
    await start().catch(async (error) => {
      await close()
      throw error
    })
  }
  return {
    url,
    data,
    async createDatabase(name, like = 'template0') {
      await asOwner(`create database "${name}" template "${like}"`)
      return url(name)
    },
    dropDatabase: (name) => asOwner(`drop database if exists "${name}" with (force)`),
    stop,
    start,
    close,
  }
}

/**
 * Runs the server until its standard input ends, which happens at our word and also when we are
 * killed, so that no server outlives its tests. SIGINT is PostgreSQL's fast shutdown.
 */
const endWithParent = `
exec 3<&0
log=$1; shift
"$@" >"$log" 2>&1 </dev/null &
server=$!
{ cat <&3 >/dev/null; kill -INT $server 2>/dev/null; } &
wait $server`

type User = { uid: number; gid: number }

export async function giveTo(user: User | null, path: string): Promise<void> {
  if (user) await chown(path, user.uid, user.gid)
}

/** PostgreSQL refuses to run as root; then it runs as its own user, or as nobody. */
export function unprivilegedUser(): User | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // no such user; the next one
    }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody')
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('no free port'))
      })
    })
  })
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Folders of test runs that were killed. */
async function sweepLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${folderPrefix}(\\d+)-`).exec(name)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
