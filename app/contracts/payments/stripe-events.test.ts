import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bankWebhookEvents, webhookEvents } from './stripe-events.ts'

it('are the events that docs/payments.md names [SETUP-10]', () => {
  const [, cards = ''] = readFileSync('docs/payments.md', 'utf8').split('## Cards')
  const [section = ''] = cards.split('## ')
  // `.expired` stands for the name before it with its last part replaced.
  const named: string[] = []
  for (const [, name = ''] of section.matchAll(/`([a-z_]*(?:\.[a-z_]+)+)`/g)) {
    named.push(name.startsWith('.') ? (named.at(-1)?.replace(/\.[a-z_]+$/, name) ?? name) : name)
  }
  expect(named.toSorted()).toEqual([...webhookEvents, ...bankWebhookEvents].toSorted())
})
