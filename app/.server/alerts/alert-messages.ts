import { settingWord } from '#app/contracts/setup/setting-names.ts'
import { changeText } from '#app/domain/catalog/price-change.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatMetalShort } from '#app/domain/metal/metal-weight.ts'
import { cents, formatCents } from '#app/domain/money/cents.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import { accountAlertMessages } from './account-alert-messages.ts'
import type { AlertContent, AlertMessages } from './alert.ts'
import { ended, orderScreen, paymentAlertMessages } from './payment-alert-messages.ts'
import { log, notMeant, staffAlertMessages } from './staff-alert-messages.ts'

const goldPrice = { label: 'The gold price', path: '/admin/dashboard/gold-price' }

export function alertMessages(alert: AlertContent): AlertMessages {
  switch (alert.kind) {
    case 'sign-in-new-device':
    case 'right-password-wrong-code':
    case 'password-changed':
    case 'second-factor-changed':
    case 'email-changed':
      return accountAlertMessages(alert)
    case 'paid-at-withdrawn-price':
    case 'order-without-address':
    case 'checkout-refused':
    case 'webhook-refused':
    case 'payment-recorded':
    case 'cash-report-due':
    case 'dispute-opened':
    case 'unknown-payment-disputed':
      return paymentAlertMessages(alert)
    case 'gold-price-set': {
      const { by, perGram, before } = alert.facts
      return {
        subject: 'The gold price was set manually',
        sentence: `${by} set the gold price to ${formatExactRate(perGram)} per gram. It was ${formatExactRate(before)} before.`,
        advice: notMeant(by),
        screen: goldPrice,
      }
    }
    case 'gold-price-withdrawn': {
      const { by, perGram, prices, toDecide, reason } = alert.facts
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
    }
    case 'paper-not-printed': {
      const { order, paper, field } = alert.facts
      return {
        subject: `Order ${order.number}: ${paper} not printed`,
        sentence: `The ${paper} of order ${order.number} couldn’t be created, so the buyer doesn’t have it: “${field}” has a character we can’t print.`,
        advice:
          'Please rewrite it with other letters where it was entered, such as on the order page, then resend the email from that page.',
        screen: orderScreen(order.id),
      }
    }
    case 'selling-stopped': {
      const { by } = alert.facts
      return {
        subject: 'The shop stopped selling',
        sentence: `${by} stopped selling. Products and prices stay visible, but nothing can be bought.`,
        advice: 'Paid orders aren’t affected. You can start selling again on the same page.',
        screen: goldPrice,
      }
    }
    case 'metal-beyond-limit': {
      const { toBuyMg, lossCents, isTest } = alert.facts
      const sum = formatCents(cents(Math.abs(lossCents)))
      return {
        subject: `Gold to buy: ${formatMetalShort(toBuyMg)}`,
        sentence: `${formatMetalShort(toBuyMg)} of gold has been sold but not bought yet${isTest ? ' (test orders)' : ''}. Buying it now would cost ${sum} ${lossCents < 0 ? 'less' : 'more'} than buyers paid for it.`,
        advice:
          'This is over the limit you set under Metal. You’ll get one alert each time this happens.',
        screen: { label: 'Metal', path: '/admin/dashboard/metal' },
      }
    }
    case 'shop-opened': {
      const { by } = alert.facts
      return {
        subject: 'The shop is open',
        sentence: `${by} opened the shop. It now takes real payments.`,
        advice: notMeant(by),
        screen: { label: 'Setup', path: '/admin/dashboard/setup' },
      }
    }
    case 'selling-resumed': {
      const { by } = alert.facts
      return {
        subject: 'The shop is selling again',
        sentence: `${by} restarted sales.`,
        advice: notMeant(by),
        screen: goldPrice,
      }
    }
    case 'settings-saved': {
      const { by, group, saved, removed } = alert.facts
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
    }
    case 'payment-link-changed': {
      const { by, product, links } = alert.facts
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
    }
    case 'prices-changed': {
      const { by, change, products, largest } = alert.facts
      const { product, of } = largest
      const moved = `${product.name}, ${of}, ${changeText(largest)}`
      const isOne = products === 1
      return {
        subject: isOne
          ? `Prices changed: ${product.name}`
          : `Prices of ${products} products changed`,
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
    }
    case 'staff-invited':
    case 'staff-added':
    case 'staff-removed':
    case 'staff-factor-reset':
    case 'staff-role-changed':
      return staffAlertMessages(alert)
    case 'backups-missing': {
      const { lastAt } = alert.facts
      return {
        subject: 'No backup for two days',
        sentence: lastAt
          ? `The last backup was written on ${formatDateTime(new Date(lastAt), brand.timeZone)}.`
          : 'The shop has never been backed up.',
        advice: 'See docs/backups.md for how to set up nightly backups.',
        screen: log,
      }
    }
    case 'restore-rehearsal-failed':
      return {
        subject: 'A backup failed its restore test',
        sentence: `The restore test of the last backup failed: ${ended(alert.facts.why)}`,
        advice: 'Don’t rely on that backup. The shop’s log has details.',
        screen: log,
      }
    case 'books-disagree':
      return {
        subject: 'The records don’t match',
        sentence: `The nightly records check found: ${ended(alert.facts.found)}`,
        advice: 'Please review this before you ship or refund anything else.',
        screen: { label: 'The orders', path: '/admin/dashboard/orders' },
      }
    case 'gold-price-too-old':
      return {
        subject: 'Nothing can be bought: the gold price is too old',
        sentence: `No source has given a new gold price since ${formatDateTime(new Date(alert.facts.takenAt), brand.timeZone)}, so nothing can be bought.`,
        advice:
          'Set today’s price on the Gold Price page, or check its sources. This alert clears with the next price.',
        screen: goldPrice,
      }
    case 'feeds-disagree':
      return {
        subject: 'The gold price sources don’t agree',
        sentence: `The gold price sources don’t agree: ${ended(alert.facts.found)}`,
        advice: 'The shop is keeping its last price. Please set the right one manually.',
        screen: goldPrice,
      }
  }
}

/** `from IP address 203.0.113.7, Firefox on Windows`; null where nobody's browser did it. */
export function originLabels({
  address,
  browser,
}: {
  address: string | null
  browser: string | null
}): string | null {
  const parts = [address && `IP address ${address}`, browser].filter((part) => part !== null)
  return parts.length > 0 ? `from ${parts.join(', ')}` : null
}
