import { eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { redirects } from '#app/.server/platform/db/texts-schema.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { readOldPath, readTarget, targetKey } from '#app/domain/content/redirect.ts'

/** Set by staff; those of changed web addresses are not limited. */
const maxRedirects = 1000

/** What the shop answers at a path now. */
export type AnswerAt = (path: string) => Promise<Pick<Response, 'status' | 'headers'>>

type Asked = { by: string; from: string; to: string; answerAt: AnswerAt }

/**
 * Adds a redirect from an address that has no page to one that has [SEO-12]. Redirects that led to the old address
 * lead to the new one from now on, so that none leads to another.
 */
export async function addRedirect(
  app: AppContext,
  { by, from, to, answerAt }: Asked,
): Promise<{ path: string; target: string }> {
  const path = readOldPath(from, app.publicUrl)
  if (typeof path !== 'string') throw refused('from', path.why)
  const typed = readTarget(to, app.publicUrl)
  if (typeof typed !== 'string') throw refused('to', typed.why)
  const target = await pageAt(typed, { app, answerAt })
  if (targetKey(target) === path) throw refused('to', 'Both addresses are the same.')
  const before = await answerAt(encodeURI(path))
  return staffTransaction(app, { by }, async (tx, { at, audit }) => {
    // Two that are added at once must see each other.
    await tx.execute('lock table redirects in share row exclusive mode')
    const known = await redirectAt(tx, path)
    if (known)
      throw refused('from', `${path} already redirects to ${known.target}. Delete it first.`)
    if (before.status !== 404) {
      throw refused(
        'from',
        `There is a page at ${path}. You can only redirect an address that has no page.`,
      )
    }
    const next = await redirectAt(tx, targetKey(target) ?? '')
    if (next) throw refused('to', `${next.path} redirects to ${next.target}. Enter that address.`)
    if ((await tx.$count(redirects, isNotNull(redirects.madeBy))) >= maxRedirects) {
      throw refused('from', `A shop can have ${maxRedirects} redirects. Delete some first.`)
    }
    const leading = await pathsThatLeadTo(tx, path)
    if (leading.length > 0) {
      await tx.update(redirects).set({ target }).where(inArray(redirects.path, leading))
    }
    await tx.insert(redirects).values({ path, target, madeBy: by, createdAt: at })
    await audit({ action: 'redirect.added', facts: { path, target } })
    return { path, target }
  })
}

/** Deletes one; one that is gone already is no error. */
export async function deleteRedirect(
  app: AppContext,
  { by, path }: { by: string; path: string },
): Promise<void> {
  await staffTransaction(app, { by }, async (tx, { audit }) => {
    const [gone] = await tx.delete(redirects).where(eq(redirects.path, path)).returning()
    if (!gone) return
    await audit({ action: 'redirect.deleted', facts: { path, target: gone.target } })
  })
}

async function redirectAt(tx: Orm, path: string) {
  const [found] = await tx.select().from(redirects).where(eq(redirects.path, path))
  return found
}

/** A target may be encoded, and have a query or a fragment: those few are read. */
async function pathsThatLeadTo(tx: Orm, path: string): Promise<string[]> {
  const { target } = redirects
  const found = await tx
    .select({ path: redirects.path, target })
    .from(redirects)
    .where(or(inArray(target, [path, `${path}/`]), sql`${target} ~ '[%?#]'`))
  return found.filter((each) => targetKey(each.target) === path).map((each) => each.path)
}

/** The address itself, or the one that it leads to, as the web address of a product does. */
async function pageAt(
  target: string,
  { app, answerAt }: { app: AppContext; answerAt: AnswerAt },
): Promise<string> {
  const { status, headers } = await answerAt(target.replace(/#.*$/s, ''))
  const location = headers.get('Location')
  if (status === 200) return target
  const moved = status >= 300 && status < 400 && location && readTarget(location, app.publicUrl)
  if (typeof moved === 'string' && (await answerAt(moved)).status === 200) return moved
  throw refused('to', `There is no page at ${target}.`)
}

const refused = (field: 'from' | 'to', message: string) =>
  new AppError('redirect_refused', 422, message, { details: { errors: { [field]: message } } })
