import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import {
  type AdminCommand,
  type AdminCommandResult,
  adminCommand,
  runAdminCommand,
} from './admin-command.ts'
import type { AppContext } from './app-context.ts'
import { BackupError } from './backup/backup-file.ts'
import { takeBackup } from './backup/take-backup.ts'
import { secretsOf } from './platform/secret.ts'

/**
 * How `npm run admin` and `npm run backup` reach a shop whose embedded database it holds already: a
 * separate port that only this machine can reach, and a random key in a file of the data folder
 * that only the shop's user can read. Anyone who can read that file could read the database as
 * well.
 */
type ControlFile = { port: number; key: string }

const fileOf = (dataDir: string) => join(dataDir, 'control-server.json')

/** The longest command is far below. */
const maxBodyBytes = 20_000

/** Answered with the bytes of a backup; every other command with text. */
const backupCommand = z.object({ command: z.literal('backup') })

/** Takes away what a killed process left: its port may be another program's by now. */
export function removeControlFile(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true })
}

/** Answers how to stop it. The caller holds the data folder's lock. */
export async function startControlServer(app: AppContext): Promise<() => Promise<void>> {
  const file = fileOf(app.config.dataDir)
  const key = randomBytes(32).toString('base64url')
  const server = createServer(async (incoming, outgoing) => {
    const respond = (status: number, body: object) => {
      outgoing.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' })
      outgoing.end(JSON.stringify(body))
    }
    try {
      if (!isAuthorized(incoming, key)) return respond(403, {})
      const body: unknown = JSON.parse(await bodyOf(incoming))
      if (backupCommand.safeParse(body).success) {
        const bytes = await backupOf(app)
        outgoing.writeHead(bytes ? 200 : 500, { Connection: 'close' })
        return outgoing.end(bytes)
      }
      const command = adminCommand.safeParse(body)
      if (!command.success) return respond(400, {})
      respond(200, await runAdminCommand(app, command.data))
    } catch {
      respond(400, {})
    }
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  // Written whole and then moved, so that nobody reads half of it; by its owner alone.
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify({ port, key } satisfies ControlFile), { mode: 0o600 })
  renameSync(unfinished, file)
  return async () => {
    removeControlFile(app.config.dataDir)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

async function backupOf(app: AppContext): Promise<Buffer | null> {
  try {
    return await takeBackup(app.db, {
      ...secretsOf(app),
      now: app.now(),
      media: app.mediaFiles,
    })
  } catch (error) {
    app.log.error({ err: error }, 'a backup could not be made')
    return null
  }
}

/** Hands a command to the shop that has the data folder open; null where none can be reached. */
export async function requestRunningServer(
  dataDir: string,
  command: AdminCommand,
): Promise<AdminCommandResult | null> {
  const answer = await ask(dataDir, command)
  return answer?.status === 200 ? (JSON.parse(String(answer.body)) as AdminCommandResult) : null
}

/** A backup made by the shop that has the data folder open; null where none can be reached. */
export async function backupOfRunningShop(dataDir: string): Promise<Buffer | null> {
  const answer = await ask(dataDir, { command: 'backup' })
  if (answer?.status === 500) {
    throw new BackupError('busy', 'The running shop could not make it; its log says why')
  }
  return answer?.status === 200 ? answer.body : null
}

async function ask(
  dataDir: string,
  command: AdminCommand | z.infer<typeof backupCommand>,
): Promise<{ status: number; body: Buffer } | null> {
  let server: ControlFile
  try {
    server = JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as ControlFile
  } catch {
    return null
  }
  return new Promise((resolve) => {
    const { port, key } = server
    const outgoing = request(
      { host: '127.0.0.1', port, method: 'POST', headers: { Authorization: `Bearer ${key}` } },
      (answer) => {
        // Fails where the shop ends in the middle of its answer.
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, body }),
          () => resolve(null),
        )
      },
    )
    outgoing.once('error', () => resolve(null))
    outgoing.end(JSON.stringify(command))
  })
}

function isAuthorized(incoming: IncomingMessage, key: string): boolean {
  const given = Buffer.from(incoming.headers.authorization ?? '')
  const right = Buffer.from(`Bearer ${key}`)
  return given.length === right.length && timingSafeEqual(given, right)
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of message.setEncoding('utf8')) {
    text += chunk
    if (text.length > maxBodyBytes) throw new RangeError('too long')
  }
  return text
}
