import fc from 'fast-check'
import { expect, it } from 'vitest'
import { browserReports, kindsOf } from './browser-report.ts'

const kinds = (body: unknown) => kindsOf(browserReports.parse(body))

it('names what a browser reports by its kind, in both forms [REPORT-01]', () => {
  const older = {
    'csp-report': {
      'document-uri': 'https://shop.example/order/secret-token',
      'violated-directive': 'img-src https:',
      'blocked-uri': 'data',
    },
  }
  expect(kinds(older)).toEqual(['csp img-src'])
  const newer = [
    { type: 'csp-violation', age: 1, body: { effectiveDirective: 'script-src-elem' } },
    { type: 'crash', url: 'https://shop.example/order/secret-token', body: { reason: 'oom' } },
    { type: 'deprecation' },
    { type: 'x-made-up', body: null },
  ]
  expect(kinds(newer)).toEqual(['csp script-src-elem', 'crash', 'deprecation', 'other'])
  expect(kinds(newer[1])).toEqual(['crash'])
})

it('counts what an extension put into a page as that [REPORT-01]', () => {
  const body = { effectiveDirective: 'script-src', sourceFile: 'chrome-extension://abc/x.js' }
  expect(kinds([{ type: 'csp-violation', body }])).toEqual(['extension'])
})

it('keeps nothing that a client wrote, whatever it writes [REPORT-01]', () => {
  const known =
    /^(csp [a-z-]+|deprecation|intervention|crash|coop|permissions-policy-violation|integrity-violation|other|extension)$/
  const report = fc.record({
    type: fc.oneof(fc.string(), fc.constant('csp-violation')),
    body: fc.oneof(fc.constant(null), fc.record({ effectiveDirective: fc.string() })),
  })
  fc.assert(
    fc.property(fc.array(report, { maxLength: 20 }), (reports) => {
      const parsed = browserReports.safeParse(reports)
      if (!parsed.success) return
      for (const kind of kindsOf(parsed.data)) expect(kind).toMatch(known)
    }),
  )
})

it('refuses what is no report, and too many at once', () => {
  for (const wrong of [null, 'x', 1, {}, [{}], { 'csp-report': 1 }]) {
    expect(browserReports.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
  expect(browserReports.safeParse(Array(21).fill({ type: 'crash' })).success).toBe(false)
})
