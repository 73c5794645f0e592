import { accountAlerts } from './account-alert-messages.ts'
import type { AlertContent, AlertMessages } from './alert.ts'
import { shopAlerts } from './shop-alert-messages.ts'

const messages = { ...accountAlerts, ...shopAlerts }

export const alertMessages = ({ kind, facts }: AlertContent): AlertMessages =>
  (messages[kind] as (about: typeof facts) => AlertMessages)(facts)

/** `from IP address 203.0.113.7, Firefox on Windows`; null where nobody's browser did it. */
export function originLabels({
  address,
  browser,
}: {
  address: string | null
  browser: string | null
}): string | null {
  const parts = [address && `IP address ${address}`, browser].filter((part) => part !== null)
  return parts.length > 0 ? `from ${parts.join(', ')}` : null
}
