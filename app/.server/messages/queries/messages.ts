import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { messageReplies, messages } from '#app/.server/platform/db/message-schema.ts'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { begins, minLength } from '#app/.server/platform/db/search-by-numbers.ts'
import { withDatabase } from '#app/.server/platform/db/with-database.ts'
import { paginate } from '#app/.server/platform/pagination.ts'
import { emailTerms, shownEmail } from '#app/.server/platform/shown-email.ts'
import type { MessageState } from '#app/contracts/messages/message.ts'
import { searchTerm } from '#app/domain/catalog/search.ts'
import { nameKey } from '#app/domain/text/fold.ts'

const messagesOnAPage = 25

const { id, kind, receivedAt, name, email, phone, subject, body, state } = messages
const listed = { id, kind, receivedAt, name, email, subject, state }

const withShownEmail = <Row extends { email: string }>(row: Row): Row => ({
  ...row,
  email: shownEmail(row.email),
})

type ListQuestion = { q: string; state: MessageState | 'all'; page: number }

/** Messages of a state, the latest first [MESSAGE-02]. */
export async function messagesPage(app: AppContext, { q, state: of, page: asked }: ListQuestion) {
  return withDatabase(app, async ({ orm }) => {
    const where = and(of === 'all' ? undefined : eq(state, of), withText(q))
    const total = await orm.$count(messages, where)
    const { page, pages, limit, offset } = paginate(asked, total, messagesOnAPage)
    const found = await orm
      .select(listed)
      .from(messages)
      .where(where)
      .orderBy(desc(receivedAt), sql`${id} collate "C"`)
      .limit(limit)
      .offset(offset)
    return {
      messages: found.map(withShownEmail),
      total,
      page,
      pages,
      unsent: await unsentReplies(orm),
    }
  })
}

export type ListedMessage = Awaited<ReturnType<typeof messagesPage>>['messages'][number]

function withText(input: string): SQL | undefined {
  const term = searchTerm(input)
  const key = nameKey(term)
  return or(
    ...emailTerms(term).map((form) => sql`strpos(messages.search_text, ${form}) > 0`),
    key.length < minLength ? undefined : begins(sql`name_key(messages.name) collate "C"`, key),
  )
}

/** One message with its answers and what became of their emails, or null. */
export async function messageById(app: AppContext, wanted: string) {
  return withDatabase(app, async ({ orm }) => {
    const [message] = await orm
      .select({ ...listed, phone, body })
      .from(messages)
      .where(eq(id, wanted))
    if (!message) return null
    const answers = await orm
      .select({
        id: messageReplies.id,
        at: messageReplies.at,
        by: messageReplies.by,
        text: messageReplies.text,
        mail: { id: emailOutbox.id, state: emailOutbox.state, lastError: emailOutbox.lastError },
      })
      .from(messageReplies)
      .leftJoin(
        emailOutbox,
        and(
          eq(emailOutbox.messageId, messageReplies.messageId),
          eq(emailOutbox.kind, 'message-answer'),
          eq(emailOutbox.occasion, messageReplies.id),
        ),
      )
      .where(eq(messageReplies.messageId, wanted))
      .orderBy(asc(messageReplies.at), asc(messageReplies.id))
    return { ...withShownEmail(message), answers }
  })
}

export type ShownMessage = NonNullable<Awaited<ReturnType<typeof messageById>>>

/** For the Today page: those that wait for an answer, and answers that did not go out. */
export async function openMessages(orm: Orm): Promise<{ fresh: number; unsent: number }> {
  return { fresh: await orm.$count(messages, eq(state, 'new')), unsent: await unsentReplies(orm) }
}

function unsentReplies(orm: Orm): Promise<number> {
  return orm.$count(
    emailOutbox,
    and(eq(emailOutbox.kind, 'message-answer'), eq(emailOutbox.state, 'failed')),
  )
}
