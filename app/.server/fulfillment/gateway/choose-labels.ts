import { type Config, ConfigError } from '#app/.server/config.ts'
import type { LabelGateway } from './label-gateway.ts'

type Settings = Pick<Config, 'labels' | 'stripe' | 'database'>

/** Who sells labels, by the settings; null if staff type tracking, and in catalog-only mode. */
export async function chooseLabels(
  settings: Settings,
  signal: AbortSignal,
): Promise<LabelGateway | null> {
  checkLabelSettings(settings)
  if (!settings.labels) return null
  return (await import('./easypost.ts')).easyPost(settings.labels, signal)
}

/**
 * Throws a ConfigError for a key that does not fit the shop [LABEL-05]: a real label of a test order costs
 * money, and a test label on a real parcel brings it back.
 */
export function checkLabelSettings({ labels, stripe, database }: Settings): void {
  if (!labels) return
  if (database === 'none') {
    throw new ConfigError(
      'EASYPOST_API_KEY is set beside DATABASE_URL=none, which has no orders; remove one of them',
    )
  }
  const isLocal = new URL(labels.apiUrl).protocol === 'http:'
  if (labels.live && isLocal) {
    throw new ConfigError(
      'EASYPOST_API_KEY is a production key, but EASYPOST_API_URL leads to a stand-in on this machine; leave EASYPOST_API_URL out',
    )
  }
  const shopIsLive = stripe?.live ?? false
  if (labels.live && !shopIsLive) {
    throw new ConfigError(
      'EASYPOST_API_KEY is a production key, which buys real labels, but no real payments are taken; use the test key (EZTK…)',
    )
  }
  if (!labels.live && shopIsLive) {
    throw new ConfigError(
      'EASYPOST_API_KEY is a test key, whose labels no carrier accepts, but the shop takes real payments; use the production key (EZAK…)',
    )
  }
}
