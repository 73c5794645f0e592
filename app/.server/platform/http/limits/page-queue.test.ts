import { expect, it, vi } from 'vitest'
import { answerInTurn, openPageQueue, openPdfQueue, tooBusy } from './page-queue.ts'

/** Work that lasts until it is ended. */
function lasting() {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { work: () => promise, end: () => resolve('done') }
}

it('works on some at once, lets some wait in order, and refuses the rest [FAULT-08]', async () => {
  const inTurn = openPageQueue({ atOnce: 2, maxWaiting: 2, maxWaitMs: 60_000 })
  const begun: number[] = []
  const jobs = Array.from({ length: 5 }, lasting)
  const answers = jobs.map(({ work }, at) =>
    inTurn(() => {
      begun.push(at)
      return work()
    }),
  )
  expect(await answers[4]).toBeNull()
  expect(begun).toEqual([0, 1])
  jobs[1]?.end()
  expect(await answers[1]).toBe('done')
  expect(begun).toEqual([0, 1, 2])
  for (const { end } of jobs) end()
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done', 'done', null])
  expect(await inTurn(async () => 'free again')).toBe('free again')
})

it('hands a place on although the work failed, and refuses what waited too long [FAULT-08]', async () => {
  const inTurn = openPageQueue({ atOnce: 1, maxWaiting: 5, maxWaitMs: 20 })
  const first = lasting()
  const running = inTurn(first.work)
  expect(await inTurn(async () => 'never begun')).toBeNull()
  first.end()
  await running
  const failing = inTurn(async () => {
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(await inTurn(async () => 'next')).toBe('next')
})

it('says when to come again [FAULT-08]', async () => {
  const asked = new Request('http://localhost/products', { headers: { accept: 'text/html' } })
  const response = tooBusy(asked)
  expect(response.status).toBe(503)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await response.text()).toContain('Please try again in a few seconds.')
})

it('takes its turn from work that hangs, so that the next may begin [CACHE-09]', async () => {
  const inTurn = openPageQueue({ atOnce: 1, maxWaiting: 1, maxWaitMs: 60_000, maxRunMs: 5 })
  expect(await inTurn(lasting().work)).toBeNull()
  expect(await inTurn(async () => 'free again')).toBe('free again')
})

it('shows what a done form has done, and pages of staff, without a turn; a refused form waits [ATTACK-13]', async () => {
  const queue = openPageQueue({ atOnce: 1, maxWaiting: 0, maxWaitMs: 20 })
  const { work, end } = lasting()
  const running = queue(work)
  const answer = (path: string, status: number, method = 'POST') =>
    answerInTurn(
      queue,
      { request: new Request(`http://shop.test${path}`, { method }), status },
      async () => 'page',
    )
  expect(await answer('/contact', 200)).toBe('page')
  expect(await answer('/admin/login', 400)).toBe('page')
  expect(await answer('/contact', 200, 'GET')).toBe('page')
  expect(await answer('/contact', 400)).toBeNull()
  end()
  await running
  expect(await answer('/contact', 400)).toBe('page')
})

it('makes one PDF at a time, lets 50 wait in order, and refuses the rest [LIMIT-09]', async () => {
  // None loses its turn, however long the machine takes.
  vi.useFakeTimers()
  try {
    const inTurn = openPdfQueue()
    const begun: number[] = []
    const jobs = Array.from({ length: 52 }, lasting)
    const answers = jobs.map(({ work }, at) =>
      inTurn(() => {
        begun.push(at)
        return work()
      }),
    )
    expect(await answers[51]).toBeNull()
    for (const [at, { end }] of jobs.slice(0, 51).entries()) {
      expect(begun.at(-1)).toBe(at)
      end()
      expect(await answers[at]).toBe('done')
    }
    expect(begun).toHaveLength(51)
  } finally {
    vi.useRealTimers()
  }
})
