import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

type Rule = { name: string }
const config = resolve('dependency-cruiser.config.cjs')
const { forbidden } = createRequire(import.meta.url)(config) as { forbidden: Rule[] }

/** One planted file a rule: where it stands, and what it must not import. */
const planted: Record<string, [file: string, imports: string][]> = {
  'no-circular': [
    ['app/ui/circle/a.ts', './b.ts'],
    ['app/ui/circle/b.ts', './a.ts'],
  ],
  'server-runs-as-source': [['app/.server/platform/styled.ts', '../../look.css?url']],
  'no-tests': [['app/ui/uses-test.ts', '../../tests/support/x.ts']],
  'domain-time': [['app/domain/time/a.ts', '../money/x.ts']],
  'domain-money': [['app/domain/money/a.ts', '../quote/x.ts']],
  'domain-gold-price': [['app/domain/gold-price/a.ts', '../cart/x.ts']],
  'domain-pricing': [['app/domain/pricing/a.ts', '../catalog/x.ts']],
  'domain-certificate': [['app/domain/certificate/a.ts', '../catalog/x.ts']],
  'domain-catalog': [['app/domain/catalog/a.ts', '../orders/x.ts']],
  'domain-cart': [['app/domain/cart/a.ts', '../quote/x.ts']],
  'domain-quote': [['app/domain/quote/a.ts', '../orders/x.ts']],
  'domain-address': [['app/domain/address/a.ts', '../orders/x.ts']],
  'domain-orders': [['app/domain/orders/a.ts', '../payments/x.ts']],
  'domain-weighing': [['app/domain/weighing/a.ts', '../payments/x.ts']],
  'domain-payments': [['app/domain/payments/a.ts', '../../.server/platform/x.ts']],
  'domain-metal': [['app/domain/metal/a.ts', '../../.server/platform/x.ts']],
  'domain-text': [['app/domain/text/a.ts', '../money/x.ts']],
  'domain-access': [['app/domain/access/a.ts', '../money/x.ts']],
  'domain-journal': [['app/domain/journal/a.ts', '../money/x.ts']],
  ...Object.fromEntries(
    [
      'time',
      'money',
      'gold-price',
      'pricing',
      'certificate',
      'catalog',
      'cart',
      'quote',
      'address',
      'orders',
      'weighing',
      'payments',
      'metal',
      'journal',
      'text',
      'access',
    ].map((area) => [`domain-${area}-packages`, [[`app/domain/${area}/reads.ts`, 'node:fs']]]),
  ),
  contracts: [['app/contracts/a.ts', '../.server/platform/x.ts']],
  'contracts-packages': [['app/contracts/b.ts', 'node:fs']],
  ui: [['app/ui/a.ts', '../.server/platform/x.ts']],
  'ui-packages': [['app/ui/b.ts', 'node:fs']],
  platform: [['app/.server/platform/a.ts', '../orders/x.ts']],
  'server-alerts': [['app/.server/alerts/a.ts', '../orders/x.ts']],
  'server-audit-log': [['app/.server/audit-log/a.ts', '../orders/x.ts']],
  'server-auth': [['app/.server/auth/a.ts', '../orders/x.ts']],
  'server-backup': [['app/.server/backup/a.ts', '../orders/x.ts']],
  'server-bookkeeping': [['app/.server/bookkeeping/a.ts', '../checkout/x.ts']],
  'server-certificates': [['app/.server/certificates/a.ts', '../orders/x.ts']],
  'server-catalog': [['app/.server/catalog/a.ts', '../checkout/x.ts']],
  'server-checkout': [['app/.server/checkout/a.ts', '../auth/x.ts']],
  'server-content': [['app/.server/content/a.ts', '../orders/x.ts']],
  'server-documents': [['app/.server/documents/a.ts', '../orders/x.ts']],
  'server-gold-price': [['app/.server/gold-price/a.ts', '../catalog/x.ts']],
  'server-health': [['app/.server/health/a.ts', '../auth/x.ts']],
  'server-mail': [['app/.server/mail/a.ts', '../payments/x.ts']],
  'server-orders': [['app/.server/orders/a.ts', '../payments/x.ts']],
  'server-ledger': [['app/.server/ledger/a.ts', '../orders/x.ts']],
  'server-payments': [['app/.server/payments/a.ts', '../checkout/x.ts']],
  'server-metal': [['app/.server/metal/a.ts', '../orders/x.ts']],
  'server-media': [['app/.server/media/a.ts', '../orders/x.ts']],
  'server-messages': [['app/.server/messages/a.ts', '../orders/x.ts']],
  'server-customers': [['app/.server/customers/a.ts', '../orders/x.ts']],
  'server-weighing': [['app/.server/weighing/a.ts', '../checkout/x.ts']],
  'server-privacy': [['app/.server/privacy/a.ts', '../checkout/x.ts']],
  'server-setup': [['app/.server/setup/a.ts', '../orders/x.ts']],
  'server-settings': [['app/.server/settings/a.ts', '../catalog/x.ts']],
  'server-signing': [['app/.server/signing/a.ts', '../orders/x.ts']],
  'queries-only-read': [['app/.server/orders/queries/a.ts', '../commands/x.ts']],
  'page-queries-are-for-routes': [['app/.server/health/b.ts', './queries/x-page.ts']],
  routes: [['app/routes/shop/a.ts', '../../.server/platform/db/x.ts']],
  'shop-without-admin': [['app/routes/shop/b.ts', '../admin/x.ts']],
  content: [['content/a.ts', '../app/ui/x.ts']],
}

const folder = mkdtempSync(join(tmpdir(), 'import-rules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the import rules of dependency-cruiser.config.cjs', () => {
  const broken = violations(Object.values(planted).flat())

  it.each(forbidden.map(({ name }) => name))('refuse a violation of %s', (name) => {
    expect(planted[name]).toBeDefined()
    expect(broken.get(name)).toContain(planted[name]?.[0]?.[0])
  })
})

/** The files named by each rule that is broken in a tree of these files alone. */
function violations(files: [file: string, imports: string][]): Map<string, string[]> {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  for (const [file, imports] of files) {
    const target = join(dirname(file), imports)
    if (imports.startsWith('.') && !files.some(([other]) => other === target)) {
      write(target, 'export const x = 1\n')
    }
  }
  for (const [file, imports] of files) write(file, `import '${imports}'\n`)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { stdout } = spawnSync(
    process.execPath,
    [
      resolve('node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
      '--config',
      config,
      '--output-type',
      'json',
      'app',
      'content',
      'tests',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: Rule }[] }
  }
  const found = new Map<string, string[]>()
  for (const { from, rule } of summary.violations) {
    found.set(rule.name, [...(found.get(rule.name) ?? []), from])
  }
  return found
}
