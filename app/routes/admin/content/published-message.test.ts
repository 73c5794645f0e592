import { expect, it } from 'vitest'
import { publishedMessage } from './published-message.ts'

it.each([
  ['policy-privacy-policy', {}, /is showing it now/],
  ['post-5', { shown: 'yes', date: '2026-03-11T09:00' }, /is showing it now/],
  ['post-5', { shown: 'yes', date: '2026-03-11T09:01' }, /at the scheduled time\./],
  ['post-5', { shown: 'no', date: '2026-03-11T09:00' }, /hidden/],
  ['announcement', { text: 'Closed', from: '', until: '' }, /is showing it now/],
  [
    'announcement',
    { text: 'Closed', from: '2026-03-12T09:00', until: '' },
    /at the scheduled time\./,
  ],
  ['announcement', { text: 'Closed', from: '', until: '2026-03-11T09:00' }, /end time has passed/],
  ['announcement', { text: ' ', from: '', until: '' }, /No announcement/],
] as const)('says whether what was published is shown: %s, %o [TEXTS-08]', (key, input, words) => {
  expect(publishedMessage(key, input, new Date('2026-03-11T16:00:00Z'))).toMatch(words)
})
