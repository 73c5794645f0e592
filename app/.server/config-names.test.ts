import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { unknownNames } from './config-names.ts'

it.each([
  ['STRIPE_SECERT_KEY', 'STRIPE_SECRET_KEY'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASE-URL', 'DATABASE_URL'],
  ['database_url', 'DATABASE_URL'],
  ['SMPT_URL', 'SMTP_URL'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['GOLD_SOURCE', 'GOLD_SOURCES'],
  ['EASYPOST_APIKEY', 'EASYPOST_API_KEY'],
])('%s stops the start: did you mean %s? [ENV-03]', (name, meant) => {
  expect(() => readConfig({ [name]: 'secret' })).toThrow(
    `The environment sets ${name}, which is no setting. Did you mean ${meant}?`,
  )
})

it.each([
  'PATH',
  'HOSTNAME',
  'HOME',
  'POST',
  'AWS_ENDPOINT_URL_SQS',
  'SHOP_NAME',
  'POSTGRES_PASSWORD',
  'DATABASE_HOST',
])('%s belongs to another program [ENV-03]', (name) => {
  expect(() => readConfig({ [name]: 'x' })).not.toThrow()
})

it('a slip beside the right name stops nothing [ENV-03]', () => {
  expect(() =>
    readConfig({ SMTP_URI: 'x', SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.example' }),
  ).not.toThrow()
})

it('a line of .env that sets nothing of the shop is warned of with its number [ENV-03]', () => {
  const file = new Map([['SHOPKEEPER', { value: 'Ann', line: 7 }]])
  expect(unknownNames(new Set(['SHOPKEEPER', 'PATH']), ['PORT'], file)).toEqual({
    problem: null,
    warnings: ['Line 7 of .env sets SHOPKEEPER, which is no setting of the shop.'],
  })
})
