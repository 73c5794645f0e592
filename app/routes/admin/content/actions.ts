import { z } from 'zod'
import { markRead } from '#app/.server/content/commands/mark-read.ts'
import {
  publishText,
  useShippedText as putShippedText,
  takeBackText,
} from '#app/.server/content/commands/publish-text.ts'
import { discardDraft, saveDraft } from '#app/.server/content/commands/text-drafts.ts'
import { staffAction } from '../components/staff-actions.ts'
import { publishedWords } from './published-words.ts'

const count = z.coerce.number().int().min(0)
/** The versions of the text and of its draft that the page showed. */
const seen = { seen: count, draft: count }
const ofText = z.object(seen)

const unchanged = 'Nothing was changed: this text stands already.'

/** What staff do with a text of the shop; `id`: the key of the text. Its fields are read by its definition. */
export const textActions = {
  draft: staffAction({
    form: ofText,
    reauth: 'never',
    run: (app, { id: key, ...change }, { typed }) => saveDraft(app, { ...change, key, typed }),
    answer: (isNew) =>
      isNew
        ? 'The draft is kept. The shop shows what it showed before.'
        : 'The draft is kept already.',
  }),
  publish: staffAction({
    form: ofText,
    reauth: 'once valid',
    run: (app, { id: key, ...change }, { typed }) => publishText(app, { ...change, key, typed }),
    answer: (isNew, _, { id, typed, app }) =>
      isNew ? publishedWords(id, typed, app.now()) : unchanged,
  }),
  discard: staffAction({
    form: ofText,
    reauth: 'never',
    run: (app, { id: key, ...change }) => discardDraft(app, { ...change, key }),
    answer: (isDiscarded) => (isDiscarded ? 'The draft is gone.' : 'There is no draft.'),
  }),
  shipped: staffAction({
    form: ofText,
    reauth: 'once valid',
    run: (app, { id: key, ...change }) => putShippedText(app, { ...change, key }),
    answer: (isNew) => (isNew ? 'The built-in text is in use again.' : unchanged),
  }),
  'take back': staffAction({
    form: z.object({ ...seen, version: count.min(1) }),
    reauth: 'once valid',
    run: (app, { id: key, ...change }) => takeBackText(app, { ...change, key }),
    answer: (isNew, { version }) => (isNew ? `Version ${version} is in use again.` : unchanged),
  }),
  read: staffAction({
    form: ofText,
    reauth: 'never',
    run: (app, { id: key, ...change }) => markRead(app, { ...change, key }),
    answer: (isNew) => (isNew ? 'Noted: this version was read.' : 'This is noted already.'),
  }),
}
