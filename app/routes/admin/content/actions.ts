import { markRead } from '#app/.server/content/commands/mark-read.ts'
import { shopText } from '#app/.server/content/shop-text.ts'
import { staffAction } from '../components/staff-actions.ts'
import { publishedMessage } from './published-message.ts'
import { seenForm, versionActions } from './version-actions.ts'

/** What staff do with a text of the shop. */
export const textActions = {
  ...versionActions({ right: 'settings', textOf: shopText, published: publishedMessage }),
  read: staffAction(null, 'never', {
    form: seenForm,
    run: (app, { id: key, seen, by }) => markRead(app, { key, seen, by }),
    answer: (isNew) =>
      isNew
        ? 'This version was marked as reviewed.'
        : 'This version was already marked as reviewed.',
  }),
}
