import { Form } from 'react-router'
import type { DraftOrderSale } from '#app/.server/draft-orders/queries/draft-order.ts'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import {
  customStages,
  nextStage,
  stageBefore,
  stageNames,
} from '#app/domain/draft-orders/custom-work.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { SelectField } from '#app/ui/forms/fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime, shopTimeText } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

/**
 * What was agreed and asked for, and while it is not all paid how far it is; from then on the work on the
 * order says that, so that there is one progress line [SALE-08, SALE-15]. Who may not sell sees it, too.
 */
export function CustomWorkPanel({
  order,
  sale,
}: {
  order: AdminOrder
  sale: DraftOrderSale | null
}) {
  const { custom, step } = order
  if (custom === null) return null
  const { stage } = custom
  const isOpen = sale !== null && order.state === 'pending'
  const next = isOpen ? nextStage(stage) : null
  const before = isOpen ? stageBefore(stage) : null
  return (
    <section className="admin-panel print:hidden">
      <h2>Custom work</h2>
      {step === null && (
        <ol className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {customStages.map((one) => (
            <li
              key={one}
              aria-current={one === stage ? 'step' : undefined}
              className="border-transparent border-b-2 py-1 text-muted aria-[current]:border-gold aria-[current]:text-ink"
            >
              {stageNames[one]}
            </li>
          ))}
        </ol>
      )}
      {step === null && order.state === 'pending' && stage === 'deposit' && (
        <p className="mt-3 border border-gold px-3 py-2 text-sm">Deposit paid: start work.</p>
      )}
      {(next !== null || before !== null) && (
        <Form method="post" preventScrollReset className="mt-3 flex flex-wrap gap-3">
          <input type="hidden" name="action" value="stage" />
          <input type="hidden" name="revision" value={order.revision} />
          {next && next !== 'sent' && (
            <SubmitButton name="to" value={next}>
              Move to {stageNames[next]}
            </SubmitButton>
          )}
          {before && (
            <SubmitButton name="to" value={before}>
              Back to {stageNames[before]}
            </SubmitButton>
          )}
        </Form>
      )}
      <h3 className="mt-4">Terms</h3>
      <p className="mt-1 text-sm">{custom.agreement}</p>
      {custom.fixedAt && custom.goldFixed === 'delivery' && (
        <p className="mt-2 text-sm wrap-anywhere">
          Fixed <ShopTime at={custom.fixedAt} />, by {custom.fixedBy}.
        </p>
      )}
      {custom.request !== '' && (
        <Disclosure label="Customer request" isSmall className="mt-3">
          <p className="mt-2 whitespace-pre-line text-sm wrap-anywhere">{custom.request}</p>
        </Disclosure>
      )}
      {sale && order.state === 'pending' && <FixGold order={order} sale={sale} />}
    </section>
  )
}

/** The gold of custom work, fixed once the piece is ready, at a price that staff choose [SALE-09]. */
function FixGold({ order, sale }: { order: AdminOrder; sale: DraftOrderSale }) {
  if (sale.records.length === 0) return null
  return (
    <Form method="post" preventScrollReset className="mt-4 grid gap-4 border-line border-t pt-3">
      <input type="hidden" name="revision" value={order.revision} />
      <SelectField
        name="goldPrice"
        label="Gold price to lock"
        hint="As agreed, when the piece is ready. You can do this only once."
        options={sale.records.map(({ id, gold }) => [
          id,
          `${formatExactRate(gold.perGram)} per gram, ${shopTimeText(gold.takenAt)}`,
        ])}
      />
      <SubmitButton action="fix-gold">Lock the gold price</SubmitButton>
    </Form>
  )
}
