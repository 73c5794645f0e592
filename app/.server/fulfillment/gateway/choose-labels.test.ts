import { expect, it } from 'vitest'
import { readConfig } from '#app/.server/config.ts'
import { chooseLabels } from './choose-labels.ts'

const choose = async (environment: Record<string, string>) =>
  chooseLabels(readConfig({ GOLD_SOURCES: 'none', ...environment }), new AbortController().signal)
const stripe = (key: string) => ({ STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: 'whsec_1' })

it('labels are off without a key, and of the mode of the shop [LABEL-05]', async () => {
  expect(await choose({})).toBeNull()
  expect(await choose({ EASYPOST_API_KEY: 'EZTK1' })).toMatchObject({ live: false })
  expect(await choose({ EASYPOST_API_KEY: 'EZTK1', ...stripe('sk_test_1') })).toMatchObject({
    live: false,
  })
  expect(await choose({ EASYPOST_API_KEY: 'EZAK1', ...stripe('sk_live_1') })).toMatchObject({
    live: true,
  })
})

it.each([
  [{ EASYPOST_API_KEY: 'hello' }, /EASYPOST_API_KEY must begin with EZTK/],
  [{ EASYPOST_API_KEY: 'EZAK1' }, /is a production key, which buys real labels/],
  [{ EASYPOST_API_KEY: 'EZAK1', ...stripe('sk_test_1') }, /is a production key/],
  [{ EASYPOST_API_KEY: 'EZTK1', ...stripe('sk_live_1') }, /is a test key, whose labels no carrier/],
  [{ EASYPOST_API_KEY: 'EZTK1', DATABASE_URL: 'none' }, /beside DATABASE_URL=none/],
  [
    { EASYPOST_API_KEY: 'EZTK1', EASYPOST_API_URL: 'http://labels.example' },
    /must begin with https/,
  ],
  [
    {
      EASYPOST_API_KEY: 'EZAK1',
      EASYPOST_API_URL: 'http://127.0.0.1:9',
      ...stripe('sk_live_1'),
    },
    /leads to a stand-in on this machine/,
  ],
])('a key that does not fit stops the start: %o [LABEL-05]', async (environment, sentence) => {
  await expect(choose(environment as unknown as Record<string, string>)).rejects.toThrow(sentence)
})
