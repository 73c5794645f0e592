import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { guardDom } from './ui/page/dom-guard.ts'

/**
 * A page that a proxy rewrote on its way, or that something changed in the browser before React took it
 * over, does not match what React renders: React then renders it again whole, which is no error [DOM-08].
 */
function onRecoverableError(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: for debugging; journeys fail by it (journey.ts).
  console.warn('This page was changed before it was hydrated, and was rendered again.', error)
}

guardDom()
// Without it, as after an update of the shop, the page still works.
import('./ui/page/after-hydration.ts').catch(() => {})

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
    { onRecoverableError },
  )
})
