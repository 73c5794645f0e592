import { useEffect, useRef } from 'react'
import { ShopTime } from '#app/routes/admin/components/shop-time.tsx'
import type { SavedDraft } from './saved-draft.ts'

type Props = {
  offered: SavedDraft
  /** The revision that is stored now. */
  stored: number | null
  onRestore: () => void
  onDiscard: () => void
}

/** What was typed here before and never saved. The form waits for the answer. */
export function OfferedDraft({ offered, stored, onRestore, onDiscard }: Props) {
  const restore = useRef<HTMLButtonElement>(null)
  useEffect(() => restore.current?.focus(), [])
  return (
    <section aria-label="Unsaved changes" className="admin-panel my-4 border-gold-deep">
      <p>
        This browser kept unsaved changes
        {offered.draft.name && (
          <>
            {' '}
            to “<span className="wrap-anywhere">{offered.draft.name}</span>”
          </>
        )}{' '}
        from <ShopTime at={offered.at} />.
        {offered.revision !== stored && ' Someone has saved the product since then.'}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button ref={restore} type="button" onClick={onRestore} className="button button-gold">
          Restore them
        </button>
        <button type="button" onClick={onDiscard} className="button button-line">
          Discard them
        </button>
      </p>
    </section>
  )
}
