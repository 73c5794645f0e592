import { z } from 'zod'
import { safeUrl } from './config-addresses.ts'
import { wholeNumber } from './config-values.ts'
import type { Reach } from './platform/outgoing-address.ts'

const goldSourceNames = ['website', 'gold-api', 'swissquote', 'goldapi.io', 'metals.dev'] as const
type GoldSourceName = (typeof goldSourceNames)[number]

export const goldSettingShape = {
  GOLD_SOURCES: z.string().optional(),
  GOLD_WEBSITE_URL: safeUrl('GOLD_WEBSITE_URL').optional(),
  GOLD_WEBSITE_UNIT: z
    .enum(['auto', 'ounce', 'gram'], {
      error: 'GOLD_WEBSITE_UNIT must be auto, ounce or gram; leave it out for auto',
    })
    .default('auto'),
  GOLD_API_URL: safeUrl('GOLD_API_URL').default('https://api.gold-api.com'),
  SWISSQUOTE_URL: safeUrl('SWISSQUOTE_URL').default('https://forex-data-feed.swissquote.com'),
  GOLDAPI_IO_URL: safeUrl('GOLDAPI_IO_URL').default('https://www.goldapi.io'),
  METALS_DEV_URL: safeUrl('METALS_DEV_URL').default('https://api.metals.dev'),
  GOLDAPI_IO_KEY: z.string().optional(),
  METALS_DEV_KEY: z.string().optional(),
  GOLD_REFRESH_MS: wholeNumber(
    'GOLD_REFRESH_MS',
    1000,
    86_400_000,
    'leave it out for 1800000 (30 minutes)',
  ).default(1_800_000),
  GOLD_LIVE_MINUTES: wholeNumber('GOLD_LIVE_MINUTES', 5, 1440, 'leave it out for 60').default(60),
  GOLD_MAX_AGE_HOURS: wholeNumber('GOLD_MAX_AGE_HOURS', 1, 168, 'leave it out for 24').default(24),
}

const shape = z.object(goldSettingShape)
type GoldEnv = z.output<typeof shape>

/** What the settings of the gold price mean together, or the sentence that says what is wrong with them. */
export function goldSettings(env: GoldEnv, reachBy: (...names: string[]) => Reach) {
  const sources = goldSources(env)
  if ('problem' in sources) return sources
  return {
    sources,
    websiteUrl: env.GOLD_WEBSITE_URL ?? null,
    websiteUnit: env.GOLD_WEBSITE_UNIT,
    websiteReach: reachBy('GOLD_WEBSITE_URL'),
    goldApiUrl: env.GOLD_API_URL,
    swissquoteUrl: env.SWISSQUOTE_URL,
    goldapiIoUrl: env.GOLDAPI_IO_URL,
    goldapiIoKey: env.GOLDAPI_IO_KEY ?? null,
    metalsDevUrl: env.METALS_DEV_URL,
    metalsDevKey: env.METALS_DEV_KEY ?? null,
    refreshMs: env.GOLD_REFRESH_MS,
    liveMinutes: env.GOLD_LIVE_MINUTES,
    maxAgeHours: env.GOLD_MAX_AGE_HOURS,
  }
}

/** What each source needs before it can be asked. */
const neededBySource = {
  website: ['GOLD_WEBSITE_URL', 'to its price page'],
  'goldapi.io': ['GOLDAPI_IO_KEY', 'to a key of that service'],
  'metals.dev': ['METALS_DEV_KEY', 'to a key of that service'],
} as const

function goldSources(env: GoldEnv): GoldSourceName[] | { problem: string } {
  const { GOLD_SOURCES: list } = env
  if (list === undefined) {
    return env.GOLD_WEBSITE_URL ? ['website', 'gold-api', 'swissquote'] : ['gold-api', 'swissquote']
  }
  if (list.trim() === 'none') return []
  const sources: GoldSourceName[] = []
  for (const entry of list.split(',')) {
    const name = goldSourceNames.find((known) => known === entry.trim())
    if (!name) {
      return {
        problem: `GOLD_SOURCES names "${entry.trim()}"; it may hold ${goldSourceNames.join(', ')}, or none`,
      }
    }
    if (name !== 'gold-api' && name !== 'swissquote') {
      const [variable, remedy] = neededBySource[name]
      if (!env[variable]) {
        return {
          problem: `GOLD_SOURCES names ${name}; set ${variable} ${remedy}, or leave ${name} out`,
        }
      }
    }
    sources.push(name)
  }
  return sources
}
