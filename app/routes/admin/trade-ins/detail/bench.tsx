import { maxReasonLength } from '#app/contracts/orders/order.ts'
import { formatScale, scaleToDecimal } from '#app/domain/money/grams.ts'
import { finenessToDecimal } from '#app/domain/trade-ins/offer.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { ActionForm, canDo, type ShownTradeIn } from './action-form.tsx'

const big = 'min-h-16 font-display text-3xl'

/** Scale and XRF analyzer, in fields that a thumb hits [TRADE-57]. */
export function Bench({ page }: { page: ShownTradeIn }) {
  const { stampedMg, weighedMg, fineness, isOurs, weightNote } = page.tradeIn
  if (!canDo(page, 'receive', 'weigh')) return null
  const isAgain = weighedMg !== null
  return (
    <section className="admin-panel grid gap-4">
      <h2>Bench</h2>
      {canDo(page, 'receive') && (
        <p className="text-sm">
          When the piece arrives, weigh and test it. That marks it as received.
        </p>
      )}
      <ActionForm
        page={page}
        name="weigh"
        button={isAgain ? 'Save the new weight' : 'Save weight and fineness'}
        isNext={!isAgain}
        {...(isAgain && { summary: 'Weigh or test again' })}
      >
        <TextField
          name="grams"
          label="Weight in grams"
          hint={
            stampedMg === null
              ? 'To two decimal places.'
              : `To two decimal places. The certificate says ${formatScale(stampedMg)}.`
          }
          kind="decimal"
          required
          enterKeyHint="next"
          maxLength={12}
          defaultValue={weighedMg === null ? '' : scaleToDecimal(weighedMg)}
          inputClass={big}
        />
        <TextField
          name="fineness"
          label="Fineness by XRF"
          hint="Parts per thousand, such as 999.9."
          kind="decimal"
          required
          enterKeyHint="done"
          maxLength={6}
          defaultValue={fineness === null ? '' : finenessToDecimal(fineness)}
          inputClass={big}
        />
        <SelectField
          name="maker"
          label="Maker"
          options={{ ours: 'Ours (has our marks)', another: 'Another maker’s' }}
          defaultValue={isOurs === false ? 'another' : 'ours'}
          inputClass="min-h-14"
        />
        <TextField
          name="note"
          label="Bench note"
          optional="optional"
          hint="Solder, stones, a missing part. Required if it differs from its certificate."
          maxLength={maxReasonLength}
          defaultValue={weightNote}
        />
      </ActionForm>
      <ActionForm page={page} name="receive" button="Mark as received, weigh later" />
    </section>
  )
}
