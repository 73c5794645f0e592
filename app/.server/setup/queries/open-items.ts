import { resolve } from 'node:path'
import { desc, inArray, sql } from 'drizzle-orm'
import { isAlertOpen } from '#app/.server/alerts/raise-alert.ts'
import { settingGroups } from '#app/contracts/setup/setting-names.ts'
import { builtInChain, chainName, earlierChain } from '#app/domain/catalog/necklace-chain.ts'
import { builtInPendants, isSample } from '#content/pendants/catalog.ts'
import type { Config } from '../../config.ts'
import { type TextsToCheck, textsToCheck } from '../../content/queries/texts-to-check.ts'
import { products } from '../../platform/db/catalog-schema.ts'
import { type Orm, rows } from '../../platform/db/database.ts'
import { readSavedSettings, type SavedSetting } from '../../platform/db/saved-settings.ts'
import { tradeInTermVersions } from '../../platform/db/trade-in-schema.ts'
import type { ShopSecrets } from '../../platform/secret.ts'
import {
  type OpenItem,
  openInBrand,
  openInChains,
  openInFeatured,
  openInPieces,
  openInPolicies,
  openInSamples,
  openInTexts,
  openInTrials,
  type Tried,
} from '../checklist.ts'
import { openInSettings, openOnMachine } from '../checklist-settings.ts'
import { openInTradeIns } from '../checklist-trade-ins.ts'
import { arePaymentsClosed, isUntried, lastSaved, withSaved } from '../saved-config.ts'

type Shop = ShopSecrets & { config: Config; orm: Orm }

/** All that is open in this shop, as launch-check says it too [SETUP-01]. */
export async function setupState(shop: Shop) {
  const saved = await readSavedSettings(shop.orm, shop)
  const { config, problems } = withSaved(shop.config, saved)
  const tried = await whatWasTried(shop.orm, config, saved)
  const notUsed = settingGroups.flatMap((group): OpenItem[] => {
    const message = problems[group]
    return message
      ? [{ topic: group, sentence: `The saved settings aren’t being used: ${message}` }]
      : []
  })
  const untried = settingGroups
    .filter((group) => !problems[group] && isUntried(saved, group))
    .map((group): OpenItem => ({ topic: group, sentence: untriedMessage }))
  const open = [
    ...openOfProgram(config, await textsToCheck(shop.orm)),
    ...openInChains(await piecesWithBuiltInChain(shop.orm)),
    ...openInSamples(await shownSamples(shop.orm)),
    ...openInPieces(await hasOwnPiece(shop.orm)),
    ...(await withoutFeatured(shop.orm)),
    ...notUsed,
    ...untried,
    ...openInSettings(config, await arePaymentsClosed(shop.orm, { config, problems })),
    ...openInTrials(config, tried),
    ...openInTradeIns(await latestTradeInTerms(shop.orm)),
  ]
  return { config, saved, problems, tried, open }
}

async function latestTradeInTerms(orm: Orm) {
  const { kinds, taxStates, isReviewed, id } = tradeInTermVersions
  const [terms] = await orm
    .select({ kinds, taxStates, isReviewed })
    .from(tradeInTermVersions)
    .orderBy(desc(id))
    .limit(1)
  return terms ?? null
}

const untriedMessage =
  'The saved settings weren’t tested because the provider couldn’t be reached. Click Save again to test them.'

/** Those that are shown. */
async function piecesWithBuiltInChain(orm: Orm): Promise<number> {
  const [found] = await rows<{ pieces: number }>(
    orm,
    sql`select count(distinct p.id)::integer as pieces
        from products p join product_attributes a on a.product_id = p.id
        where p.active and lower(trim(a.name)) = ${chainName.toLowerCase()}
          and trim(a.option) in (${builtInChain}, ${earlierChain})`,
  )
  return found?.pieces ?? 0
}

async function withoutFeatured(orm: Orm): Promise<OpenItem[]> {
  const [found] = await rows<{ active: number; featured: number }>(
    orm,
    sql`select count(*)::integer as active, (count(*) filter (where featured))::integer as featured
        from products where active`,
  )
  return found ? openInFeatured(found.active, found.featured) : []
}

/** Whether a product that is no sample is shown and can be bought in a size. */
async function hasOwnPiece(orm: Orm): Promise<boolean> {
  const samples = builtInPendants.map(({ id, name }) => sql`(${id}, ${name})`)
  const [found] = await rows<{ found: boolean }>(
    orm,
    sql`select exists (
          select from products p join product_attributes size on size.product_id = p.id
          where p.active and size.name like 'Gold Size:%'
            and size.option ~* 'weight:\\s*[0-9.]*[1-9]'
            and (p.id, p.name) not in (${sql.join(samples, sql`, `)})
        ) as found`,
  )
  return found?.found ?? false
}

async function shownSamples(orm: Orm): Promise<string[]> {
  const { id, name, active } = products
  const builtIn = builtInPendants.map((pendant) => pendant.id)
  const found = await orm
    .select({ id, name, active })
    .from(products)
    .where(inArray(id, builtIn))
    .orderBy(name)
  return found.filter(isSample).map((sample) => sample.name)
}

/** What the program brings, and what was written in its place. */
function openOfProgram(config: Config, texts: TextsToCheck): OpenItem[] {
  const here = { userId: process.getuid?.() ?? null, programFolder: resolve('.') }
  return [
    ...openInBrand(texts.brand, texts.placeholders),
    ...openInPolicies(texts.changed),
    ...openInTexts(here.programFolder, texts.readFiles),
    ...openOnMachine(config, here),
  ]
}

async function whatWasTried(
  orm: Orm,
  { stripe }: Config,
  saved: readonly SavedSetting[],
): Promise<Tried> {
  const provider = stripe ? 'stripe' : 'test'
  const last = (action: string) =>
    sql`(select extract(epoch from at) * 1000 from audit_log
         where action = ${action} order by at desc limit 1)::float8`
  const [found] = await rows<Record<'mail' | 'tax' | 'backup' | 'payment', number | null>>(
    orm,
    sql`select ${last('settings.mail_tested')} as mail,
          ${last('settings.sales_tax_updated')} as tax, ${last('backup.written')} as backup,
          (select extract(epoch from paid_at) * 1000 from orders
           where paid_at is not null and payment_provider = ${provider}
             and livemode = ${stripe?.live ?? false}
             and exists (select from ledger_entries entry where entry.order_id = orders.id
               and entry.kind in ('payment', 'attached') and entry.provider = ${provider})
           order by created_at desc limit 1)::float8 as payment`,
  )
  return {
    testEmailAt: timeOf(found?.mail),
    taxDecidedAt: timeOf(found?.tax),
    backupAt: timeOf(found?.backup),
    paymentAt: timeOf(found?.payment),
    emailSavedAt: lastSaved(saved, 'mail')?.at ?? null,
    isWebhookRefused: await isAlertOpen(orm, 'webhook-refused'),
  }
}

const timeOf = (ms: number | null | undefined) => (ms ? new Date(Math.round(ms)) : null)
