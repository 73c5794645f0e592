import { desc, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { rows } from '#app/.server/platform/db/database.ts'
import { goldPriceDays } from '#app/.server/platform/db/signing-schema.ts'
import { hasDatabase, withDatabase } from '#app/.server/platform/db/with-database.ts'
import { withFallback } from '#app/.server/platform/db/with-fallback.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { type Cents, parseDollarInput } from '#app/domain/money/cents.ts'
import { type Milligrams, parseGramInput } from '#app/domain/money/grams.ts'
import { commaProblem } from '#app/domain/money/typed-number.ts'
import { type ItemPrice, priceItem } from '#app/domain/pricing/price.ts'
import { proofCheck } from '../check-proof.ts'
import { goldPriceChain, linkHash, linksOfRecord, type PriceRecord } from '../price-chain.ts'
import { dateOf, openDays, type ProofFile } from '../proof-days.ts'
import { rateOf } from '../repository.ts'
import { proofFile } from './proof.ts'

/** What the check of the whole record found; `problem` is a sentence. */
export type ProofState = { links: number; problem: string | null }

/** Days are in UTC. */
const isOver = (date: string, { now }: Pick<AppContext, 'now'>) => date < dateOf(now())

const daysOnAPage = 30

/** The days, newest first, with their roots [PROOF-06]. */
export async function proofPage(app: AppContext, asked: number) {
  const read = await withFallback(app, async ({ orm }) => {
    const total = await orm.$count(goldPriceDays)
    const { page, pages, limit, offset } = paginate(asked, total, daysOnAPage)
    const signed = await orm
      .select({
        date: goldPriceDays.day,
        links: goldPriceDays.links,
        root: goldPriceDays.root,
        finished: sql<boolean>`true`,
        isOver: sql<boolean>`true`,
      })
      .from(goldPriceDays)
      .orderBy(desc(goldPriceDays.day))
      .limit(limit)
      .offset(offset)
    const open = page === 1 ? await openDays(orm, app.now()) : []
    const unfinished = open.map(({ date, links, root }) => ({
      ...{ date, root },
      links: links.length,
      finished: false,
      isOver: isOver(date, app),
    }))
    const { links, problem } = await proofCheck(app)
    return { check: { links, problem }, days: [...unfinished.reverse(), ...signed], page, pages }
  })
  const keepsRecord = hasDatabase(app)
  return { keepsRecord, ...(read?.value ?? { check: null, days: [], page: 1, pages: 1 }) }
}

export type ProofPage = Awaited<ReturnType<typeof proofPage>>

export type ProofDayPage = { file: ProofFile; check: ProofState; isOver: boolean }

/** What a reader sees of a day; refused as its file is. */
export async function proofDayPage(app: AppContext, date: string): Promise<ProofDayPage> {
  const { text } = await proofFile(app, date)
  const { links, problem } = await proofCheck(app)
  const file = JSON.parse(text) as ProofFile
  return { file, check: { links, problem }, isOver: isOver(file.day.date, app) }
}

/** What was typed, and what it comes to; a sentence for each field that cannot be read. */
export type PriceSum = {
  typed: { grams: string; fee: string }
  errors: { grams?: string; fee?: string }
  price: (ItemPrice & { weight: Milligrams }) | null
}

/** A price by its number, and a sum at it; null where no accepted price has that number [PROOF-07]. */
export function recordPage(app: AppContext, record: number, input: PriceSum['typed']) {
  return withDatabase(app, async ({ orm }) => {
    const stored = await linksOfRecord(orm, record)
    const [first] = stored
    if (!first) return null
    const links = stored.flatMap(({ position, hash, text }) =>
      text === null ? [] : [{ ...(JSON.parse(text) as PriceRecord), position, hash }],
    )
    const [link] = links
    if (!link) return null
    const [before] = await rows<{ hash: string }>(
      orm,
      sql`select hash from chain_links where chain = ${goldPriceChain.name}
        and position = ${first.position - 1}`,
    )
    const [day] = await orm
      .select({ date: goldPriceDays.day })
      .from(goldPriceDays)
      .where(sql`last_position >= ${first.position}`)
      .orderBy(goldPriceDays.day)
      .limit(1)
    const open =
      day ??
      (await openDays(orm, app.now())).find(({ lastPosition }) => lastPosition >= first.position)
    const perGram = rateOf(link.perGram) as PricePerGram
    return {
      links,
      date: open?.date ?? null,
      holds: first.hash === linkHash(before?.hash ?? '', first.text ?? ''),
      perGram,
      sum: sumOf(input, perGram),
    }
  })
}

export type RecordPage = NonNullable<Awaited<ReturnType<typeof recordPage>>>

function sumOf(input: PriceSum['typed'], perGram: PricePerGram): PriceSum {
  const isEmpty = input.grams === '' && input.fee === ''
  const weight = parseGramInput(input.grams)
  const fee = input.fee === '' ? (0 as Cents) : parseDollarInput(input.fee)
  const errors: PriceSum['errors'] = {}
  if (!isEmpty && weight === null) {
    errors.grams = commaProblem(input.grams) ?? 'Enter the weight in grams, like 14.2.'
  }
  if (!isEmpty && (fee === null || fee < 0)) {
    errors.fee = commaProblem(input.fee, 'dollars') ?? 'Enter the fee in dollars, like 60.00.'
  }
  const isRead = !isEmpty && weight !== null && fee !== null && fee >= 0
  return {
    typed: input,
    errors,
    price: isRead ? { weight, ...priceItem(weight, fee, perGram) } : null,
  }
}
