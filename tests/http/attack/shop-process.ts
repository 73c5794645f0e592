import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { expect } from 'vitest'
import type { Program } from '#tests/support/process.ts'
import { ask } from './raw-request.ts'

export type Line = { socket: Socket; text: () => string }

/** A connection on which this was sent, and what came back. */
export function openLine(port: number, sent: string): Line {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(sent)
  return { socket, text: () => text }
}

/** An open page that follows the gold price, of somebody in that network. */
export const openStream = (port: number, network: string): Line =>
  openLine(
    port,
    `GET /api/gold-price/stream HTTP/1.1\r\nHost: shop.test\r\nX-Forwarded-For: ${network}\r\n\r\n`,
  )

/** How many were answered by a status, or one that begins so. */
export const answered = (lines: readonly Line[], status: string): number =>
  lines.filter(({ text }) => text().startsWith(`HTTP/1.1 ${status}`)).length

/** What the process holds in memory, in megabytes. Linux alone tells. */
export function megabytesOf({ child }: Program): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** What the process has used of the processors so far; 0 where the system does not tell. */
export function processorSecondsOf({ child }: Program): number {
  if (process.platform !== 'linux') return 0
  // The name in brackets may have spaces; the 14th and 15th fields are in clock ticks, 100 a second.
  const [, fields = ''] = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
  return (user + system) / 100
}

/** The files and connections that the process has open. */
export const openFilesOf = ({ child }: Program): number =>
  readdirSync(`/proc/${child.pid}/fd`).length

/** Whoever comes as a shopper meanwhile is served. */
export async function sells(shop: Program, url: string): Promise<void> {
  expect((await ask(url, '/product/7')).status).toBe(200)
  const body = JSON.stringify({ lines: [{ productId: '7', size: 'Small', quantity: 1 }] })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' }
  expect((await ask(url, '/api/quote', { method: 'POST', headers, body })).status).toBe(200)
  expect(shop.child.exitCode).toBeNull()
}

/**
 * Whether this process, and those it starts, may have so many files open; raised where the machine
 * lets us. Node itself has raised its limit as far as its user may.
 */
export function mayOpenFiles(count: number): boolean {
  if (process.platform !== 'linux') return false
  if (allowedFiles() >= count) return true
  try {
    const limit = `--nofile=${count}:${count}`
    execFileSync('prlimit', ['--pid', String(process.pid), limit], { stdio: 'ignore' })
  } catch {
    // No such program, or no right to do so.
  }
  return allowedFiles() >= count
}

function allowedFiles(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const [, soft = '0'] = /^Max open files\s+(\S+)/m.exec(limits) ?? []
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft)
}
