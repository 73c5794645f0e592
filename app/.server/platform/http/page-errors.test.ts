import {
  createStaticHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { expect, it } from 'vitest'
import { testShop } from '#tests/support/shop.ts'
import { AppError, DatabaseUnavailable } from '../errors.ts'
import { mapPageErrors } from './page-errors.ts'
import { appContext } from './request-context.ts'

const Screen = () => null

/** What the error screen of a route is given, and with which status, where its loader throws. */
async function screenOf(id: string, error: unknown) {
  const loader = () => Promise.reject(error)
  const build = { routes: { [id]: { id, module: { loader } } } } as unknown as ServerBuild
  const mapped = mapPageErrors(build).routes[id]?.module.loader
  const requestContext = new RouterContextProvider()
  requestContext.set(appContext, testShop({ db: null }))
  const context = await createStaticHandler([
    { id, path: '/', loader: mapped as never, ErrorBoundary: Screen },
  ]).query(new Request('http://localhost/'), { requestContext })
  if (context instanceof Response) throw new Error('redirected')
  const shown: unknown = context.errors?.[id]
  return { status: context.statusCode, data: isRouteErrorResponse(shown) ? shown.data : undefined }
}

it('an admin page answers 503 in an outage, and says so [ADM-13]', async () => {
  const { status, data } = await screenOf('routes/admin/orders/list', new DatabaseUnavailable())
  expect(status).toBe(503)
  expect(data).toMatchObject({
    sentence: expect.stringMatching(/^The database isn’t responding/),
    next: { label: 'Try again', reload: true },
  })
})

it('so does one whose guard meets the outage [ADM-13]', async () => {
  const guard = () => Promise.reject(new DatabaseUnavailable())
  const id = 'routes/admin/layout'
  const build = { routes: { [id]: { id, module: { middleware: [guard] } } } }
  const [mapped] =
    mapPageErrors(build as unknown as ServerBuild).routes[id]?.module.middleware ?? []
  const context = new RouterContextProvider()
  context.set(appContext, testShop({ db: null }))
  const request = new Request('http://localhost/admin', { method: 'POST' })
  const refused = await Promise.resolve(
    mapped?.({ request, context } as never, (() => {}) as never),
  ).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toMatchObject({ init: { status: 503 }, data: { title: 'That didn’t work' } })
})

it('a public page has the status of what it was refused with, and shows nothing of the cause [SEC-06]', async () => {
  expect(await screenOf('routes/shop/order', new DatabaseUnavailable())).toEqual({
    status: 503,
    data: null,
  })
  expect(await screenOf('routes/shop/order', new AppError('gone', 410, 'Gone.'))).toEqual({
    status: 410,
    data: null,
  })
})

it('a bug stays a bug', async () => {
  expect(await screenOf('routes/admin/debug/page', new RangeError('a bug'))).toEqual({
    status: 500,
    data: undefined,
  })
})
