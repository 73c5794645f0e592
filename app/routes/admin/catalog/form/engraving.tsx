import { engravingCharacters, maxEngraving } from '#app/domain/catalog/engraving.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { SteppedField, TextField } from '#app/ui/forms/fields.tsx'
import type { Change, FormState } from './form-state.ts'
import { Section } from './section.tsx'

type Props = {
  state: Pick<FormState, 'engraved' | 'engravingFee' | 'engravingMax'>
  change: Change
}

/** Whether a buyer may have words cut into the piece, and at what price [ENGRAVE-01]. */
export function Engraving({ state, change }: Props) {
  return (
    <Section
      title="Engraving"
      note={`Buyers enter their text in a field below the sizes. They can use ${engravingCharacters}. The text appears on the order and on the weighing screen.`}
    >
      <Checkbox
        name="engraved"
        checked={state.engraved}
        onChange={(event) => change({ engraved: event.currentTarget.checked })}
      >
        Can be engraved
      </Checkbox>
      {state.engraved && (
        <div className="grid gap-5 sm:grid-cols-2">
          <SteppedField
            name="engravingFee"
            label="Engraving fee ($)"
            hint="Per piece, on top of the gold and the flat fee. Enter 0 for no charge."
            value={state.engravingFee}
            onChange={(event) => change({ engravingFee: event.currentTarget.value })}
            inputClass="max-w-40"
          />
          <TextField
            name="engravingMax"
            label="Maximum length"
            hint={`In characters, up to ${maxEngraving}.`}
            kind="count"
            value={state.engravingMax}
            onChange={(event) => change({ engravingMax: event.currentTarget.value })}
            inputClass="max-w-28"
          />
        </div>
      )}
    </Section>
  )
}
