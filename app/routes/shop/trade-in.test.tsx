import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import {
  createRateLimiters,
  rateLimitersContext,
} from '#app/.server/platform/http/limits/rate-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { renderPage } from '#tests/support/page.tsx'
import { confirmedBy } from '#tests/support/returns.ts'
import { sellingShop } from '#tests/support/selling-shop.ts'
import {
  agreedTradeIn,
  offeredTradeIn,
  offersAll,
  ownedPiece,
  requestOf,
  tradeInBy,
  tradeInKey,
} from '#tests/support/trade-ins.ts'
import * as certificate from './certificate.tsx'
import * as order from './order.tsx'
import * as orderTradeIn from './order-trade-in.tsx'
import * as tradeIn from './trade-in.tsx'

type Action = (args: never) => Promise<unknown>

/** What a form leads to, or the status and the data of what its page shows instead. */
async function post(
  app: AppContext,
  { action }: { action: unknown },
  { params, form, search = '' }: { params: object; form: Record<string, string>; search?: string },
) {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  context.set(rateLimitersContext, createRateLimiters(app))
  const body = new URLSearchParams(form)
  const request = new Request(`http://localhost/${search}`, { method: 'POST', body })
  try {
    const answer = await (action as Action)({ context, params, request } as never)
    return answer as { data: Record<string, never>; init: { status: number } }
  } catch (response) {
    if (response instanceof Response) return response.headers.get('Location') ?? ''
    throw response
  }
}

const owned = (app: AppContext, token: string) =>
  renderPage(app, tradeIn, { path: 'trade-ins/:token', address: `/trade-ins/${token}` })

onBothDatabases('pages of a piece that comes back', (database) => {
  const offeringShop = async () => {
    const { shop } = await sellingShop(await database())
    await offersAll(shop)
    return shop
  }

  it('the certificate’s page takes a request, or shows why not with all that was typed [TRADE-50, TRADE-51]', async () => {
    const shop = await offeringShop()
    const { certificate: of, code } = await ownedPiece(shop)
    const about = { params: { id: of.id } }
    const form = { code, key: tradeInKey(), move: 'trade-in', kind: 'exchange', name: 'Bea' }
    const wrong = await post(shop, certificate, { ...about, form: { ...form, email: 'bea@' } })
    expect(wrong).toMatchObject({
      init: { status: 400 },
      data: {
        owner: {
          code,
          tradeIn: { refusal: null, offers: [{ kind: 'recast', amount: null }, {}, {}] },
          tradeInRefused: { errors: { email: expect.any(String) }, typed: { name: 'Bea' } },
        },
      },
    })
    const right = { ...about, form: { ...form, email: 'bea@example.com' } }
    const page = await post(shop, certificate, right)
    expect(page).toMatch(/^\/trade-ins\/[\w-]{32}$/)
    // Pressed twice, it is one.
    expect(await post(shop, certificate, right)).toBe(page)
    const other = { ...right.form, key: tradeInKey() }
    expect(await post(shop, certificate, { ...about, form: other })).toMatchObject({
      data: { owner: { tradeIn: { refusal: expect.stringContaining('is already open') } } },
    })
    const unknown = { ...about, form: { ...other, code: 'AAAA-AAAA-AAAA-AAAA' } }
    expect(await post(shop, certificate, unknown)).toMatchObject({
      data: { refused: expect.any(String) },
    })
  })

  it('the order’s page leads to the offers, which a link that was handed on does not show [TRADE-52]', async () => {
    const shop = await offeringShop()
    const { order: of, certificate: about } = await ownedPiece(shop)
    const { token } = of
    const shown = (search: string) =>
      renderPage(shop, orderTradeIn, {
        path: 'order/:token/trade-in',
        address: `/order/${token}/trade-in${search}`,
      })
    const bought = await renderPage(shop, order, {
      path: 'order/:token',
      address: `/order/${token}`,
    })
    expect(bought.html).toContain(`href="/order/${token}/trade-in"`)
    const search = `?confirmed=${confirmedBy(shop, of)}`
    const handedOn = await shown('?confirmed=1.nothing')
    expect(handedOn.words).toContain('To trade in a piece, please email')
    expect(handedOn.words).not.toContain('Sell it back')
    expect((await shown(search)).words).toContain('Sell it back')
    const form = { key: tradeInKey(), kind: 'sell-back', certificate: about.id, note: '' }
    const params = { token }
    const asked = await post(shop, orderTradeIn, { params, form, search: '?confirmed=1.nothing' })
    expect(asked).toMatchObject({ data: { refused: expect.any(String), typed: form } })
    expect(await post(shop, orderTradeIn, { params, form, search })).toMatch(/^\/trade-ins\//)
    expect((await shown(search)).words).toContain('is already open for this piece')
  })

  it('the owner’s page says what to do and what comes, and takes an answer once [TRADE-53, TRADE-54]', async () => {
    const shop = await offeringShop()
    const { token } = await offeredTradeIn(shop, 'sell-back', { grams: '14.00' })
    const { words, html } = await owned(shop, token)
    expect(words).toContain('We’ll pay you $1,637.84')
    expect(words).toContain('it weighs 14.00 g instead of 14.20 g')
    expect(html).toMatch(/<li aria-current="step"[^>]*>Our offer/)
    expect(words).toMatch(/Our offer .* Offer accepted Done/)
    const form = { action: 'answer', offer: '1', answer: 'yes' }
    const params = { token }
    const older = await post(shop, tradeIn, { params, form: { ...form, offer: '0' } })
    expect(older).toMatchObject({ init: { status: 422 } })
    expect(await post(shop, tradeIn, { params, form })).toBe(`/trade-ins/${token}`)
    expect((await owned(shop, token)).words).toContain(
      'You accepted our offer. We’re paying you $1,637.84.',
    )
    expect((await tradeInBy(shop, token)).row.state).toBe('agreed')
    const credit = await agreedTradeIn(shop, 'exchange')
    expect((await owned(shop, credit.token)).words).toContain('toward another piece.')
    const unknown = await owned(shop, requestOf('recast', 'x').key.slice(0, 32))
    expect(unknown.status).toBe(404)
    expect(unknown.words).toContain('This link doesn’t lead to a trade-in.')
  })
})
