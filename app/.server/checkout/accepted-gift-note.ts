import { AppError } from '#app/.server/platform/errors.ts'
import { giftNoteOf, whyNoGiftNote } from '#app/domain/orders/gift-note.ts'

/** Null where there is none; refused where it cannot be kept as it is [GIFT-02]. */
export function acceptedGiftNote(encoded: string | null): string | null {
  const note = giftNoteOf(decoded(encoded ?? ''))
  const why = whyNoGiftNote(note)
  if (why) throw new AppError('gift_note_refused', 422, why)
  return note || null
}

function decoded(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    throw new AppError(
      'gift_note_refused',
      422,
      'The gift note could not be read. Please write it again.',
    )
  }
}
