import { expect, it } from 'vitest'
import { firstNameOf } from './first-name.ts'

it.each([
  ['Ada Buyer', 'Ada'],
  ['  ADA  BUYER ', 'Ada'],
  ['ada buyer', 'Ada'],
  ['Dr. Ada Buyer', 'Ada'],
  ['Anne-Marie O’Neil', 'Anne-Marie'],
  ['Zoë de la Cruz', 'Zoë'],
  ['McKenzie Lee', 'McKenzie'],
  ['Ада Петрова', 'Ада'],
  ['Ada', null],
  ['Buyer, Ada', null],
  ['A. Buyer', null],
  ['J Buyer', null],
  ['Acme Gold LLC', null],
  ['Ada & Bob Buyer', null],
  ['The Estate of Ada', null],
  ['c/o Ada Buyer', null],
  ['3 Sisters', null],
  ['王小明', null],
  ['', null],
])('greets %j as %j [MAIL-08]', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
