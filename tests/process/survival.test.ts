import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { seededDataFolder } from '#tests/support/databases.ts'
import { addressOf, freePort, type Program, run, startCommand } from '#tests/support/process.ts'

let folder: string
let program: Program
beforeEach(async () => {
  folder = await seededDataFolder()
})
afterEach(async () => {
  await program.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('killed, it starts again by itself and has every order it acknowledged, and keeps the pieces of each [OPS-04, STOCK-02]', async () => {
  const db = await PGlite.create(join(folder, 'db'))
  await db.exec(`update products set pieces = 3, pieces_counted = 3 where id = '7'`)
  await db.close()
  const port = await freePort()
  program = run(startCommand, { PORT: String(port), DATA_DIR: folder })
  const address = await addressOf(program)

  const placed: string[] = []
  for (let round = 0; round < 3; round += 1) {
    placed.push(await placeOrder(address))
    process.kill(serverPid(program), 'SIGKILL')
    await comesBack(address)
  }
  for (const url of placed) {
    const page = await fetch(url)
    expect(page.status, url).toBe(200)
    expect(await page.text()).toContain('Pay')
  }
  // A fourth checkout of three pieces.
  const { quote, total } = await (await asks(address, '/api/quote', { lines: [piece] })).json()
  const refused = { amount: Number(total), quote }
  const response = await asks(address, '/api/create-checkout-session', refused)
  expect(response.status).toBe(422)
  expect(await response.text()).toContain('someone’s checkout right now')
  // Four starts of a process, one after the other.
}, 240_000)

it.skipIf(process.platform !== 'linux')(
  'killed while its disk is full, it is started again until there is room; a first start ends [FAULT-10]',
  async () => {
    const holder = join(folder, 'lock-holder.json')
    const port = await freePort()
    program = run(startCommand, { PORT: String(port), DATA_DIR: folder })
    const address = await addressOf(program)
    // A file that every write to fails as on a full disk.
    rmSync(holder)
    symlinkSync('/dev/full', holder)
    process.kill(serverPid(program), 'SIGKILL')
    await program.says(/is full .*[\s\S]*ended unexpectedly \(code 75\)/)
    rmSync(holder)
    await comesBack(address)
    await program.stop()

    symlinkSync('/dev/full', holder)
    program = run(startCommand, { PORT: String(port), DATA_DIR: folder })
    expect((await program.ended).code).toBe(75)
    expect(program.output()).toMatch(/The shop cannot start\. DATA_DIR: the disk of \S+ is full/)
  },
  240_000,
)

const piece = { productId: '7', size: 'Small', quantity: 1 }

const asks = (address: string, path: string, body: object) =>
  fetch(address + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function placeOrder(address: string): Promise<string> {
  const ask = async (path: string, body: object) => {
    const response = await asks(address, path, body)
    expect(response.status).toBe(200)
    return response.json()
  }
  const { quote, total } = await ask('/api/quote', { lines: [piece] })
  const { url } = await ask('/api/create-checkout-session', { amount: Number(total), quote })
  return url
}

/** The one child of the starter: the server process. */
function serverPid(starter: Program): number {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(starter.child.pid)])
  return Number(children.toString().trim().split('\n')[0])
}

async function comesBack(address: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answered = await fetch(`${address}/healthz`).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the shop did not come back')
}
