import { pino } from 'pino'
import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '../app-context.ts'
import { appContext } from '../platform/http/request-context.ts'
import { adminContext, requireAdmin } from './require-admin.ts'
import { requireRight } from './require-right.ts'

type Args = Parameters<typeof requireAdmin>[0]
const next = () => Promise.resolve(new Response('done'))

function asked(method: string, path: string) {
  const lines: Record<string, unknown>[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const context = new RouterContextProvider()
  context.set(appContext, { log, config: { database: 'none' } } as AppContext)
  const request = new Request(`http://localhost${path}`, { method })
  const args = { request, context, params: {}, pattern: path, url: new URL(request.url) }
  return { context, args: args as Args, lines }
}

it('a write without a session is logged, by its address and code [SEC-09]', async () => {
  const { args, lines } = asked('POST', '/admin/staff')
  await expect(requireAdmin(args, next)).rejects.toMatchObject({ init: { status: 401 } })
  expect(lines).toMatchObject([{ msg: 'refused', code: 'signed_out', path: '/admin/staff' }])
})

it('what a role has no right to is logged, with who asked [SEC-09]', async () => {
  const { args, context, lines } = asked('GET', '/admin/staff')
  context.set(adminContext, { id: 'ben-id', email: 'ben@example.com', role: 'bench' })
  await expect((async () => requireRight(args, next))()).rejects.toMatchObject({
    init: { status: 403 },
  })
  expect(lines).toMatchObject([
    { msg: 'refused', code: 'not_allowed', path: '/admin/staff', admin: 'ben-id', role: 'bench' },
  ])
  expect(JSON.stringify(lines)).not.toContain('ben@example.com')
})
