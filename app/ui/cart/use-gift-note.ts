import { useEffect, useState } from 'react'
import { giftNoteOf, whyNoGiftNote } from '#app/domain/orders/gift-note.ts'
import { readSaved, save } from '../browser-storage.ts'
import { giftNoteKey } from './saved-cart.ts'

/** What was entered; where the browser keeps nothing, as long as this page is open. */
let unsaved = ''

const read = () => readSaved(giftNoteKey) ?? unsaved

export type GiftNote = {
  /** As it was entered. */
  typed: string
  /** As it is sent; empty for none. */
  note: string
  /** Why it cannot be sent; null: it can. */
  problem: string | null
  type(input: string): void
}

/** The gift note of this browser's cart, the same in all its tabs [GIFT-01]. */
export function useGiftNote(): GiftNote {
  const [typed, setTyped] = useState(read)
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === giftNoteKey || key === null) setTyped(readSaved(giftNoteKey) ?? '')
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  const note = giftNoteOf(typed)
  return {
    typed,
    note,
    problem: whyNoGiftNote(note),
    type: (text) => {
      unsaved = save(giftNoteKey, text === '' ? null : text) ? '' : text
      setTyped(text)
    },
  }
}
