import { z } from 'zod'
import {
  publishText,
  restoreBuiltInText,
  revertText,
} from '#app/.server/content/commands/publish-text.ts'
import { discardDraft, saveDraft } from '#app/.server/content/commands/text-drafts.ts'
import { checkedText, type VersionedText } from '#app/.server/content/versioned-text.ts'
import type { Right } from '#app/domain/access/rights.ts'
import { staffAction } from '../components/staff-actions.ts'

const count = z.coerce.number().int().min(0)

/** The version and the draft that were on the screen. */
export const seenForm = z.object({ seen: count, draft: count })

type Kind = {
  /** Who writes texts of this kind. */
  right: Right
  /** The text of this key; refused where there is none. */
  textOf: (key: string) => VersionedText
  /** What is said after a text was published. */
  published: (key: string, input: Record<string, string>, now: Date) => string
}

const unchanged = 'Nothing was changed because this text is already in use.'

/** What staff do with a text of any kind: draft, publish, go back. Whether it can be published it says itself. */
export function versionActions({ right, textOf, published }: Kind) {
  return {
    draft: staffAction(right, 'never', {
      form: seenForm,
      run: (app, { id, ...seen }, { typed }) =>
        saveDraft(app, { ...seen, text: textOf(id), typed }),
      answer: (isNew) =>
        isNew ? 'Draft saved. The published version stays in use.' : 'The draft is already saved.',
    }),
    discard: staffAction(right, 'never', {
      form: seenForm,
      run: (app, { id, draft, by }) => discardDraft(app, { text: textOf(id), draft, by }),
      answer: (isNew) => (isNew ? 'The draft was discarded.' : 'There’s no draft.'),
    }),
    publish: staffAction(right, 'checked', {
      form: seenForm,
      async run(app, { id, ...seen }, { typed, requireFresh }) {
        const text = textOf(id)
        // What’s wrong with it is said before anything must be confirmed.
        checkedText(text, typed)
        await requireFresh()
        return publishText(app, { ...seen, text, typed })
      },
      answer: (isNew, _, { app, id, typed }) =>
        isNew ? published(id, typed, app.now()) : unchanged,
    }),
    'built-in': staffAction(right, 'once valid', {
      form: seenForm,
      run: (app, { id, ...seen }) => restoreBuiltInText(app, { ...seen, text: textOf(id) }),
      answer: (isNew) => (isNew ? 'You’re using the default again.' : unchanged),
    }),
    'take back': staffAction(right, 'once valid', {
      form: seenForm.extend({ version: count.min(1) }),
      run: (app, { id, ...seen }) => revertText(app, { ...seen, text: textOf(id) }),
      answer: (isNew, { version }) => (isNew ? `Version ${version} is in use again.` : unchanged),
    }),
  }
}
