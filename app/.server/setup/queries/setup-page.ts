import { eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { products } from '#app/.server/platform/db/catalog-schema.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { canBuy } from '#app/.server/selling/queries/selling.ts'
import {
  isSecretSetting,
  namesIn,
  plainMessage,
  type SettingGroup,
  settingGroups,
} from '#app/contracts/setup/setting-names.ts'
import { type OpenItem, type Topic, topics } from '../checklist.ts'
import { whenOf } from '../opening.ts'
import { lastSaved, stateOf } from '../saved-config.ts'
import { setupState } from './open-items.ts'
import { type SetupProgress, setupProgress } from './setup-progress.ts'

/** A setting as its form shows it; a secret's value never leaves the server [SETUP-02]. */
type ShownSetting = {
  name: string
  /** The environment sets it, and wins. */
  isGiven: boolean
  isSaved: boolean
  /** What is saved; empty where it is a secret, or nothing. */
  value: string
}

export type SettingForm = {
  group: SettingGroup
  /** Names the current state; sent back with the form. */
  state: string
  saved: { at: string; by: string } | null
  settings: ShownSetting[]
}

export async function setupPage(app: AppContext) {
  return withDatabase(app, async ({ orm }) => {
    const { config, saved, tried, open } = await setupState({ ...app, orm })
    const formOf = (group: SettingGroup): SettingForm => {
      const last = lastSaved(saved, group)
      return {
        group,
        state: stateOf(saved, group),
        saved: last && { at: last.at.toISOString(), by: last.by },
        settings: namesIn(group).map((name) => {
          const own = saved.find((each) => each.name === name)
          return {
            name,
            isGiven: config.given.has(name),
            isSaved: own !== undefined,
            value: isSecretSetting(name) ? '' : (own?.value ?? ''),
          }
        }),
      }
    }
    const progress = await setupProgress(orm, app, open)
    const { state } = progress.opening
    const smtp = saved.find(({ name }) => name === 'SMTP_URL')?.value ?? null
    return {
      ...progress,
      topics: (Object.keys(topics) as Topic[]).map((topic) => ({
        ...shownTopic(
          topic,
          open.filter((each) => each.topic === topic),
          state,
        ),
        /** Nothing is open because the shop can do without it: no key was entered. */
        isUnused: topic === 'labels' && config.labels === null,
      })),
      forms: Object.fromEntries(settingGroups.map((group) => [group, formOf(group)])) as Record<
        SettingGroup,
        SettingForm
      >,
      /** The mail server that is saved, without its password. */
      mailServer: smtp === null ? null : partsOf(smtp),
      /** Settings that are the environment's alone, as they are now. */
      given: {
        publicUrl: config.publicUrl,
        trustProxy: config.trustProxy,
        dataDir: config.dataDir,
        database: config.database,
      },
      tried: {
        mailAt: tried.testEmailAt?.toISOString() ?? null,
        paymentAt: tried.paymentAt?.toISOString() ?? null,
        backupAt: tried.backupAt?.toISOString() ?? null,
      },
      canSendEmail: config.mail.smtp !== null,
      isStripe: config.stripe !== null,
      /** Also by a test; false where a key is missing or not usable. */
      canPay: app.payments !== null,
      /** A piece can be bought now, to try it. */
      canBuy: await canBuy(app),
      /** The products that can be bought from the opening on, the first by name. */
      shown: await shownProducts(orm),
    }
  })
}

export type SetupTopic = SetupPage['topics'][number]

export type SetupPage = Awaited<ReturnType<typeof setupPage>>

const namedAtMost = 5

async function shownProducts(orm: Orm) {
  const found = await orm
    .select({ name: products.name })
    .from(products)
    .where(eq(products.active, true))
    .orderBy(products.name, products.id)
    .limit(namedAtMost)
  const count = await orm.$count(products, eq(products.active, true))
  return { count, names: found.map(({ name }) => name) }
}

function shownTopic(
  topic: Topic,
  open: readonly OpenItem[],
  state: SetupProgress['opening']['state'],
) {
  const shown = new Map(
    open.map((each) => [
      each.plain ?? plainMessage(each.sentence),
      { when: whenOf(each, state), isBroken: each.isBroken ?? false },
    ]),
  )
  // Of texts they would name files alone, which the command names.
  const messages = topic === 'texts' ? [] : open.map(({ sentence }) => sentence)
  return {
    topic,
    title: topics[topic],
    /** In the words of a jeweler. */
    open: [...shown].map(([message, how]) => ({ message, ...how })),
    /** The same for the person who runs the server, as launch-check says it; without what reads alike. */
    details: messages.filter((message) => !shown.has(message)),
  }
}

function partsOf(smtpUrl: string) {
  const { protocol, hostname, port, username } = new URL(smtpUrl)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: port || (isTls ? '465' : '587'),
    encryption: isTls ? 'tls' : 'starttls',
    user: decodeURIComponent(username),
  }
}
