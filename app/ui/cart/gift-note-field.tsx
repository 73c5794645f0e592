import { type Ref, useState } from 'react'
import { lengthOfNote, maxGiftNote } from '#app/domain/orders/gift-note.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import type { GiftNote } from './use-gift-note.ts'

type Props = { giftNote: GiftNote; field: Ref<HTMLTextAreaElement>; disabled: boolean }

/** A few words that go with the pieces, folded away until they are wanted [GIFT-01]. */
export function GiftNoteField({ giftNote, field, disabled }: Props) {
  const { typed, note, problem, type } = giftNote
  const [wasWritten] = useState(typed !== '')
  return (
    <details open={wasWritten} className="border-line border-t px-5 py-2 sm:px-7">
      <summary className="link flex min-h-11 items-center">
        {typed === '' ? 'Add a gift note' : 'Gift note'}
      </summary>
      <label htmlFor="gift-note" className="sr-only">
        Gift note
      </label>
      <textarea
        ref={field}
        id="gift-note"
        rows={4}
        dir="auto"
        value={typed}
        disabled={disabled}
        onChange={({ target }) => type(target.value)}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? 'gift-note-problem gift-note-hint' : 'gift-note-hint'}
        className="input mt-1 resize-y"
      />
      {problem && (
        <p id="gift-note-problem" className="field-note text-alert">
          {problem}
        </p>
      )}
      <p id="gift-note-hint" className="field-note mb-3 flex justify-between gap-4 text-muted">
        <span>Printed on the packing slip (no prices shown). Emoji won’t print.</span>
        <span className="shrink-0">
          <span className="sr-only">Characters: </span>
          <LiveValue>{`${lengthOfNote(note)} / ${maxGiftNote}`}</LiveValue>
        </span>
      </p>
    </details>
  )
}
