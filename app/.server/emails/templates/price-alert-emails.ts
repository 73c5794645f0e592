import type { GoldSize } from '#app/domain/catalog/gold-size.ts'
import { confirmWithin } from '#app/domain/emails/confirmation.ts'
import { type GoldPrice, sourcePhrase } from '#app/domain/gold-price/gold-price.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { type Cents, formatCents } from '#app/domain/money/cents.ts'
import { formatGrams } from '#app/domain/money/grams.ts'
import { priceItem } from '#app/domain/pricing/price.ts'
import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { Email } from './email.ts'
import { paragraph, signature } from './order-parts.ts'

/** `name`: of the piece and its size. `end`: the link that ends the alert, or all of the address. */
type About = { name: string; under: Cents; end: string }

/** Asks whether the address is that of the person who filled in the form [PIECEALERT-01]. */
export function confirmAlertEmail({
  name,
  under,
  end,
  confirm,
}: About & { confirm: string }): Email {
  return {
    subject: 'Confirm your price alert',
    blocks: [
      paragraph(
        `Someone asked us to email this address when ${name} is under ${formatCents(under)}. If that was you, please confirm ${confirmWithin}.`,
      ),
      { is: 'button', label: 'Confirm the alert', href: confirm },
      paragraph(
        'You’ll get one email. The alert ends after that email or after one year, whichever comes first.',
      ),
      { is: 'link', label: 'End the alert at any time', href: end },
      paragraph(
        'If it wasn’t you, you don’t need to do anything. We don’t store your address unless you confirm.',
      ),
      ...signature(),
    ],
  }
}

/** The one email of an alert, with the price of that moment [PIECEALERT-04]. */
export function priceAlertEmail({
  name,
  under,
  end,
  size,
  gold,
  piece,
}: About & { size: Pick<GoldSize, 'weight' | 'fee'>; gold: GoldPrice; piece: string }): Email {
  const price = priceItem(size.weight, size.fee, gold.perGram)
  const from = sourcePhrase(gold.source)
  return {
    subject: `${name} is under ${formatCents(under)}`,
    blocks: [
      paragraph(
        `${name} is ${formatCents(price.unitPrice)}, which is under ${formatCents(under)}.`,
      ),
      {
        is: 'lines',
        lines: [
          `Gold: ${formatGrams(size.weight)} × ${formatExactRate(gold.perGram)} per gram = ${formatCents(price.metalValue)}`,
          `Flat fee: ${formatCents(price.fee)}`,
          `Gold price as of ${formatDateTime(gold.takenAt, brand.timeZone)}${from ? `, ${from}` : ''}`,
        ],
      },
      { is: 'button', label: 'See the piece', href: piece },
      paragraph(
        'The price follows the gold price, so it may have changed by the time you read this.',
      ),
      paragraph('You set this alert. It has now ended, so we won’t email you about it again.'),
      { is: 'link', label: 'End all your other price alerts', href: end },
      ...signature(),
    ],
  }
}
