import { setTimeout } from 'node:timers/promises'
import { formatExactRate, formatRate } from '#app/domain/gold-price/rates.ts'
import { brand } from '#brand'
import type { AppContext } from './app-context.ts'
import { setupLink } from './auth/commands/set-up.ts'
import { currentGoldPrice } from './gold-price/queries/gold-price.ts'
import { proxyNotTrusted } from './platform/http/public-origin.ts'

/**
 * What a person reads when the shop is up: address, database, payments, gold price, and the way to the
 * first admin. Its link is not written where output is kept: anyone who reads a journal could use
 * it.
 */
export async function startBanner(app: AppContext): Promise<string> {
  const { gold, state } = await priceInUse(app)
  // A database that goes away just now keeps no shop from opening.
  const setup = await setupLink(app).catch(() => null)
  const rows = [
    ['address', app.publicUrl],
    ...(proxyNotTrusted(app)
      ? [['proxy', 'none is trusted (TRUST_PROXY=0); forms are refused'] as const]
      : []),
    ['database', app.db.description],
    ['payments', paymentsLine(app)],
    ['mail', emailLine(app)],
    [
      'gold',
      `${formatRate(gold.perOunce)} an ounce, ${formatExactRate(gold.perGram)} a gram (${state}, from ${gold.source})`,
    ],
  ] as const
  return [
    '',
    `  ${brand.name} is open.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(9)} ${value}`),
    ...(setup
      ? [
          '',
          ...(app.config.isOutputKept
            ? [
                '  There is no admin yet. `npm run admin -- list` prints the link that makes the first one.',
              ]
            : [
                '  There is no admin yet. This link creates the first one. It works once, within 24 hours:',
                `  ${setup}`,
              ]),
        ]
      : []),
    '',
  ].join('\n')
}

/** A feed that answers at once answers within this. */
const firstPriceMs = 4_000

/** The feeds are asked at the start: the price they give is in use a moment later, and is the one to name. */
async function priceInUse(app: AppContext) {
  const until = performance.now() + firstPriceMs
  let price = await currentGoldPrice(app)
  const isOld = () => price.state === 'indicative' || price.state === 'stale'
  while (app.goldFeeds.length > 0 && isOld() && performance.now() < until) {
    await setTimeout(50)
    if (app.closing.aborted) break
    price = await currentGoldPrice(app)
  }
  return price
}

function emailLine({ config: { mail: email } }: AppContext): string {
  if (!email.smtp) return 'kept and shown in the admin area; nothing is sent'
  return `sent from ${email.smtp.from.address} by ${new URL(email.smtp.url).host}`
}

function paymentsLine(app: AppContext): string {
  if (!app.payments) return 'none'
  if (app.payments.provider === 'test') return 'test payments; no card is charged'
  return app.payments.live ? 'Stripe, live: cards are charged' : 'Stripe, test mode'
}
