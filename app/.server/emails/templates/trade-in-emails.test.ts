import { expect, it } from 'vitest'
import { cents } from '#app/domain/money/cents.ts'
import type { TradeInEmailKind } from '../../platform/db/schema.ts'
import { renderedEmail } from './rendered-email.ts'
import { sampleTradeIn, type TradeInFacts, tradeInEmail } from './trade-in-emails.ts'

function written(kind: TradeInEmailKind, facts: Partial<TradeInFacts> = {}) {
  const sample = { ...sampleTradeIn('https://shop.example'), difference: '' }
  return renderedEmail(tradeInEmail(kind, { ...sample, ...facts }, null))
}

it('of a recast is about a quote, and of the others about an offer [TRADE-17]', () => {
  expect(written('trade-in-offered-owner').subject).toBe('Our offer for trade-in 12')
  expect(written('trade-in-agreed-owner').subject).toBe('You accepted our offer for trade-in 12')
  const recast = { kind: 'recast', difference: 'it weighs 14.10 g instead of 14.20 g' } as const
  const quote = written('trade-in-offered-owner', recast)
  expect(quote.subject).toBe('Your recast quote for trade-in 12')
  expect(quote.text).toContain('Our quote is based on our own measurements.')
  expect(quote.text).toContain('by December 4, 2026, at 9:05 AM PST')
  expect(written('trade-in-agreed-owner', recast).subject).toBe(
    'You approved our quote for trade-in 12',
  )
  const noCertificate = { difference: 'its fineness is .900 instead of .9999', serial: '' }
  expect(written('trade-in-offered-owner', noCertificate).text).toContain(
    'The piece isn’t .9999 gold: its fineness is .900 instead of .9999.',
  )
})

it('a finished recast and an applied credit are two emails; what is left is named [TRADE-17]', () => {
  const recast = written('trade-in-done-owner', { kind: 'recast' })
  expect(recast.subject).toBe('Your recast is finished')
  expect(recast.text).toContain('We’ve recast your piece: Wave, Small, FN-000123.')
  const used = written('trade-in-used-owner')
  expect(used.subject).toBe('We applied your trade-in credit')
  expect(used.text).toContain(
    'You have $1,180.00 left. Use it by February 25, 2027, at 9:05 AM PST.',
  )
  expect(written('trade-in-used-owner', { open: cents(0) }).text).not.toContain('left')
})
