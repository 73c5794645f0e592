import type { TextState } from '#app/.server/content/queries/text-states.ts'
import { ShopTime } from '../components/shop-time.tsx'

/** In a list: whose text is in use, and whether there is a draft. */
export function TextStateWords({ state: { written, draft } }: { state: TextState }) {
  return (
    <>
      {written ? (
        <>
          Yours, <ShopTime at={written.at} />
        </>
      ) : (
        'Default'
      )}
      {draft && (
        <span className="block">
          Draft of {draft.by}, <ShopTime at={draft.at} />
        </span>
      )}
    </>
  )
}
