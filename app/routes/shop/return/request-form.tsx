import { Form } from 'react-router'
import type { ReturnPage } from '#app/.server/returns/queries/return-page.ts'
import { piecesField } from '#app/contracts/returns/return.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import {
  customMessage,
  finalSaleMessage,
  tooLateMessage,
} from '#app/domain/returns/last-return-day.ts'
import { formatDay } from '#app/domain/time/day.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { brand } from '#brand'

type Props = { page: ReturnPage & { days: number } }

/** Which pieces, how many, and why; what the terms do not take back says so in its place. */
export function AskForm({ page }: Props) {
  const { pieces, wasSent, revision, key } = page
  if (!wasSent) {
    return <p className="mt-6">This order hasn’t shipped yet, so there’s nothing to return.</p>
  }
  if (pieces.length === 0) {
    return <p className="mt-6">There’s nothing else in this order to return.</p>
  }
  const canAsk = pieces.some(({ isLate, isCustom, isFinal }) => !isLate && !isCustom && !isFinal)
  return (
    <Form method="post" noValidate className="mt-8 grid gap-6">
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="revision" value={revision} />
      <fieldset>
        <legend className="font-display text-2xl">What would you like to return?</legend>
        <ul className="mt-3 grid gap-4">
          {pieces.map((piece) => (
            <li key={piece.line} className="border-line border-t pt-3 wrap-anywhere">
              <Piece piece={piece} />
            </li>
          ))}
        </ul>
      </fieldset>
      {canAsk && (
        <>
          <ReasonField
            label="Reason for return"
            hint="This helps us improve. Is something wrong with it, or is it just not for you?"
            rows={3}
          />
          <p className="text-muted text-sm">
            We’ll reply by email. Please don’t ship anything until you hear from us; the email tells
            you where and how.
          </p>
          <p>
            <button type="submit" name="action" value="ask" className="button button-gold">
              Request a Return
            </button>
          </p>
        </>
      )}
    </Form>
  )
}

function Piece({
  piece: { line, quantity, lastDay, isLate, isCustom, isFinal, ...piece },
}: {
  piece: ReturnPage['pieces'][number]
}) {
  const field = piecesField(line)
  const sent = useSent()
  const title = titleOf(piece)
  if (isCustom || isFinal || isLate) {
    const why = isCustom ? customMessage : finalSaleMessage
    return (
      <>
        <p>{title}</p>
        <p className="text-muted text-sm">
          {isCustom || isFinal ? why(brand.email) : tooLateMessage(lastDay, brand.email)}
        </p>
      </>
    )
  }
  const until = `Can be returned until ${formatDay(lastDay)}.`
  if (quantity === 1) {
    return (
      <>
        <label className="flex min-h-11 items-start gap-3 py-2.5 leading-snug">
          <input
            type="checkbox"
            name={field}
            value="1"
            defaultChecked={sent[field] === '1'}
            className="size-5 shrink-0 accent-gold-deep"
          />
          <span>{title}</span>
        </label>
        <p className="text-muted text-sm">{until}</p>
      </>
    )
  }
  return (
    <TextField
      name={field}
      label={title}
      hint={`How many of ${quantity}. ${until}`}
      kind="count"
      defaultValue="0"
      inputClass="max-w-24"
    />
  )
}
