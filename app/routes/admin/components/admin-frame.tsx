import type { ReactNode } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'
import type { ShownAlerts } from '#app/.server/alerts/queries/shown-alerts.ts'
import type { Health } from '#app/.server/system/queries/health.ts'
import { may, type Role } from '#app/domain/access/rights.ts'
import { GoldPriceProvider } from '#app/ui/gold-price/gold-price-context.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import { PreferenceSwitches } from '#app/ui/layout/preference-switches.tsx'
import { brand } from '#brand'
import { DashboardTabs } from './dashboard-tabs.tsx'
import { ErrorBanner } from './error-banner.tsx'
import { LastSubmitProvider, useOffline } from './last-submit.tsx'
import { ListKeys } from './list-keys.tsx'
import { OpenSearch } from './open-search.tsx'
import { StatusBar } from './status-bar.tsx'
import { Toasts } from './toasts.tsx'

type Props = {
  email: string | null
  /** Without one there is no health either. */
  role?: Role | undefined
  /** Null where the session could not be checked. */
  health: Health | null
  alerts?: ShownAlerts | undefined
  children: ReactNode
}

/** Header, health strip and footer around every screen of the admin area. */
export function AdminFrame({ email, role, health, alerts, children }: Props) {
  const isDashboard = useLocation().pathname.startsWith('/admin/dashboard')
  return (
    <GoldPriceProvider initial={health?.gold ?? null}>
      <LastSubmitProvider>
        <div className="flex min-h-dvh flex-col print:block">
          <a href="#main" className="skip-link">
            Skip to content
          </a>
          <Working />
          <header className="border-line border-b bg-raised print:hidden">
            <div className="admin-width flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2 max-md:gap-y-0 max-md:py-0.5">
              <Link
                to="/admin/dashboard"
                className="flex min-h-11 items-center gap-3 max-md:min-h-8"
              >
                <span className="font-display text-xl font-semibold whitespace-nowrap">
                  {brand.name}
                </span>
                <span className="eyebrow">Admin</span>
              </Link>
              <div className="flex flex-wrap items-center gap-x-5 text-sm max-sm:gap-x-4">
                {email && <OpenSearch />}
                <Link to="/" className="link py-2 max-md:py-1">
                  View shop
                </Link>
                {role && may(role, 'staff') && (
                  <Link to="/admin/staff" className="link py-2 max-md:py-1">
                    Staff
                  </Link>
                )}
                {email && (
                  <Link to="/admin/account" className="link py-2 max-md:py-1">
                    Account
                  </Link>
                )}
                {email && (
                  <Form method="post" action="/admin/logout" className="flex items-center gap-5">
                    <span className="max-w-48 truncate text-muted max-md:hidden" title={email}>
                      {email}
                    </span>
                    <button type="submit" className="link min-h-11 max-md:min-h-7">
                      Logout
                    </button>
                  </Form>
                )}
              </div>
            </div>
          </header>
          {health && role && <StatusBar health={health} role={role} alerts={alerts} />}
          {role && isDashboard && <DashboardTabs role={role} />}
          <Main className="admin-width grow pb-16">
            <NotSent />
            {children}
          </Main>
          <footer className="admin-width flex flex-wrap items-center gap-x-4 gap-y-3 sm:gap-x-8 border-line border-t py-4 text-sm print:hidden">
            <PreferenceSwitches />
            {email && (
              <>
                <ListKeys />
                <Link to="/admin/guide" className="switch">
                  Guide
                </Link>
              </>
            )}
          </footer>
        </div>
      </LastSubmitProvider>
      <Toasts />
    </GoldPriceProvider>
  )
}

/** Above whatever screen it was sent from. */
function NotSent() {
  return <ErrorBanner error={useOffline()} />
}

/** A hairline on top while a screen or a save is on its way. */
function Working() {
  const { state } = useNavigation()
  return state === 'idle' ? null : (
    <p role="status" className="fixed inset-x-0 top-0 z-50 h-0.5 bg-gold">
      <span className="sr-only">Loading</span>
    </p>
  )
}
