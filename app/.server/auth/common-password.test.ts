import { expect, it } from 'vitest'
import { refusal } from '#tests/support/selling-shop.ts'
import { refuseCommonPassword } from './common-password.ts'

const email = 'ann@example.com'

it.each([
  ...['password1234', 'Password123!', 'P@ssw0rd12345', 'passwordpassword', 'letmeinletmein'],
  ...['qwertyuiop123', '1q2w3e4r5t6y', '123456789012', 'abcdefghijkl', 'aaaaaaaaaaaa'],
  ...['iloveyou1234', 'administrator', 'football2024', 'ann@example.com', 'FourNines1234'],
  ...['Jewelry2026!', '24karatgold!', 'paracord1234', 'guarantee123', 'bullioncoin1'],
  'x'.repeat(1000),
])('refuses %s, which is among the first to be guessed [AUTH-23, AUTH-32]', async (password) => {
  expect((await refusal(refuseCommonPassword(password, email))).code).toBe('common_password')
})

it.each([
  'a long sentence of gold',
  'correct horse battery staple',
  'kx8#mQ2vLp0z',
  'zwölf Boxkämpfer jagen',
  '十二ポンドの純金の鎖を',
])('takes %s [AUTH-23]', async (password) => {
  await expect(refuseCommonPassword(password, email)).resolves.toBeUndefined()
})
