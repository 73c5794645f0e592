import { PGlite } from '@electric-sql/pglite'
import { pino } from 'pino'
import { embeddedParsers } from '#app/.server/platform/db/column-types.ts'
import type { Database } from '#app/.server/platform/db/database.ts'
import { openEmbedded } from '#app/.server/platform/db/embedded.ts'
import { asNew, type Beginning, beginningOf, watchWrites } from './as-new.ts'

/** Hands out embedded databases that all begin alike; those that were closed are used again. */
export type ReusedEmbedded = {
  open(): Promise<Database>
  /** Ends those that wait to be used again. */
  close(): Promise<void>
}

type Instance = { client: PGlite; beginning: Beginning }

const silent = pino({ level: 'silent' })

/**
 * To start one takes a second and to put its rows back a fiftieth of that, so each is used again once
 * its test has closed it. A test that changed the schema leaves one that is not.
 */
export function reusedEmbedded(files: () => Promise<Blob>): ReusedEmbedded {
  const idle: Instance[] = []
  const start = async (): Promise<Instance> => {
    const loadDataDir = await files()
    const client = await PGlite.create('memory://', { loadDataDir, parsers: embeddedParsers })
    const beginning = await beginningOf(client)
    await watchWrites(client)
    return { client, beginning }
  }
  const isAsNew = async ({ client, beginning }: Instance): Promise<boolean> => {
    if (client.closed) return false
    await client.exec('rollback')
    await client.exec('discard all')
    return asNew(client, beginning)
  }
  const taken = async (): Promise<Instance> => {
    for (let one = idle.pop(); one; one = idle.pop()) {
      if (await isAsNew(one)) return one
      await one.client.close()
    }
    return start()
  }
  return {
    async open() {
      const instance = await taken()
      const { client, giveBack } = lent(instance.client)
      const db = await openEmbedded('memory://', silent, { client })
      let open = true
      return {
        ...db,
        async close() {
          if (!open) return
          open = false
          await giveBack()
          idle.push(instance)
        },
      }
    },
    async close() {
      for (const { client } of idle.splice(0)) await client.close()
    },
  }
}

/** The client until it is given back; from then on it is closed to whoever still holds it. */
function lent(client: PGlite) {
  let isBack = false
  const listening: Parameters<PGlite['unlisten']>[] = []
  const face = new Proxy(client, {
    get(target, key) {
      if (key === 'closed') return isBack || target.closed
      const value = Reflect.get(target, key, target)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        if (isBack) throw new Error('PGlite is closed')
        if (key === 'listen') listening.push(args as Parameters<PGlite['unlisten']>)
        return value.apply(target, args)
      }
    },
  })
  const giveBack = async () => {
    isBack = true
    for (const heard of listening) await client.unlisten(...heard)
  }
  return { client: face, giveBack }
}
