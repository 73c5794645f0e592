import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** What the stand-in does to the next calls instead of answering as EasyPost would. */
export type Behavior =
  | 402
  | 422
  | 429
  | 500
  | 'html'
  /** Takes the call and never answers. */
  | 'never'
  /** Answers a byte now and then, for ever. */
  | 'drips'
  /** Does what is asked and breaks off before it is answered. */
  | 'answer lost'
  /** Says that it could not be done in time, and does it afterwards. */
  | 'done too late'

type StandInShipment = {
  id: string
  reference: string
  request: z.output<typeof shipmentRequest>['shipment']
  bought: { rate: string; tracking: string; insurance: string | null } | null
  refundStatus: 'submitted' | 'refunded' | 'rejected' | null
}

/**
 * EasyPost on loopback, by its public documents and the answers recorded with its own client library:
 * shipments with rates, one label a shipment, refunds, errors with code and message. It charges nobody,
 * its labels name no carrier, and it is in no build.
 */
export type EasyPostServer = {
  url: string
  apiKey: string
  settings(): Record<string, string>
  shipments: Map<string, StandInShipment>
  /** Every call so far, in words: `POST /v2/shipments`, with what was sent. */
  calls: { what: string; body: string; authorization: string | undefined }[]
  /** Does this to the next calls whose words hold `of`; null: answers as EasyPost again. */
  behave(behavior: Behavior | null, of?: string, times?: number): void
  /** Numbers that labels get, in turn; then those of the last again. */
  numbers: string[]
  rates: { carrier: string; service: string; rate: string; delivery_days: number | null }[]
  mode: 'test' | 'production'
  /** What carriers say of a refund. */
  refundsBecome: 'submitted' | 'refunded' | 'rejected'
  /** What its files are. */
  file: string
  close(): Promise<void>
}

const lines = {
  name: z.string().min(1),
  street1: z.string().min(1),
  street2: z.string().optional(),
  city: z.string().min(1),
  phone: z.string().optional(),
}
const domestic = z.strictObject({
  ...lines,
  state: z.string().length(2),
  zip: z.string().min(5),
  country: z.literal('US'),
})
const foreign = z.strictObject({
  ...lines,
  state: z.string().min(1).optional(),
  zip: z.string().min(1).optional(),
  country: z.string().regex(/^(?!US)[A-Z]{2}$/),
})
/** In inches and ounces. */
const size = z.number().positive().multipleOf(0.1)
const shipmentRequest = z.strictObject({
  shipment: z.strictObject({
    reference: z.string(),
    from_address: domestic,
    to_address: z.union([domestic, foreign]),
    parcel: z.strictObject({ length: size, width: size, height: size, weight: size }),
    options: z.strictObject({
      label_format: z.literal('PDF'),
      delivery_confirmation: z.literal('SIGNATURE').optional(),
    }),
    customs_info: z
      .strictObject({
        contents_type: z.literal('merchandise'),
        non_delivery_option: z.literal('return'),
        restriction_type: z.literal('none'),
        customs_certify: z.literal(true),
        customs_signer: z.string().min(1),
        eel_pfc: z.string().optional(),
        customs_items: z.array(
          z.strictObject({
            description: z.string().min(1).max(30),
            quantity: z.number().int().positive(),
            value: z.number().positive().multipleOf(0.01),
            currency: z.literal('USD'),
            weight: z.number().positive(),
            hs_tariff_number: z.string().regex(/^\d{4}\.\d{2}$/),
            origin_country: z.literal('US'),
          }),
        ),
      })
      .optional(),
  }),
})
const buyRequest = z.strictObject({
  rate: z.strictObject({ id: z.string() }),
  insurance: z
    .string()
    .regex(/^\d+\.\d{2}$/)
    .optional(),
})

const usps = ['9400111201080805483016', '9505511069605048600624', '9361289878700317633795']

export async function openEasyPostServer(): Promise<EasyPostServer> {
  const shipments: EasyPostServer['shipments'] = new Map()
  const calls: EasyPostServer['calls'] = []
  let behavior: { is: Behavior; of: string; left: number } | null = null
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const what = `${request.method} ${request.url}`
    calls.push({ what, body, authorization: request.headers.authorization })
    let now: Behavior | null = null
    if (behavior && behavior.left > 0 && what.includes(behavior.of)) {
      behavior.left -= 1
      now = behavior.is
    }
    if (now && misbehave(now, response)) return
    if (request.url?.startsWith('/files/')) {
      return void response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(standIn.file)
    }
    const [status, answer] = answerOf(standIn, request, body)
    if (now === 'answer lost') return void response.destroy()
    if (now === 'done too late') return send(response, refusal(422, 'SHIPMENT.POSTAGE.NO_RESPONSE'))
    send(response, [status, answer])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: EasyPostServer = {
    url,
    apiKey: 'EZTKstandin',
    settings: () => ({ EASYPOST_API_KEY: standIn.apiKey, EASYPOST_API_URL: url }),
    shipments,
    calls,
    behave: (is, of = '', times = 1) => {
      behavior = is === null ? null : { is, of, left: times }
    },
    numbers: [...usps],
    rates: [
      { carrier: 'USPS', service: 'Express', rate: '33.10', delivery_days: 1 },
      { carrier: 'USPS', service: 'GroundAdvantage', rate: '5.93', delivery_days: 3 },
      { carrier: 'USPS', service: 'Priority', rate: '6.90', delivery_days: 2 },
    ],
    mode: 'test',
    refundsBecome: 'submitted',
    file: '%PDF-1.4\n%stand-in\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return standIn
}

type Answer = [status: number, body: unknown]

const refusal = (status: number, code: string, message = 'Not done.'): Answer => [
  status,
  { error: { code, message, errors: [] } },
]

function answerOf(standIn: EasyPostServer, request: IncomingMessage, body: string): Answer {
  const key = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString()
  if (key !== `${standIn.apiKey}:`) return refusal(401, 'APIKEY.INACTIVE', 'Wrong key.')
  if (request.method === 'GET' && request.url === '/v2/shipments?page_size=1') {
    const latest = [...standIn.shipments.values()].slice(-1)
    return [200, { shipments: latest.map((each) => shown(standIn, each)), has_more: false }]
  }
  const [, id, step] = /^\/v2\/shipments(?:\/(shp_\w+))?(?:\/(\w+))?$/.exec(request.url ?? '') ?? []
  if (request.method === 'POST' && id === undefined) return created(standIn, body)
  const shipment = standIn.shipments.get(id ?? '')
  if (!shipment) return refusal(404, 'NOT_FOUND', 'The requested resource could not be found.')
  if (request.method === 'GET' && !step) return [200, shown(standIn, shipment)]
  if (request.method === 'POST' && step === 'buy') return bought(standIn, shipment, body)
  if (request.method === 'POST' && step === 'refund') return refunded(standIn, shipment)
  return refusal(404, 'NOT_FOUND')
}

function created(standIn: EasyPostServer, body: string): Answer {
  const asked = shipmentRequest.safeParse(json(body))
  if (!asked.success) {
    const where = asked.error.issues[0]?.path.join('.')
    return refusal(
      422,
      'SHIPMENT.INVALID_PARAMS',
      `Unable to create shipment: ${where} is invalid.`,
    )
  }
  const { to_address: to, customs_info: customs } = asked.data.shipment
  if (to.country !== 'US' && !customs?.eel_pfc) {
    const what = 'customs_info with eel_pfc is required for international shipments.'
    return refusal(422, 'SHIPMENT.CUSTOMS_INFO.INVALID', what)
  }
  const id = `shp_${String(standIn.shipments.size + 1).padStart(32, '0')}`
  const { shipment: request } = asked.data
  const { reference } = request
  const shipment = { id, reference, request, bought: null, refundStatus: null }
  standIn.shipments.set(id, shipment)
  return [201, shown(standIn, shipment)]
}

function bought(standIn: EasyPostServer, shipment: StandInShipment, body: string): Answer {
  const asked = buyRequest.safeParse(json(body))
  if (!asked.success) return refusal(422, 'SHIPMENT.MISSING_RATE')
  if (shipment.bought) {
    return refusal(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
  }
  const { rate, insurance = null } = asked.data
  if (!ratesOf(standIn, shipment).some(({ id }) => id === rate.id)) {
    return refusal(422, 'SHIPMENT.MISSING_RATE', 'This rate is not of this shipment.')
  }
  const count = [...standIn.shipments.values()].filter((each) => each.bought).length
  const tracking = standIn.numbers[Math.min(count, standIn.numbers.length - 1)] ?? ''
  shipment.bought = { rate: rate.id, tracking, insurance }
  return [200, shown(standIn, shipment)]
}

function refunded(standIn: EasyPostServer, shipment: StandInShipment): Answer {
  if (!shipment.bought) return refusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'There is no postage.')
  if (shipment.refundStatus) return refusal(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'Asked before.')
  shipment.refundStatus = standIn.refundsBecome
  return [200, shown(standIn, shipment)]
}

const ratesOf = (standIn: EasyPostServer, { id }: StandInShipment) =>
  standIn.rates.map((rate, index) => ({
    ...{ id: `rate_${id.slice(-4)}${index}`, object: 'Rate', mode: standIn.mode, ...rate },
    ...{ currency: 'USD', est_delivery_days: rate.delivery_days, shipment_id: id },
  }))

function shown(standIn: EasyPostServer, shipment: StandInShipment): object {
  const { id, reference, bought: label, refundStatus } = shipment
  const rates = ratesOf(standIn, shipment)
  const selected = rates.find((rate) => rate.id === label?.rate) ?? null
  const fee = (type: string, amount: string) => ({ object: 'Fee', type, amount, charged: true })
  return {
    ...{ id, object: 'Shipment', mode: standIn.mode, reference, status: 'unknown', messages: [] },
    ...{ rates, selected_rate: selected, tracking_code: label?.tracking ?? null },
    refund_status: refundStatus,
    insurance: label?.insurance ?? null,
    fees: label
      ? [
          fee('LabelFee', '0.00000'),
          fee('PostageFee', `${selected?.rate}000`),
          ...(label.insurance ? [fee('InsuranceFee', '25.96000')] : []),
        ]
      : [],
    postage_label: label && {
      ...{ object: 'PostageLabel', label_size: '4x6', label_file_type: 'application/pdf' },
      ...{ label_url: `${standIn.url}/files/${id}.pdf`, label_pdf_url: null },
    },
  }
}

/** Whether it was answered so, or never is. */
function misbehave(behavior: Behavior, response: ServerResponse): boolean {
  if (behavior === 'answer lost' || behavior === 'done too late') return false
  if (behavior === 402) send(response, refusal(402, 'BILLING.INSUFFICIENT_FUNDS'))
  if (behavior === 422) send(response, refusal(422, 'SHIPMENT.POSTAGE.FAILURE', 'Bad ZIP code.'))
  if (behavior === 429) send(response, refusal(429, 'RATE_LIMITED'))
  if (behavior === 500) send(response, refusal(500, 'INTERNAL_SERVER_ERROR'))
  if (behavior === 'html') {
    response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>')
  }
  if (behavior === 'drips') {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  return true
}

function send(response: ServerResponse, [status, answer]: Answer): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
