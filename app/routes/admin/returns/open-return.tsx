import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import type { OrderReturns } from '#app/.server/returns/queries/order-returns.ts'
import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { maxInstructions, piecesField } from '#app/contracts/returns/return.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { emailHint } from './return-actions.tsx'

type Props = { order: AdminOrder; returns: OrderReturns }

/** For a buyer who called or wrote; what the terms do not take back asks for the reason [RETURN-05]. */
export function OpenReturn({ order, returns: { pieces, instructions, key } }: Props) {
  const isSent = useSent().action === 'return-open'
  const isBeside = pieces.some(({ isLate, isCustom, isFinal }) => isLate || isCustom || isFinal)
  const form = (
    <Form method="post" noValidate className="mt-3 grid gap-4">
      <input type="hidden" name="revision" value={order.revision} />
      <input type="hidden" name="key" value={key} />
      {pieces.map(({ line, name, size, options, engraving, quantity, ...piece }) => (
        <TextField
          key={line}
          name={piecesField(line)}
          label={titleOf({ name, size, options, engraving })}
          hint={`How many of ${quantity}. ${termsOf(piece)}`}
          kind="count"
          // Nothing to choose where there is one piece alone [RETURN-16].
          defaultValue={pieces.length === 1 && quantity === 1 ? '1' : '0'}
          inputClass="max-w-24"
        />
      ))}
      <ReasonField label="Why the buyer returns it" hint="Saved with the return." />
      {isBeside && (
        <TextArea
          name="exception"
          label="Why we make an exception to the terms"
          optional="only if it falls outside them"
          hint="Your name and this reason are saved in the history."
          rows={2}
          maxLength={maxReasonLength}
        />
      )}
      <TextArea
        name="instructions"
        label="Return shipping instructions"
        hint={emailHint(order)}
        required
        rows={4}
        maxLength={maxInstructions}
        defaultValue={instructions}
      />
      <SubmitButton action="return-open">Open the return</SubmitButton>
    </Form>
  )
  return (
    <Disclosure label="Open a return…" key={key} className="mt-4" opens={isSent}>
      <OwnFields isSent={isSent}>{form}</OwnFields>
    </Disclosure>
  )
}

type Terms = Pick<OrderReturns['pieces'][number], 'isCustom' | 'isFinal' | 'isLate' | 'lastDay'>

function termsOf({ isCustom, isFinal, isLate, lastDay }: Terms): string {
  if (isCustom) return 'Made for this buyer: can’t be returned under the terms.'
  if (isFinal) return 'Final sale.'
  return `${isLate ? 'The return window ended on' : 'Until'} ${formatDay(lastDay)}.`
}
