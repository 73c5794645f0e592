import { expect, it } from 'vitest'
import { cents } from '../money/cents.ts'
import {
  adjustmentEntry,
  type Entry,
  paymentEntry,
  paymentReturnedEntry,
  refundEntry,
  saleEntry,
} from './ledger.ts'
import { paymentsOfSale } from './payments-of-sale.ts'

const none = cents(0)
const sale = saleEntry({ goods: cents(900), tax: cents(100), shipping: none, discount: none })
const booked = (...all: readonly [Entry, string | null][]) =>
  all.map(([entry, reference]) => ({ ...entry, reference }))
const paid = (amount: number) => paymentEntry(cents(amount))

it('names the payments that paid an order, a deposit among them, and none that came beyond [REFUND-17]', () => {
  const draft = booked(
    [paid(400), 'deposit'],
    [paid(600), 'balance'],
    [sale, 'balance'],
    [paid(600), 'extra'],
  )
  expect([...paymentsOfSale(draft, 'balance')].sort()).toEqual(['balance', 'deposit'])
  // Two payments came before staff accepted the second.
  const held = booked([paid(999), 'first'], [paid(1000), 'second'], [sale, 'second'])
  expect([...paymentsOfSale(held, 'second')]).toEqual(['second'])
  const short = booked(
    [paid(999), 'only'],
    [sale, 'only'],
    [adjustmentEntry(cents(1)), 'only'],
    [paid(1000), 'extra'],
  )
  expect([...paymentsOfSale(short, 'only')]).toEqual(['only'])
  const moved = booked(
    [paid(400), 'returned'],
    [paymentReturnedEntry(cents(400)), 'returned'],
    [paid(300), 'refunded'],
    [refundEntry(cents(300)), 'refunded'],
    [paid(1000), 'last'],
    [sale, 'last'],
  )
  expect([...paymentsOfSale(moved, 'last')]).toEqual(['last'])
  // A wire: each transfer has its own reference, and its payment took them.
  const wired = booked([paid(400), 'one'], [paid(600), 'two'], [sale, 'pi'])
  expect(paymentsOfSale(wired, 'pi')).toContain('pi')
  expect(paymentsOfSale(wired, 'pi').has('customer')).toBe(false)
  expect([...paymentsOfSale(booked([paid(400), 'late']), null)]).toEqual([])
})
