import { expect } from '@playwright/test'
import type { Visitor } from '../driver/visitor.ts'
import { test } from '../journey.ts'
import { link } from './parts.ts'

const bar = { role: 'banner' }
const menu = (name: string) => ({ css: 'summary', name, within: bar })
const ground = (visitor: Visitor) =>
  visitor.run(() => getComputedStyle(document.documentElement).backgroundColor)

test('menus by mouse and keyboard, and a theme that follows the system until one is chosen [ENGINE-02, ENGINE-07]', async ({
  visit,
}) => {
  const visitor = await visit({ theme: 'dark' })
  await visitor.open('/')
  await visitor.untilTrue(
    () =>
      matchMedia('(prefers-reduced-motion: reduce)').matches &&
      !document.querySelector('.dust i')?.checkVisibility(),
  )
  await visitor.click(menu('Q & A'))
  await visitor.sees(link('FinCEN Reporting', bar))
  await visitor.click(menu('Guarantees'))
  await visitor.misses(link('FinCEN Reporting', bar))
  await visitor.press('Escape')
  await visitor.misses(link('Recast', bar))
  await visitor.hasFocus(menu('Guarantees'))
  await visitor.press('ArrowDown')
  await visitor.hasFocus(link('All Guarantees', bar))
  await visitor.press('End')
  await visitor.hasFocus(link('Recast', bar))
  await visitor.press('Enter')
  await visitor.isAt(/\/recast-guarantee$/)
  await visitor.hasFocus({ role: 'main' })

  const night = await ground(visitor)
  await visitor.click({ text: 'Light', within: { role: 'contentinfo' } })
  await visitor.untilTrue(
    (night) => getComputedStyle(document.documentElement).backgroundColor !== night,
    night,
  )
  const paper = await ground(visitor)
  await visitor.reload()
  expect(await ground(visitor)).toBe(paper)
})

test('the menu of a phone by touch, in a browser of the light theme that moves things [ENGINE-02, ENGINE-07]', async ({
  visit,
}) => {
  const visitor = await visit({ width: 390, height: 844, motion: 'no-preference' })
  await visitor.open('/')
  // Fifty particles drift, where motion was not forbidden.
  await visitor.untilTrue(
    () =>
      document.querySelectorAll('.dust i').length === 50 &&
      document.querySelector('.dust i')?.getAnimations()[0]?.playState === 'running',
  )
  await visitor.click(menu('Menu'), 'touch')
  await visitor.click(link('Weight', bar), 'touch')
  await visitor.isAt(/\/laser-weight-guarantee$/)
  await visitor.misses(link('Weight', bar))
})
