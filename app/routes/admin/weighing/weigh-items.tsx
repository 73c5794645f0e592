import { type RefObject, useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { optionText } from '#app/domain/catalog/line-title.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { formatScale } from '#app/domain/money/grams.ts'
import {
  formatLimit,
  formatOff,
  laserMark,
  maxDifference,
} from '#app/domain/weighing/evaluate-weight.ts'
import { isWeighed } from '#app/domain/weighing/second-reading.ts'
import { isFitToSend } from '#app/domain/weighing/to-weigh.ts'
import { copyText } from '#app/ui/copy-text.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, type SentValues, useSent } from '#app/ui/forms/form-fields.tsx'
import { brand } from '#brand'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { OneTap, Waits, WeightDecision, WhichItem } from './weigh-decisions.tsx'

type Props = { order: AdminOrder; mayDecide: boolean }
type Weighed = AdminOrder['weighed'][number]
type ToWeigh = AdminOrder['toWeigh'][number]

/** Each piece that is still here on the scale, before any of it is sent [WEIGH-01]. */
export function WeighItems(props: Props) {
  const { order } = props
  const list = useRef<HTMLElement>(null)
  useNextField(list, order)
  useWrongField(list, useSent())
  const open = order.toWeigh.filter((each) => {
    const found = weighedOf(order, each)
    return !found || !isFitToSend(found)
  })
  return (
    <section ref={list} className="mt-4 border-line border-b pb-5">
      <h3>Weigh</h3>
      <p className="mt-1 text-muted text-sm">
        {open.length === 0
          ? 'Every piece has been weighed.'
          : `Weigh each piece before it ${order.pickup ? 'is picked up' : 'ships'}. If a piece is more than ${formatScale(order.weighingRules.toleranceMg)} below the listed weight, the difference is refunded 10 minutes after you weigh it or when it ${order.pickup ? 'is picked up' : 'ships'}, whichever comes first. If the difference is over ${formatCents(order.weighingRules.secondReading)}, weigh the piece twice. A piece whose weight is off by more than ${formatLimit(order.weighingRules.limitPermille)} can’t ${order.pickup ? 'be handed over' : 'ship'}.`}
      </p>
      <ul className="mt-4 grid gap-5">
        {order.toWeigh.map((each) => (
          <li key={`${each.line}-${each.item}`} className="min-w-0">
            <ItemOnScale {...props} item={each} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const weighedOf = ({ weighed }: AdminOrder, { line, item }: Pick<ToWeigh, 'line' | 'item'>) =>
  weighed.find((each) => each.line === line && each.item === item)

/** After a weight was kept the next empty field is where a scale types on, or else the tracking. */
function useNextField(list: RefObject<HTMLElement | null>, { weighed }: AdminOrder): void {
  const times = weighed.reduce((sum, { nth }) => sum + nth, 0)
  const before = useRef(times)
  useEffect(() => {
    if (before.current === times) return
    before.current = times
    const next =
      list.current?.querySelector<HTMLInputElement>('[data-not-weighed] input[name="grams"]') ??
      list.current?.parentElement?.querySelector<HTMLInputElement>('input[name="tracking"]')
    next?.focus()
  }, [list, times])
}

/** What was refused is selected, so that what a scale types next takes its place; the banner had the focus. */
function useWrongField(list: RefObject<HTMLElement | null>, sent: SentValues): void {
  useEffect(() => {
    if (sent.action !== 'weigh') return
    const wrong = list.current?.querySelector<HTMLInputElement>('input[aria-invalid]')
    wrong?.focus()
    wrong?.select()
  }, [list, sent])
}

function ItemOnScale({ order, mayDecide, item }: Props & { item: ToWeigh }) {
  const sent = useSent()
  const found = weighedOf(order, item)
  const line = order.summary.lines[item.line]
  if (!line) return null
  const isSent =
    sent.action?.startsWith('weigh') === true &&
    sent.line === String(item.line) &&
    sent.item === String(item.item)
  const of = line.quantity > 1 ? `, ${item.item} of ${line.quantity}` : ''
  const name = `${line.name}, ${line.size}${of}`
  const form = (
    <OwnFields isSent={isSent && sent.action === 'weigh'}>
      <WeighForm name={name} item={item} found={found} />
    </OwnFields>
  )
  return (
    <>
      <p className="font-medium wrap-anywhere">{name}</p>
      <p className="text-sm">
        Listed weight: <span>{formatScale(line.weight)}</span>
      </p>
      {line.options?.map((option) => (
        <p key={option.name} className="text-sm wrap-anywhere">
          {optionText(option)}
        </p>
      ))}
      {line.engraving?.text && <ToEngrave text={line.engraving.text} />}
      {found && <OnScale found={found} limitPermille={order.weighingRules.limitPermille} />}
      {found?.waits === 'refund' && (
        <OneTap action="weigh-undo" item={item} found={found}>
          Undo this weight
        </OneTap>
      )}
      {found?.waits === 'approval' && mayDecide && (
        <OneTap action="weigh-approve" item={item} found={found}>
          Approve the refund
        </OneTap>
      )}
      {found && (found.problem || found.waits === 'approval') && mayDecide && (
        <WeightDecision
          item={item}
          found={found}
          isSent={isSent && sent.action === 'weigh-settle'}
        />
      )}
      {found && isFitToSend(found) ? (
        <Disclosure label="Edit weight" isSmall className="mt-1" opens={isSent}>
          {form}
        </Disclosure>
      ) : (
        form
      )}
    </>
  )
}

/** With the limit as a share and in grams: on it, a piece is still sent [WEIGH-04]. */
function tooFarOff(sold: Weighed['sold'], permille: number): string {
  const most = formatScale(maxDifference(sold, permille))
  return `Too far off to ship. The weight must be within ${formatLimit(permille)} (${most}) of the listed weight. Weigh it again, or weigh a different piece.`
}

/** What the scale said, what it led to, and what the laser writes. */
function OnScale({ found, limitPermille }: { found: Weighed; limitPermille: number }) {
  const { serial, sold, actual, verdict, missing, settled, problem } = found
  return (
    <>
      <p className="mt-1 wrap-anywhere">
        <span className="font-medium">{formatScale(actual)}</span>, {formatOff(sold, actual)}.{' '}
        <span className="whitespace-nowrap">{serial}</span>
      </p>
      {verdict === 'heavy' && (
        <p className="text-sm">The extra {formatScale(actual - sold)} is free for the buyer.</p>
      )}
      {settled > 0 && <p className="text-sm">{formatCents(settled)} of gold was refunded.</p>}
      <Waits found={found} />
      {verdict === 'outside' && (
        <p className="mt-1 text-alert text-sm">{tooFarOff(sold, limitPermille)}</p>
      )}
      {problem && (
        <p className="mt-1 text-alert text-sm wrap-anywhere">
          {formatCents(missing)} of gold is missing and wasn’t refunded automatically. {problem}
        </p>
      )}
      {isWeighed(found) && <LaserMark text={laserMark(actual, brand.name)} />}
    </>
  )
}

/** The text for the laser. */
function LaserMark({ text }: { text: string }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
      <span className="text-muted">Laser mark</span>
      <code className="select-all wrap-anywhere">{text}</code>
      <Copy text={text} />
    </p>
  )
}

/** What the buyer had cut into it, letter by letter [ENGRAVE-06]. */
function ToEngrave({ text }: { text: string }) {
  return (
    <div className="mt-2 border-gold border-l-2 pl-3">
      <p className="text-muted text-sm">Engraving, {countOf(text)}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="select-all font-display text-3xl leading-tight wrap-anywhere">{text}</span>
        <span className="text-sm">
          <Copy text={text} />
        </span>
      </p>
    </div>
  )
}

const countOf = ({ length }: string) => (length === 1 ? '1 character' : `${length} characters`)

/** Without JavaScript the user selects it. */
function Copy({ text }: { text: string }) {
  const [answer, setAnswer] = useState('')
  const copy = async () =>
    setAnswer((await copyText(text)) ? 'Copied' : 'Not copied. Please select it yourself.')
  return (
    <>
      <button
        type="button"
        onClick={() => void copy()}
        className="link py-1"
        aria-label={`Copy ${text}`}
      >
        Copy
      </button>{' '}
      <span role="status" className="text-muted">
        {answer}
      </span>
    </>
  )
}

type FormProps = { item: ToWeigh; name: string; found: Weighed | undefined }

/** A scale that types like a keyboard ends with Enter, which sends the form. */
function WeighForm({ name, item, found }: FormProps) {
  return (
    <Form
      key={found?.nth ?? 0}
      method="post"
      preventScrollReset
      data-not-weighed={found && isFitToSend(found) ? undefined : ''}
      className="mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-3"
    >
      <WhichItem item={item} nth={found?.nth ?? 0} />
      <TextField
        name="grams"
        label="Weight in grams"
        kind="decimal"
        required
        enterKeyHint="done"
        aria-label={`Weight in grams of ${name}`}
      />
      <TextField
        name="serial"
        label="Serial number"
        kind="code"
        required
        maxLength={24}
        aria-label={`Serial number of ${name}`}
        defaultValue={item.suggested}
      />
      <SubmitButton
        action="weigh"
        className="col-span-2 justify-self-start"
        aria-label={`Save weight of ${name}`}
      >
        Save weight
      </SubmitButton>
    </Form>
  )
}
