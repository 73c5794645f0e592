import { data } from 'react-router'
import { z } from 'zod'
import type { AppContext } from '#app/.server/app-context.ts'
import { markRead } from '#app/.server/content/commands/mark-read.ts'
import {
  publishText,
  useShippedText as putShippedText,
  takeBackText,
} from '#app/.server/content/commands/publish-text.ts'
import { discardDraft, saveDraft } from '#app/.server/content/commands/text-drafts.ts'
import { runCommand } from '../components/run-command.ts'
import { publishedWords } from './published-words.ts'

type Asked = { typed: Record<string, string>; by: string; requireFresh: () => Promise<void> }

const unchanged = 'Nothing was changed: this text stands already.'

/** Saves, publishes or takes back a text. What was typed comes back where it is not saved. */
export async function performTextAction(
  app: AppContext,
  key: string,
  { typed, by, requireFresh }: Asked,
) {
  const parsed = shopTextAction.safeParse(typed)
  if (!parsed.success) {
    const refused = { code: 'invalid_request', message: 'This cannot be done here.', typed }
    return data({ refused }, { status: 400 })
  }
  const asked = parsed.data
  const { seen, draft } = asked
  const change = { key, seen, draft, by }
  const done = (isNew: boolean, sentence: string) => ({ done: isNew ? sentence : unchanged })
  return runCommand(
    app,
    async () => {
      switch (asked.action) {
        case 'draft':
          return (await saveDraft(app, { ...change, typed }))
            ? { done: 'The draft is kept. The shop shows what it showed before.' }
            : { done: 'The draft is kept already.' }
        case 'publish':
          await requireFresh()
          return done(
            await publishText(app, { ...change, typed }),
            publishedWords(key, typed, app.now()),
          )
        case 'discard':
          return (await discardDraft(app, { key, draft, by }))
            ? { done: 'The draft is gone.' }
            : { done: 'There is no draft.' }
        case 'shipped':
          await requireFresh()
          return done(await putShippedText(app, change), 'The built-in text is in use again.')
        case 'take back': {
          await requireFresh()
          const { version } = asked
          return done(
            await takeBackText(app, { ...change, version }),
            `Version ${version} is in use again.`,
          )
        }
        case 'read':
          return (await markRead(app, { key, seen, by }))
            ? { done: 'Noted: this version was read.' }
            : { done: 'This is noted already.' }
      }
    },
    typed,
  )
}

/** What can be done on the screen of a text; whether it can be published the shop says. */
const count = z.coerce.number().int().min(0)
const seen = { seen: count, draft: count }

const shopTextAction = z.discriminatedUnion('action', [
  z.object({ action: z.literal('publish'), ...seen }),
  z.object({ action: z.literal('draft'), ...seen }),
  z.object({ action: z.literal('discard'), ...seen }),
  z.object({ action: z.literal('shipped'), ...seen }),
  z.object({ action: z.literal('read'), ...seen }),
  z.object({ action: z.literal('take back'), ...seen, version: count.min(1) }),
])
