/** WebKitGTK by WebKitWebDriver, in a window of webkit-window.py on a screen that nobody sees. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/support/process.ts'
import type { Browser, Key, Launch, Manner, Tab } from './driver.ts'
import { elementKey, newSession, type Session } from './w3c.ts'

const window = fileURLToPath(new URL('webkit-window.py', import.meta.url))

/** Sessions that a driver may fail to open before it counts as broken: a first one does now and then. */
const tries = 3

type Driver = { url: string; screen: ChildProcess; program: ChildProcess; said: string[] }

let running: Promise<Driver> | undefined

export const launchWebKit: Launch = async (manner) => {
  const scripts: string[] = []
  let said: string[] = []
  let session: Session | undefined
  let current = ''

  const open = async (): Promise<Session> => {
    for (let tried = 1; ; tried += 1) {
      running ??= startDriver()
      const driver = await running
      try {
        const opened = await newSession(driver.url, { alwaysMatch: optionsOf(manner, scripts) })
        driver.said.length = 0
        said = driver.said
        return opened
      } catch (error) {
        await closeWebKit()
        if (tried === tries) throw error
      }
    }
  }

  const newTab = async (): Promise<Tab> => {
    const isFirst = !session
    session ??= await open()
    const handle = isFirst
      ? await session.get<string>('/window')
      : (await session.post<{ handle: string }>('/window/new', { type: 'tab' })).handle
    if (isFirst) current = handle
    return tabOf(session, async () => {
      if (current === handle) return
      await session?.post('/window', { handle })
      current = handle
    })
  }

  return {
    engine: 'webkit',
    onEveryPage: async (work) => {
      scripts.push(`(${work})();`)
    },
    newTab,
    errors: async () => said.filter((line) => /^CONSOLE \S+ ERROR/.test(line)),
    close: async () => {
      await session?.end()
    },
  } satisfies Browser
}

export async function closeWebKit(): Promise<void> {
  const driver = await running
  running = undefined
  if (!driver) return
  for (const program of [driver.program, driver.screen]) await end(program)
}

const optionsOf = (manner: Manner, scripts: readonly string[]) => ({
  'webkitgtk:browserOptions': {
    binary: window,
    args: [
      ...Object.entries(manner).map(([name, value]) => `--${name}=${value}`),
      `--script=${scripts.join('\n')}`,
    ],
  },
})

async function startDriver(): Promise<Driver> {
  // Xvfb takes a free number for its display and writes it to the third channel.
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1920x1400x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const channel = screen.stdio[3]
  if (!channel) throw new Error('Xvfb has no channel for its display')
  const [display] = await once(channel, 'data')
  const port = await freePort()
  const program = spawn('dbus-run-session', ['--', 'WebKitWebDriver', `--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      // Without a graphics card, and as root in a container, where its sandbox cannot start.
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    // With the programs that it starts it is a group that can be ended together.
    detached: true,
  })
  const said: string[] = []
  createInterface({ input: program.stdout }).on('line', (line) => said.push(line))
  const url = `http://127.0.0.1:${port}`
  for (let waited = 0; waited < 20_000; waited += 100) {
    const isReady = await fetch(`${url}/status`).then(
      () => true,
      () => false,
    )
    if (isReady) break
    await sleep(100)
  }
  return { url, screen, program, said }
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.pid === undefined) return
  const ended = once(program, 'exit')
  try {
    process.kill(program.spawnargs[0] === 'Xvfb' ? program.pid : -program.pid, 'SIGKILL')
  } catch {
    return
  }
  await ended
}

/** The protocol’s own letters for keys (https://www.w3.org/TR/webdriver2/#keyboard-actions). */
const keyLetters: Record<Key, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  End: '\uE010',
}

function tabOf(session: Session, select: () => Promise<void>): Tab {
  const act = async (...actions: object[]) => {
    await select()
    await session.post('/actions', { actions })
  }
  const keys = (letters: readonly string[]) =>
    act({
      type: 'key',
      id: 'keyboard',
      actions: letters.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    })
  return {
    open: async (address) => {
      await select()
      await session.post('/url', { url: address })
    },
    run: async (work, ...args) => {
      await select()
      return session.post('/execute/sync', {
        script: `return (${work}).apply(null, arguments)`,
        args,
      })
    },
    pressAt: (x, y, pointer) =>
      act({
        type: 'pointer',
        id: pointer,
        parameters: { pointerType: pointer },
        actions: [
          { type: 'pointerMove', duration: 0, x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    pressKey: (key) => keys([keyLetters[key]]),
    type: (text) => keys([...text].map((letter) => (letter === '\n' ? keyLetters.Enter : letter))),
    attach: async (selector, files) => {
      await select()
      const found = await session.post<Record<string, string>>('/element', {
        using: 'css selector',
        value: selector,
      })
      await session.post(`/element/${found[elementKey]}/value`, { text: files.join('\n') })
    },
    screenshot: async () => {
      await select()
      return Buffer.from(await session.get<string>('/screenshot'), 'base64')
    },
  }
}
