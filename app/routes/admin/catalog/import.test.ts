import { type ActionFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { signedIn } from '#tests/support/admin-page.tsx'
import { memoryDatabase } from '#tests/support/memory-database.ts'
import { testShop } from '#tests/support/shop.ts'
import { action } from './import.tsx'

it('tells a file that is empty from none [CSV-02]', async () => {
  const shop = testShop({ db: await memoryDatabase() })
  const sends = async (file?: File) => {
    const context = new RouterContextProvider()
    context.set(appContext, shop)
    context.set(adminContext, signedIn)
    const body = new FormData()
    // As browsers do where none was chosen.
    body.set('file', file ?? new File([], ''))
    const request = new Request('http://localhost:3000/admin', { method: 'POST', body })
    return action({ request, context, params: {} } as unknown as ActionFunctionArgs as never)
  }
  expect(await sends()).toMatchObject({
    data: { refused: { errors: { file: 'Please choose a file.' } } },
    init: { status: 422 },
  })
  expect(await sends(new File([], 'products.csv'))).toMatchObject({
    data: { refused: { message: 'This file is empty. Nothing was changed.' } },
    init: { status: 422 },
  })
  await shop.db.close()
})
