import dns from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { backupStorage } from '../backup/backup-storage.ts'
import { ConfigError, readConfig } from '../config.ts'
import { EmailRefused } from '../emails/gateway/email-gateway.ts'
import { smtpEmail } from '../emails/gateway/smtp.ts'
import { easyPost } from '../fulfillment/gateway/easypost.ts'
import { goldFeeds } from '../gold-price/feeds/gold-feeds.ts'
import { openBucket } from './bucket.ts'
import { boundedFetch } from './http/bounded-fetch.ts'
import { isPublicAddress, type Reach } from './outgoing-address.ts'

let asked = 0
const server = createServer((_request, response) => {
  asked += 1
  response.end('inside')
})
let port = 0
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())
afterEach(() => {
  vi.restoreAllMocks()
  asked = 0
})

const inside = [
  ...['127.0.0.1', '127.8.8.8', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...[
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...['192.0.0.8', '198.18.0.1', '203.0.113.7', '240.0.0.1', '::', '::1', '::127.0.0.1'],
  ...['::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fe80::1%eth0', 'febf::1', 'fec0::1'],
  ...['fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe'],
  ...['64:ff9b:1::a00:1', '2002:7f00:1::', '2001::1', '2001:db8::1', '100::1', 'nonsense', ''],
]
const outside = [
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '64:ff9b::808:808',
]

it.each(inside)('%s is no public address [SSRF-01]', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})
it.each(outside)('%s is a public address [SSRF-01]', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

const limits = { timeoutMs: 5000, maxBytes: 1024 * 1024 }
const why = (url: string, reach: Reach) =>
  boundedFetch(url, { ...limits, reach }).then(
    ({ bytes }) => bytes.toString(),
    (failure) => failure.why,
  )

describe('an address that an owner enters', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://127.1:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::]:PORT/',
    'http://[64:ff9b::7f00:1]:PORT/',
    'http://169.254.169.254/latest/meta-data/',
  ])('does not lead inside as %s [SSRF-01]', async (url) => {
    expect(await why(url.replace('PORT', String(port)), [])).toBe('address')
    expect(asked).toBe(0)
  })

  it('is checked where the connection is made: a name that changes leads nowhere else [SSRF-01]', async () => {
    const answers = [{ address: '127.0.0.1', family: 4 }]
    const lookup = vi
      .spyOn(dns, 'lookup')
      .mockImplementation(((
        _host: string,
        _options: object,
        callback: (error: null, found: typeof answers) => void,
      ) => callback(null, answers)) as unknown as typeof dns.lookup)
    const url = `http://rebinding.example:${port}/`
    expect(await why(url, [])).toBe('address')
    expect(lookup).toHaveBeenCalledTimes(1)
    // The resolver is asked once: there is no second answer between the check and the connection.
    expect(await why(url, ['rebinding.example'])).toBe('inside')
    expect(lookup).toHaveBeenCalledTimes(2)
  })

  it('is followed to no private address by a redirect of its site [SSRF-01]', async () => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(302, { Location: `http://www.localhost:${port}/` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    const { port: from } = redirecting.address() as AddressInfo
    const call = { ...limits, reach: ['localhost'], redirects: 'same site' } as const
    await expect(boundedFetch(`http://localhost:${from}/`, call)).rejects.toThrow('redirects to')
    expect(asked).toBe(0)
    redirecting.close()
  })

  it('says so without its name or address, as a mail server too [SSRF-01]', async () => {
    const failure = await boundedFetch(`http://localhost:${port}/`, { ...limits, reach: [] }).catch(
      (error: unknown) => error,
    )
    expect((failure as Error).message).toBe(
      'leads into a private network, which ALLOW_PRIVATE_ADDRESSES does not name',
    )
    const email = { id: '1', to: 'ann@example.com', replyTo: null, subject: '', text: '', html: '' }
    const from = { name: '', address: 'orders@shop.example' }
    for (const host of ['localhost', '127.0.0.1', '[::1]']) {
      for (const to of [email.to, 'jörg@example.com']) {
        const gateway = smtpEmail({ url: `smtp://${host}:${port}`, reach: [], from })
        const refused = await gateway
          .send({ ...email, to }, new AbortController().signal)
          .catch((error: unknown) => error)
        expect(refused).toBeInstanceOf(EmailRefused)
        expect(refused).toMatchObject({ code: 'EPRIVATE', permanent: false })
      }
    }
  })

  it('of a bucket does not lead inside, streamed or whole [SSRF-01]', async () => {
    const settings = {
      bucket: 'gold',
      prefix: '',
      region: 'x',
      accessKeyId: 'a',
      secretAccessKey: 'b',
    }
    const bucket = openBucket(
      { ...settings, endpoint: `http://localhost:${port}`, reach: [] },
      { signal: new AbortController().signal, timeoutMs: 2000 },
    )
    const calls = [
      () => bucket.read('x'),
      () => bucket.open('x'),
      () => bucket.store('x', Buffer.from('x')),
      () => bucket.list(),
      () => bucket.remove('x'),
    ]
    for (const call of calls) await expect(call()).rejects.toThrow('leads into a private network')
    expect(asked).toBe(0)
  })
})

it('a carrier’s answer names no address inside as the file of a label [SSRF-01]', async () => {
  const { labels } = readConfig({ EASYPOST_API_KEY: 'EZTK1' })
  if (!labels) throw new Error('not set')
  const { file } = easyPost(labels, new AbortController().signal)
  for (const host of ['127.0.0.1', 'localhost', '169.254.169.254']) {
    await expect(file(`https://${host}:${port}/label.pdf`)).rejects.toThrow('private network')
  }
})

describe('ALLOW_PRIVATE_ADDRESSES', () => {
  it.each([['127.0.0.1'], ['127.0.0.0/8'], ['localhost'], ['10.0.0.0/8', 'localhost']])(
    'names the hosts and networks that owners may enter: %s [SSRF-03]',
    async (...reach) => {
      expect(await why(`http://localhost:${port}/`, reach)).toBe('inside')
    },
  )
  it.each([['10.0.0.0/8'], ['localhost.example'], ['128.0.0.0/1'], ['::/0'], ['fd00::/8']])(
    'allows nothing else: %s [SSRF-03]',
    async (...reach) => {
      expect(await why(`http://localhost:${port}/`, reach)).toBe('address')
    },
  )

  const keys = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const saved = {
    GOLD_WEBSITE_URL: 'https://gold.example',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'orders@shop.example',
    BACKUP_TO: 's3://gold',
    AWS_ENDPOINT_URL_S3: 'https://s3.example',
    ...keys,
  }
  const reachIn = ({
    gold,
    mail: email,
    backup,
  }: Pick<ReturnType<typeof readConfig>, 'gold' | 'mail' | 'backup'>) => [
    gold.websiteReach,
    email.smtp?.reach,
    backup.to?.kind === 's3' && backup.to.reach,
  ]

  it('holds for what is saved, while the environment is trusted [SSRF-03]', () => {
    expect(reachIn(readConfig(saved))).toEqual(['anywhere', 'anywhere', 'anywhere'])
    expect(reachIn(readConfig({}).over(saved) as never)).toEqual([[], [], []])
    const { AWS_ENDPOINT_URL_S3: _, ...amazon } = saved
    // The region is part of Amazon's address.
    expect(reachIn(readConfig({}).over({ ...amazon, AWS_REGION: 'x' }) as never)[2]).toEqual([])
    const allowing = readConfig({ ALLOW_PRIVATE_ADDRESSES: 'NAS.lan, 10.1.0.0/16,::1,' })
    const list = ['nas.lan', '10.1.0.0/16', '::1']
    expect(reachIn(allowing.over(saved) as never)).toEqual([list, list, list])
  })

  it('is what the parts of the shop go by once an owner has saved an address [SSRF-03]', async () => {
    const url = `http://localhost:${port}/`
    const entered = {
      ...saved,
      GOLD_SOURCES: 'website',
      GOLD_WEBSITE_URL: url,
      AWS_ENDPOINT_URL_S3: url,
    }
    const { gold, backup } = readConfig({}).over(entered)
    const { signal } = new AbortController()
    const [feed] = goldFeeds(gold)
    const reading = feed?.read({ now: new Date(), lastAccepted: null, signal })
    await expect(reading).rejects.toThrow('private network')
    if (!backup.to) throw new Error('not set')
    await expect(backupStorage(backup.to, signal).names()).rejects.toThrow('private network')
    expect(asked).toBe(0)
  })

  it.each(['http://nas', '10.0.0.0/40', 'a b', '*'])('is refused as %s [SSRF-03]', (wrong) => {
    expect(() => readConfig({ ALLOW_PRIVATE_ADDRESSES: wrong })).toThrow(ConfigError)
  })

  it('cannot be saved in the shop [SSRF-03]', async () => {
    const { settingGroups, namesIn } = await import('#app/contracts/setup/setting-names.ts')
    expect(settingGroups.flatMap(namesIn)).not.toContain('ALLOW_PRIVATE_ADDRESSES')
  })
})
