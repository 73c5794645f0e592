import type { ShownAlerts } from '#app/.server/alerts/queries/shown-alerts.ts'
import type { Health } from '#app/.server/system/queries/health.ts'
import type { Role } from '#app/domain/access/rights.ts'
import { formatRate } from '#app/domain/gold-price/rates.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import { Alerts } from './alerts.tsx'
import { formatCount } from './format-count.ts'
import { HealthStatus } from './health-status.tsx'

type Props = { health: Health; role: Role; alerts: ShownAlerts | undefined }

/**
 * How the shop does, and its alerts, over every page of the admin area. On a phone one line with the gold
 * price and how many alerts and notices there are, which opens the rest (admin.css) [ADM-23].
 */
export function StatusBar({ health, role, alerts }: Props) {
  const { pricePerGram } = useGoldPrice()
  const count = alerts ? alerts.alerts.length + alerts.more : 0
  const open = [
    ...(count > 0 ? [formatCount(count, 'alert')] : []),
    ...(health.notices.length > 0 ? [formatCount(health.notices.length, 'notice')] : []),
    ...(health.lastError ? ['an error'] : []),
  ]
  return (
    <details className="admin-status print:hidden">
      <summary className="admin-width border-line border-b bg-raised py-1 text-sm">
        Status: <LiveValue>{formatRate(pricePerGram)}</LiveValue> per gram
        {open.length > 0 && <span className="text-notice">, {open.join(', ')}</span>}
      </summary>
      <HealthStatus health={health} role={role} />
      {alerts && <Alerts shown={alerts} serverNow={health.now} />}
    </details>
  )
}
