import { settingWord } from '#app/contracts/setup/setting-names.ts'
import { changeText, type PriceChange } from '#app/domain/catalog/price-change.ts'
import { formatExactRate, type PricePerGram } from '#app/domain/gold-price/rates.ts'
import { formatMetalShort } from '#app/domain/metal/metal-weight.ts'
import { type Cents, cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { type AboutOrder, ended, orderScreen, paymentAlerts } from './payment-alert-messages.ts'
import { type By, log, notMeant, staffAlerts } from './staff-alert-messages.ts'

type WithdrawnPrices = By & {
  perGram: PricePerGram
  prices: number
  toDecide: number
  reason: string
}
type Product = { id: string; name: string }
type Links = {
  product: Product
  links: { size: string; before: string | null; after: string | null }[]
}
type ChangedPrices = {
  change: string | null
  products: number
  largest: PriceChange & { product: Product; before: Cents }
}

const goldPrice = { label: 'The gold price', path: '/admin/dashboard/gold-price' }

/** Something about the shop; every owner is told. */
export const shopAlerts = {
  ...staffAlerts,
  ...paymentAlerts,
  'gold-price-set': ({
    by,
    perGram,
    before,
  }: By & { perGram: PricePerGram; before: PricePerGram }) => ({
    subject: 'The gold price was set manually',
    sentence: `${by} set the gold price to ${formatExactRate(perGram)} per gram. It was ${formatExactRate(before)} before.`,
    advice: notMeant(by),
    screen: goldPrice,
  }),
  /** `perGram`: of the last of the withdrawn prices; `toDecide`: orders that were paid at them. */
  'gold-price-withdrawn'({ by, perGram, prices, toDecide, reason }: WithdrawnPrices) {
    const which = prices === 1 ? 'the gold price of' : `${prices} gold prices, the last one of`
    const orders = toDecide === 1 ? '1 order was' : `${toDecide} orders were`
    return {
      subject: 'A gold price was withdrawn',
      sentence: `${by} withdrew ${which} ${formatExactRate(perGram)} per gram: ${ended(reason)} ${orders} paid at it.`,
      advice:
        toDecide > 0
          ? 'Please decide on each order: honor the price or refund it. Until you do, it can’t ship.'
          : 'Carts get a new price, and unpaid orders are closed.',
      screen: goldPrice,
    }
  },
  /** `field`: which has a letter that no typeface here has. */
  'paper-not-printed': ({
    order,
    paper,
    field,
  }: AboutOrder & { paper: string; field: string }) => ({
    subject: `Order ${order.number}: ${paper} not printed`,
    sentence: `The ${paper} of order ${order.number} couldn’t be created, so the buyer doesn’t have it: “${field}” has a character we can’t print.`,
    advice:
      'Please rewrite it with other letters where it was entered, such as on the order page, then resend the email from that page.',
    screen: orderScreen(order.id),
  }),
  'selling-stopped': ({ by }: By) => ({
    subject: 'The shop stopped selling',
    sentence: `${by} stopped selling. Products and prices stay visible, but nothing can be bought.`,
    advice: 'Paid orders aren’t affected. You can start selling again on the same page.',
    screen: goldPrice,
  }),
  /** `lossCents`: what the grams cost more now than their buyers paid; below zero, less. */
  'metal-beyond-limit'({
    toBuyMg,
    lossCents,
    isTest,
  }: {
    toBuyMg: number
    lossCents: number
    isTest: boolean
  }) {
    const sum = formatCents(cents(Math.abs(lossCents)))
    return {
      subject: `Gold to buy: ${formatMetalShort(toBuyMg)}`,
      sentence: `${formatMetalShort(toBuyMg)} of gold has been sold but not bought yet${isTest ? ' (test orders)' : ''}. Buying it now would cost ${sum} ${lossCents < 0 ? 'less' : 'more'} than buyers paid for it.`,
      advice:
        'This is over the limit you set under Metal. You’ll get one alert each time this happens.',
      screen: { label: 'Metal', path: '/admin/dashboard/metal' },
    }
  },
  'shop-opened': ({ by }: By) => ({
    subject: 'The shop is open',
    sentence: `${by} opened the shop. It now takes real payments.`,
    advice: notMeant(by),
    screen: { label: 'Setup', path: '/admin/dashboard/setup' },
  }),
  'selling-resumed': ({ by }: By) => ({
    subject: 'The shop is selling again',
    sentence: `${by} restarted sales.`,
    advice: notMeant(by),
    screen: goldPrice,
  }),
  /** By the names of the settings, never with a value. */
  'settings-saved'({
    by,
    group,
    saved,
    removed,
  }: By & { group: string; saved: string[]; removed: string[] }) {
    const changes = [
      saved.length > 0 && `saved ${saved.map(settingWord).join(', ')}`,
      removed.length > 0 && `removed ${removed.map(settingWord).join(', ')}`,
    ]
    return {
      subject: `Settings changed: ${group}`,
      sentence: `${by} ${changes.filter(Boolean).join(' and ')}.`,
      advice: notMeant(by),
      screen: { label: 'Setup', path: '/admin/dashboard/setup' },
    }
  },
  /** By size, without `https://`; null where there is no link. */
  'payment-link-changed'({ by, product, links }: By & Links) {
    const changes = links.map(
      ({ size, before, after }) =>
        `${size}, ${after ? `now ${after}` : 'now no link'}${before ? `, previously ${before}` : ''}`,
    )
    return {
      subject: `Payment link changed: ${product.name}`,
      sentence: `${by} changed where buyers of ${product.name} pay: ${changes.join('; ')}.`,
      advice: notMeant(by),
      screen: {
        label: 'The product',
        path: `/admin/products/edit/${encodeURIComponent(product.id)}`,
      },
    }
  },
  /**
   * Beyond 20%. `change`: of many products; `products`: how many; `largest`: the one whose price or weight
   * moved the most.
   */
  'prices-changed'({ by, change, products, largest }: By & ChangedPrices) {
    const { product, of } = largest
    const moved = `${product.name}, ${of}, ${changeText(largest)}`
    const isOne = products === 1
    return {
      subject: isOne ? `Prices changed: ${product.name}` : `Prices of ${products} products changed`,
      sentence: isOne
        ? `${by} changed a price or weight by more than 20%: ${moved}.`
        : `${by} changed prices or weights of ${products} products by more than 20%. The largest change: ${moved}.`,
      advice: notMeant(by),
      screen: change
        ? {
            label: 'View or undo the change',
            path: `/admin/dashboard/products/changes/${encodeURIComponent(change)}`,
          }
        : {
            label: 'The product',
            path: `/admin/products/edit/${encodeURIComponent(product.id)}`,
          },
    }
  },
  /** ISO 8601; null: never. */
  'backups-missing': ({ lastAt }: { lastAt: string | null }) => ({
    subject: 'No backup for two days',
    sentence: lastAt
      ? `The last backup was written on ${formatDateTime(new Date(lastAt), brand.timeZone)}.`
      : 'The shop has never been backed up.',
    advice: 'See docs/backups.md for how to set up nightly backups.',
    screen: log,
  }),
  'restore-rehearsal-failed': ({ why }: { why: string }) => ({
    subject: 'A backup failed its restore test',
    sentence: `The restore test of the last backup failed: ${ended(why)}`,
    advice: 'Don’t rely on that backup. The shop’s log has details.',
    screen: log,
  }),
  'books-disagree': ({ found }: { found: string }) => ({
    subject: 'The records don’t match',
    sentence: `The nightly records check found: ${ended(found)}`,
    advice: 'Please review this before you ship or refund anything else.',
    screen: { label: 'The orders', path: '/admin/dashboard/orders' },
  }),
  /** ISO 8601: from when the newest gold price is. */
  'gold-price-too-old': ({ takenAt }: { takenAt: string }) => ({
    subject: 'Nothing can be bought: the gold price is too old',
    sentence: `No source has given a new gold price since ${formatDateTime(new Date(takenAt), brand.timeZone)}, so nothing can be bought.`,
    advice:
      'Set today’s price on the Gold Price page, or check its sources. This alert clears with the next price.',
    screen: goldPrice,
  }),
  'feeds-disagree': ({ found }: { found: string }) => ({
    subject: 'The gold price sources don’t agree',
    sentence: `The gold price sources don’t agree: ${ended(found)}`,
    advice: 'The shop is keeping its last price. Please set the right one manually.',
    screen: goldPrice,
  }),
}
