import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './process.ts'

/** A real WordPress of one's own on loopback, in a private folder, gone when closed. */
export type Wordpress = {
  /** As CONTENT_SITE_URL. */
  url: string
  origin: string
  /** Of the posts written by tests/wordpress/setup.php. */
  ids: Record<'featured' | 'deleted' | 'hidden' | 'hostile' | 'empty' | 'draft' | 'locked', number>
  /** The site goes away; its files stay until it is closed. */
  stop(): Promise<void>
  close(): Promise<void>
}

/** Where Debian's package puts it. */
const packaged = '/usr/share/wordpress'
const scripts = new URL('../wordpress/', import.meta.url).pathname
const startPatienceMs = 60_000

/** Debian's packages wordpress, php-cli, php-mysql and mariadb-server. */
export function wordpressIsInstalled(): boolean {
  const says = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: 'utf8' }).stdout ?? ''
  return (
    existsSync(join(packaged, 'wp-load.php')) &&
    says('php', '-m').includes('mysqli') &&
    says('mariadbd', '--version') !== '' &&
    says('mariadb-install-db', '--help') !== ''
  )
}

export async function openWordpress(): Promise<Wordpress> {
  const folder = await mkdtemp(join(tmpdir(), 'four-nines-wordpress-'))
  const children: ChildProcess[] = []
  const stop = async () => {
    for (const child of children.splice(0).reverse()) await end(child)
  }
  const close = async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    children.push(await startDatabase(folder))
    const origin = `http://127.0.0.1:${await freePort()}`
    await installFiles(folder, origin)
    const ids = JSON.parse(
      execFileSync('php', ['-d', 'display_errors=stderr', join(scripts, 'setup.php')], {
        env: { ...process.env, WP_FOLDER: folder, WP_URL: origin },
        encoding: 'utf8',
      }),
    )
    children.push(await startSite(folder, origin))
    return { url: `${origin}/wp-json/wp/v2`, origin, ids, stop, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** MariaDB behind a socket in the folder; it will not run as root, so then it is its own user's. */
async function startDatabase(folder: string): Promise<ChildProcess> {
  const data = join(folder, 'db')
  const socket = join(folder, 'db.sock')
  await mkdir(data)
  const user = process.getuid?.() === 0 ? ['--user=mysql'] : []
  if (user.length > 0) {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'mysql'], { encoding: 'utf8' }))
    await chown(folder, id('-u'), id('-g'))
    await chown(data, id('-u'), id('-g'))
  }
  await chmod(folder, 0o711)
  execFileSync(
    'mariadb-install-db',
    [
      ...['--no-defaults', `--datadir=${data}`, ...user],
      ...['--auth-root-authentication-method=normal', '--skip-test-db'],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const log = join(folder, 'db.log')
  const child = spawnUntilEnd(log, 'mariadbd', [
    ...['--no-defaults', `--datadir=${data}`, `--socket=${socket}`, ...user],
    ...['--skip-networking', '--performance-schema=OFF', '--innodb-buffer-pool-size=32M'],
    ...['--innodb-flush-log-at-trx-commit=0', `--pid-file=${join(data, 'pid')}`],
  ])
  await until(child, log, () => existsSync(socket))
  return child
}

async function installFiles(folder: string, origin: string): Promise<void> {
  const www = join(folder, 'www')
  await cp(packaged, www, { recursive: true, dereference: true })
  await mkdir(join(www, 'wp-content/uploads'), { recursive: true })
  const settings = {
    ...{ DB_NAME: 'journal', DB_USER: 'root', DB_PASSWORD: '', DB_CHARSET: 'utf8mb4' },
    ...{ DB_HOST: `localhost:${folder}/db.sock`, DB_COLLATE: '' },
    ...{ WP_HOME: origin, WP_SITEURL: origin, WP_ENVIRONMENT_TYPE: 'local', FS_METHOD: 'direct' },
    ...{ WP_HTTP_BLOCK_EXTERNAL: true, DISABLE_WP_CRON: true, AUTOMATIC_UPDATER_DISABLED: true },
  }
  const defines = Object.entries(settings).map(
    ([name, value]) => `define('${name}', ${JSON.stringify(value)});`,
  )
  await writeFile(
    join(www, 'wp-config.php'),
    [
      '<?php',
      ...defines,
      "$table_prefix = 'wp_';",
      "if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');",
      "require_once ABSPATH . 'wp-settings.php';",
      '',
    ].join('\n'),
  )
}

async function startSite(folder: string, origin: string): Promise<ChildProcess> {
  const log = join(folder, 'php.log')
  const child = spawnUntilEnd(log, 'php', [
    ...['-d', 'display_errors=0', '-S', new URL(origin).host],
    ...['-t', join(folder, 'www'), join(scripts, 'router.php')],
  ])
  await until(child, log, async () => {
    const answer = await fetch(`${origin}/wp-json/wp/v2/posts`).catch(() => null)
    await answer?.body?.cancel()
    return answer?.ok ?? false
  })
  return child
}

/**
 * Runs the program until our end of its standard input closes: at our word, and also when we are
 * killed, so that no server outlives its tests.
 */
function spawnUntilEnd(log: string, program: string, args: string[]): ChildProcess {
  const script = `
exec 3<&0
log=$1; shift
"$@" >"$log" 2>&1 </dev/null &
server=$!
{ cat <&3 >/dev/null; kill -TERM $server 2>/dev/null; } &
wait $server`
  return spawn('/bin/sh', ['-c', script, 'sh', log, program, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  await gone
}

async function until(
  child: ChildProcess,
  log: string,
  isReady: () => boolean | Promise<boolean>,
): Promise<void> {
  const latest = Date.now() + startPatienceMs
  while (!(await isReady())) {
    if (child.exitCode !== null || Date.now() > latest) {
      await end(child)
      throw new Error(`WordPress did not start:\n${await readFile(log, 'utf8').catch(() => '')}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
