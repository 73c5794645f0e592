import pg from 'pg'
import type { PostgresServer } from '#tests/support/postgres-server.ts'
import type { StripeServer } from '#tests/support/stripe-server.ts'
import { type Incident, stripeBehavior } from './plan.ts'
import type { ShopProcesses } from './processes.ts'
import { fillDisk } from './small-disk.ts'

/** What is committed must outlive the server being killed, as at any real shop. */
export async function keepsCommits(server: PostgresServer): Promise<void> {
  await asOperator(server, 'alter database shop set synchronous_commit = on')
}

type Exposed = {
  shops: ShopProcesses
  stripe: StripeServer
  server: PostgresServer | null
  /** The disk of the database, where it is one that can be filled. */
  disk: string | null
}

/** Lets it happen; a server that was stopped is there again at the end. */
export async function befalls(
  incident: Incident,
  { shops, stripe, server, disk }: Exposed,
): Promise<void> {
  switch (incident.what) {
    case 'kill a process':
      return shops.kill(incident.process)
    case 'kill all':
      return shops.killAll(incident.minutesLater)
    case 'freeze a process':
      return shops.freeze(incident.process, incident.forMs)
    case 'stripe fails':
    case 'stripe breaks off':
    case 'stripe cannot be reached':
    case 'stripe answers a page':
    case 'stripe is silent':
    case 'stripe is slow':
      return stripe.behave(stripeBehavior(incident.what), incident.calls)
    case 'fill the disk': {
      if (!disk) return
      const makeRoom = await fillDisk(disk)
      await new Promise((resolve) => setTimeout(resolve, incident.forMs))
      await makeRoom()
      // A server that could not write its log ends; an operator starts it again.
      await server?.stop('immediate')
      return server?.start()
    }
    case 'stop fast':
    case 'stop immediate':
      await server?.stop(incident.what === 'stop fast' ? 'fast' : 'immediate')
      return server?.start()
    case 'terminate backends':
    case 'lose notices':
    case 'kill a backend': {
      if (!server) return
      const ofShop = `from pg_stat_activity where application_name = 'shop'`
      if (incident.what === 'lose notices') {
        await asOperator(
          server,
          `select pg_terminate_backend(pid) ${ofShop} and query ilike 'listen %'`,
        )
        return
      }
      if (incident.what === 'terminate backends') {
        await asOperator(server, `select pg_terminate_backend(pid) ${ofShop}`)
        return
      }
      const [one] = await asOperator(server, `select pid ${ofShop} order by state limit 1`)
      if (one) process.kill(Number(one.pid), 'SIGKILL')
      return
    }
  }
}

async function asOperator(server: PostgresServer, statement: string) {
  const client = await connected(server)
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** After a crash the server takes a moment. */
async function connected(server: PostgresServer): Promise<pg.Client> {
  for (const until = Date.now() + 30_000; ; ) {
    const client = new pg.Client({
      connectionString: server.url('shop'),
      application_name: 'storm',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
