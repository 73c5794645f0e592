import { RouterContextProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { testShop } from '#tests/support/shop.ts'
import { appContext, clientAddressContext } from '../request-context.ts'
import { emailedLinkRefusal } from './form-limits.ts'
import { createRateLimiters, limits, rateLimitersContext } from './rate-limits.ts'

/** Asks for a link from a new network each time. */
function asker(app: AppContext) {
  const limiters = createRateLimiters(app)
  let network = 0
  return (link: 'priceAlert' | 'findOrder' | 'cartReminder', email: string) => {
    network += 1
    const context = new RouterContextProvider()
    context.set(appContext, app)
    context.set(rateLimitersContext, limiters)
    context.set(clientAddressContext, `203.0.${network >> 8}.${network & 255}`)
    return emailedLinkRefusal(context, link, email)
  }
}

onBothDatabases('links that are emailed', (open) => {
  it('are limited for one mailbox, whatever follows a plus sign in its address [PIECEALERT-05]', async () => {
    const ask = asker(testShop({ db: await open() }))
    for (const email of ['ada@example.com', 'ada+1@example.com', 'Ada+a+b@Example.com']) {
      expect(await ask('priceAlert', email)).toBeNull()
    }
    expect(await ask('priceAlert', 'ada+2@example.com')).toMatch(/for this address several times/)
    expect(await ask('priceAlert', 'ben+2@example.com')).toBeNull()
    expect(await ask('findOrder', 'ada+2@example.com')).toBeNull()
  })

  it('to confirm price alerts are so many an hour in all; cart reminders count, other links still go out [PIECEALERT-05, REMIND-06]', async () => {
    const ask = asker(testShop({ db: await open() }))
    const { points } = limits.confirmationShop
    const answers = []
    for (let nth = 0; nth <= points; nth += 1) {
      answers.push(
        await ask(nth % 2 === 0 ? 'priceAlert' : 'cartReminder', `buyer${nth}@example.com`),
      )
    }
    expect(answers.slice(0, points).filter((answer) => answer !== null)).toEqual([])
    expect(answers[points]).toMatch(/^We can’t send more .* Please try again in 60 minutes\.$/)
    expect(await ask('cartReminder', 'ada@example.com')).not.toBeNull()
    expect(await ask('findOrder', 'ada@example.com')).toBeNull()
  })
})
