import { useState } from 'react'
import { useLocation } from 'react-router'
import { ErrorBanner } from '../../components/error-banner.tsx'

/** After a save in which a category could not be created or attached: which one it was [DATA-24, D20]. */
export function SkippedCategories() {
  const state: unknown = useLocation().state
  const [notice] = useState(() => noticeOf(state))
  return <ErrorBanner error={notice} />
}

function noticeOf(state: unknown): { message: string } | null {
  if (typeof state !== 'object' || state === null || !('skipped' in state)) return null
  const { skipped } = state
  if (!Array.isArray(skipped) || skipped.length === 0) return null
  const names = skipped.map((name) => `“${name}”`).join(', ')
  return { message: `The product was saved, but without the category ${names}.` }
}
