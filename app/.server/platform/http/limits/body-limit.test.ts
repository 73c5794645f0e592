import { describe, expect, it, vi } from 'vitest'
import { isTooLarge, limitBody } from './body-limit.ts'

const kilobyte = new Uint8Array(1024)

/** A request whose body comes in pieces, and how many were taken of it. */
function request(pieces: number, headers: Record<string, string> = {}) {
  let taken = 0
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (taken === pieces) return controller.close()
        taken += 1
        controller.enqueue(kilobyte)
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, headers, duplex: 'half' as const }
  return { taken: () => taken, limited: limitBody(new Request('http://shop.test/', init)) }
}

describe('the body of a request [LIMIT-01]', () => {
  it('of up to 16 kB is read whole, and nothing of it before it is asked for', async () => {
    const { taken, limited } = request(16)
    expect(taken()).toBe(0)
    expect((await limited.request.arrayBuffer()).byteLength).toBe(16 * 1024)
    expect(limited.refused()).toBeNull()
  })

  it('is read to the first piece too many, and no further', async () => {
    const { taken, limited } = request(Number.POSITIVE_INFINITY)
    await expect(limited.request.text()).rejects.toThrow()
    expect(taken()).toBe(17)
    expect(limited.refused()).toMatchObject({ code: 'too_large', status: 413 })
    expect(limited.refused()?.message).toBe('The request is larger than 16 kB.')
  })

  it('is not read at all where the request says that it is too large', async () => {
    const { taken, limited } = request(20, { 'content-length': '20480' })
    await expect(limited.request.text()).rejects.toThrow()
    expect(taken()).toBe(0)
    expect(limited.refused()).toMatchObject({ status: 413 })
    const giant = { 'content-length': String(16 * 1024 * 1024 + 1) }
    expect(isTooLarge(new Request('http://shop.test/', { headers: giant }))).toBe(true)
  })

  it('may be larger where the route says so', async () => {
    const { limited } = request(20, { 'content-length': '20480' })
    limited.allow({ kilobytes: 20, seconds: 10 })
    expect((await limited.request.text()).length).toBe(20 * 1024)
  })

  it('that takes more than ten seconds is given up, however it trickles', async () => {
    vi.useFakeTimers()
    try {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const body = new ReadableStream<Uint8Array>({
        start(given) {
          controller = given
        },
      })
      const trickle = setInterval(() => {
        if (limited.refused() === null) controller?.enqueue(new Uint8Array(1))
      }, 1000)
      const init = { method: 'POST', body, duplex: 'half' as const }
      const limited = limitBody(new Request('http://shop.test/', init))
      const read = limited.request.text().catch((error: Error) => error.message)
      await vi.advanceTimersByTimeAsync(9_999)
      expect(limited.refused()).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      expect(await read).toBe('The request did not arrive in time.')
      expect(limited.refused()).toMatchObject({ status: 408 })
      clearInterval(trickle)
    } finally {
      vi.useRealTimers()
    }
  })
})
