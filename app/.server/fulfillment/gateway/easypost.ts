import { z } from 'zod'
import type { Config } from '#app/.server/config.ts'
import { type Customs, ouncesOf } from '#app/domain/fulfillment/customs.ts'
import {
  costInCents,
  easyPostInsurance,
  type LabelRate,
  sortedRates,
} from '#app/domain/fulfillment/label.ts'
import { type Cents, cents, centsToDecimal, sumCents } from '#app/domain/money/cents.ts'
import { type Caller, callEasyPost, EasyPostRefusal, pdfAt } from './easypost-call.ts'
import {
  type BoughtLabel,
  type LabelGateway,
  LabelsUnavailable,
  type Refused,
  type ShipmentNow,
  type ShipmentRequest,
  type VoidStatus,
} from './label-gateway.ts'

/** A person waits for the answer; its own programs wait for 60 s. */
const timeLimitMs = 20_000

/** Sources: docs.easypost.com, Shipments, Rates, Shipping Refund. Sums are texts in dollars. */
const rate = z.object({
  id: z.string().min(1),
  carrier: z.string().min(1),
  service: z.string().min(1),
  rate: z.string(),
  currency: z.string(),
  delivery_days: z.number().int().nullish(),
  est_delivery_days: z.number().int().nullish(),
})
const shipment = z.object({
  id: z.string().regex(/^shp_\w+$/),
  mode: z.enum(['test', 'production']),
  tracking_code: z.string().nullish(),
  rates: z.array(rate),
  selected_rate: rate.nullish(),
  postage_label: z
    .object({ label_url: z.string().nullish(), label_pdf_url: z.string().nullish() })
    .nullish(),
  fees: z.array(z.object({ type: z.string(), amount: z.string() })).nullish(),
  messages: z
    .array(z.object({ carrier: z.string().nullish(), message: z.unknown() }))
    .nullish()
    .catch(null),
  refund_status: z.string().nullish(),
})
type Shipment = z.output<typeof shipment>

type Settings = NonNullable<Config['labels']>

/** Labels of EasyPost, by its public documents; off without EASYPOST_API_KEY. */
export function easyPost(
  { apiKey, apiUrl, privateAllowed, live }: Settings,
  signal: AbortSignal,
  limitMs = timeLimitMs,
): LabelGateway {
  const caller: Caller = { apiKey, apiUrl, privateAllowed, signal, timeLimitMs: limitMs }
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Shipment> => {
    const answer = await callEasyPost(caller, shipment, { method, path, ...(body && { body }) })
    if ((answer.mode === 'production') === live) return answer
    throw new LabelsUnavailable(`answered in ${answer.mode} mode`)
  }
  const of = (id: string) => `/shipments/${encodeURIComponent(id)}`
  return {
    provider: 'easypost',
    name: 'EasyPost',
    live,
    insuranceFee: easyPostInsurance,
    rates: (request) =>
      orRefused(async () => {
        const answer = await ask('POST', '/shipments', bodyOf(request))
        const rates = sortedRates(answer.rates.flatMap(rateOf))
        return { shipment: answer.id, rates, messages: messagesOf(answer) }
      }),
    buy: ({ shipment: id, rate: chosen, insured }) =>
      orRefused(async () => {
        const insurance = insured === null ? {} : { insurance: centsToDecimal(insured) }
        const answer = await ask('POST', `${of(id)}/buy`, { rate: { id: chosen }, ...insurance })
        const bought = boughtOf(answer)
        if (bought) return bought
        throw new LabelsUnavailable('answered a purchase without a label')
      }),
    read: async (id): Promise<ShipmentNow> => {
      const answer = await ask('GET', of(id)).catch(unknown)
      return { bought: boughtOf(answer), voided: voidOf(answer.refund_status) }
    },
    void: (id) =>
      orRefused(async (): Promise<VoidStatus | Refused> => {
        const answer = await ask('POST', `${of(id)}/refund`, {})
        if (answer.refund_status === 'not_applicable') {
          return { refused: 'The carrier won’t refund this label.' }
        }
        const status = voidOf(answer.refund_status)
        if (status) return status
        throw new LabelsUnavailable('answered a refund without its status')
      }),
    file: async (url) => (isSafe(url, apiUrl) ? pdfAt(url, caller) : null),
  }
}

/** What was refused is a sentence; what is not known throws. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof EasyPostRefusal)) throw error
    return { refused: refusalOf(error) }
  }
}

/** Only a purchase or a request can be refused; a shipment that cannot be read is not known. */
function unknown(error: unknown): never {
  if (!(error instanceof EasyPostRefusal)) throw error
  throw new LabelsUnavailable(`answered HTTP ${error.status} (${error.code})`)
}

function refusalOf({ status, message }: EasyPostRefusal): string {
  if (status === 401 || status === 403) return 'EasyPost doesn’t accept the key EASYPOST_API_KEY.'
  if (status === 402) return 'The EasyPost account has no payment method or not enough money.'
  return message ? `EasyPost says: ${message}` : `EasyPost refused it (HTTP ${status}).`
}

/** Inches and ounces, with a decimal. Of the contents a customs form alone is sent; never the buyer's email. */
function bodyOf({ reference, from, to, box, signature, customs }: ShipmentRequest): object {
  const address = (place: typeof from) => {
    const { name, line1, line2, city, state, postalCode, country, phone } = place
    return {
      ...{ name, street1: line1, city, country },
      ...(line2 && { street2: line2 }),
      ...(state && { state }),
      ...(postalCode && { zip: postalCode }),
      ...(phone && { phone }),
    }
  }
  const parcel = Object.fromEntries(
    Object.entries(box).map(([name, tenths]) => [name, tenths / 10]),
  )
  const options = {
    label_format: 'PDF',
    ...(signature && { delivery_confirmation: 'SIGNATURE' }),
  }
  const addresses = { from_address: address(from), to_address: address(to) }
  const form = customs && { customs_info: customsForm(customs, from.name) }
  return { shipment: { reference, ...addresses, parcel, options, ...form } }
}

/** Sources: docs.easypost.com, CustomsInfo, CustomsItem. */
function customsForm(customs: Customs, signer: string): object {
  const { description, quantity, value, weight, tariff, origin, exemption } = customs
  const item = {
    ...{ description, quantity, value: Number(centsToDecimal(value)), currency: 'USD' },
    ...{ weight: ouncesOf(weight), hs_tariff_number: tariff, origin_country: origin },
  }
  return {
    ...{ contents_type: 'merchandise', non_delivery_option: 'return', restriction_type: 'none' },
    ...{ customs_certify: true, customs_signer: signer },
    ...(exemption !== null && { eel_pfc: exemption }),
    customs_items: [item],
  }
}

/** One in another currency, or without a sum, is left out. */
function rateOf(found: z.output<typeof rate>): LabelRate[] {
  const cost = found.currency === 'USD' ? costInCents(found.rate) : null
  if (cost === null) return []
  const { id, carrier, service, delivery_days, est_delivery_days } = found
  return [{ id, carrier, service, days: delivery_days ?? est_delivery_days ?? null, cost }]
}

function messagesOf({ messages }: Shipment): string[] {
  return (messages ?? []).flatMap(({ carrier, message }) =>
    typeof message === 'string' ? [`${carrier ?? 'Carrier'}: ${message.slice(0, 200)}`] : [],
  )
}

function boughtOf(answer: Shipment): BoughtLabel | null {
  const { tracking_code: tracking, selected_rate: chosen, postage_label: label } = answer
  if (!tracking || !chosen || !label) return null
  const postage = costInCents(chosen.rate) ?? cents(0)
  return {
    carrier: chosen.carrier,
    tracking,
    cost: sumCents([postage, ...feesOf(answer)]),
    fileUrl: label.label_pdf_url || label.label_url || null,
  }
}

/** Beside the postage, which the rate tells. */
function feesOf({ fees }: Shipment): Cents[] {
  return (fees ?? []).flatMap(({ type, amount }) =>
    type === 'PostageFee' ? [] : [costInCents(amount) ?? cents(0)],
  )
}

function voidOf(status: string | null | undefined): VoidStatus | null {
  if (status === 'submitted') return 'submitted'
  if (status === 'refunded') return 'given back'
  return status === 'rejected' || status === 'not_applicable' ? 'rejected' : null
}

/** Labels are on another host, over https; a test server keeps its labels itself. */
function isSafe(url: string, apiUrl: string): boolean {
  if (!URL.canParse(url)) return false
  return new URL(url).protocol === 'https:' || new URL(url).origin === new URL(apiUrl).origin
}
