import { Outlet } from 'react-router'
import { inTurn } from '#app/.server/platform/http/limits/page-queue.ts'
import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { Frame } from '#app/ui/layout/frame.tsx'
import { title as journal } from '#content/journal/title.ts'
import { menu as topics } from '#content/qa/menu.ts'
import type { Route } from './+types/layout.ts'
import { CatalogLoading, JournalLoading } from './loading.tsx'

export const middleware = [inTurn]

export default function ShopLayout() {
  return (
    <Frame topics={topics}>
      <JournalLoading title={journal}>
        <Outlet />
      </JournalLoading>
      <CatalogLoading />
    </Frame>
  )
}

/** A page that fails keeps bar and foot around it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame topics={topics}>
      <ErrorScreen error={error} />
    </Frame>
  )
}
