import { Fragment, type Ref, useState } from 'react'
import type { EngravingOption } from '#app/domain/catalog/engraving.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { DottedLine } from '#app/ui/text/dotted-line.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'

type Props = {
  option: EngravingOption
  field: Ref<HTMLInputElement>
  typed: string
  /** As it is kept. */
  text: string
  /** Why it cannot be cut; null: it can. */
  problem: string | null
  onType: (input: string) => void
}

/**
 * What is cut into the piece, if the buyer wants it [ENGRAVE-02]. On a phone it is one more row
 * under the sizes, and what can be cut is said once the field was entered, so that the buy buttons
 * stay near [PDP-25].
 */
export function EngravingField({
  option: { fee, max },
  field,
  typed,
  text,
  problem,
  onType,
}: Props) {
  // Never hidden again: the button that is about to be pressed would move.
  const [wasEntered, setWasEntered] = useState(false)
  return (
    <div className="md:mt-6">
      <div className="engraving-row">
        <label htmlFor="engraving" className="font-medium max-md:block max-md:text-sm">
          <DottedLine
            parts={[
              <Fragment key="name">
                Engraving <span className="font-normal text-muted">(optional)</span>
              </Fragment>,
              <span key="fee" className="font-normal">
                {fee > 0 ? formatCents(fee) : 'no charge'}
              </span>,
            ]}
          />
        </label>
        <input
          ref={field}
          id="engraving"
          value={typed}
          placeholder={`Up to ${max} characters`}
          autoComplete="off"
          onFocus={() => setWasEntered(true)}
          onChange={({ currentTarget: { value } }) => onType(value)}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'engraving-problem engraving-hint' : 'engraving-hint'}
          className="input placeholder:text-muted md:mt-2"
        />
      </div>
      {problem && (
        <p id="engraving-problem" className="field-note text-alert">
          {problem}
        </p>
      )}
      <p
        id="engraving-hint"
        className={`field-note flex justify-between gap-4 text-muted ${wasEntered || typed ? '' : 'max-md:hidden'}`}
      >
        <span>Letters, numbers, spaces, ¼, ½, ¾, and basic punctuation.</span>
        <span className="shrink-0">
          <LiveValue>{max - text.length}</LiveValue> <span className="sr-only">characters </span>
          left
        </span>
      </p>
    </div>
  )
}
