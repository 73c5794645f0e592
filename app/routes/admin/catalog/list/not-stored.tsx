import { useState } from 'react'
import { useLocation } from 'react-router'
import { ErrorBanner } from '#app/routes/admin/components/error-banner.tsx'

/**
 * After a save of less than was sent: which categories could not be created or attached [DATA-24, D20],
 * and what the description could not keep [CLEAN-12].
 */
export function NotStored() {
  const state: unknown = useLocation().state
  const [notice] = useState(() => noticeOf(state))
  return <ErrorBanner error={notice} />
}

function noticeOf(state: unknown): { message: string } | null {
  const skipped = textsOf(state, 'skipped')
  const lost = textsOf(state, 'lost')
  if (skipped.length === 0 && lost.length === 0) return null
  const without = skipped.map((name) => `“${name}”`).join(', ')
  const saved = without ? `, but without the category ${without}` : ''
  const description = lost.length > 0 ? ` Of its description: ${lost.join(' ')}` : ''
  return { message: `The product was saved${saved}.${description}` }
}

function textsOf(state: unknown, name: 'skipped' | 'lost'): unknown[] {
  if (typeof state !== 'object' || state === null || !(name in state)) return []
  const texts: unknown = state[name as keyof typeof state]
  return Array.isArray(texts) ? texts : []
}
