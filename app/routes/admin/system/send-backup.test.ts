import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { sessionContext } from '#app/.server/auth/session-context.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { testShop } from '#tests/support/shop.ts'
import { refusalOf, sendBackup } from './send-backup.ts'

const said = (search: string) =>
  refusalOf(new Request(`https://shop.example/admin/dashboard/system${search}`))?.message

it('says why a backup was not downloaded, whatever stands in the address [SYSTEM-05]', () => {
  expect(said('')).toBeUndefined()
  expect(said('?refused=backup_gone')).toMatch(/no longer there\./)
  for (const code of ['', 'constructor', '__proto__', '<b>'])
    expect(said(`?refused=${code}`)).toMatch(/^The backup couldn’t be read right now/)
})

it('asks a session whose second factor was shown long ago, before anything is read [FRESH-05, SYSTEM-05]', async () => {
  const app = testShop({ db: null })
  const context = new RouterContextProvider()
  context.set(appContext, app)
  let taken = 0
  const take = async () => {
    taken += 1
    return { name: 'a.backup', bytes: 1, body: new Uint8Array(1) }
  }
  const answer = async (minutes: number) => {
    const factorAt = new Date(app.now().getTime() - minutes * 60_000)
    context.set(sessionContext, { id: 'a-session', factorAt } as never)
    return sendBackup(context, take)
  }
  const refused = await answer(11)
  expect(refused.headers.get('Location')).toBe(
    '/admin/dashboard/system?refused=fresh_factor_needed',
  )
  expect(taken).toBe(0)
  expect((await answer(9)).status).toBe(200)
  expect(taken).toBe(1)
})
