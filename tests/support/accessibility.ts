import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'

/** As much of axe as is asked of it. */
type Axe = {
  run(
    context: Document,
    options: {
      runOnly: { type: 'tag' | 'rule'; values: readonly string[] }
      resultTypes: ['violations']
      selectors: boolean
    },
  ): Promise<{ violations: BrokenRule[] }>
}
type BrokenRule = { id: string; nodes: { html: string }[] }

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** All that another theme can change. */
const ofColors = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

const axePackage = createRequire(import.meta.resolve('@axe-core/playwright'))
let axeSource: string | undefined

/**
 * The accessibility rules that the page breaks as it stands, each with the elements that break it.
 * What is still arriving or fading is paler than it will be, so axe looks once all motion that
 * has an end is over. The same page in another theme differs from the first in contrast alone, and is
 * asked about that.
 */
export async function brokenRules(page: Page, rulesAsked?: readonly string[]) {
  // The builder of this package reads the source of axe into the page twice each time, which takes
  // three times as long as the rules. No page has frames.
  if (!(await page.evaluate(() => 'axe' in window))) {
    axeSource ??= readFileSync(axePackage.resolve('axe-core/axe.min.js'), 'utf8')
    await page.evaluate(axeSource)
  }
  return page.evaluate(askAxe, { rules, ofColors, rulesAsked })
}

type Asked = {
  rules: readonly string[]
  ofColors: readonly string[]
  rulesAsked: readonly string[] | undefined
}

/** Runs in the page, which keeps what it was like when it broke no rule. */
async function askAxe({ rules, ofColors, rulesAsked }: Asked) {
  const kept = window as Window & { axe?: Axe; faultless?: string }
  const ending = () =>
    document
      .getAnimations()
      .filter(
        (one) =>
          one.playState === 'running' &&
          Number.isFinite(Number(one.effect?.getComputedTiming().endTime)),
      )
  // Some transitions of a page that is not drawn never end; axe looks all the same then.
  let isOver = false
  const enough = new Promise<void>((resolve) =>
    setTimeout(() => {
      isOver = true
      resolve()
    }, 10_000),
  )
  for (let now = ending(); now.length > 0 && !isOver; now = ending()) {
    await Promise.race([Promise.allSettled(now.map(({ finished }) => finished)), enough])
  }
  const html = document.documentElement.outerHTML
  const seen = `${innerWidth} × ${innerHeight} ${location.href} ${html}`
  const asked = rulesAsked ?? (kept.faultless === seen ? ofColors : null)
  if (!kept.axe) throw new Error('axe is not there')
  const { violations } = await kept.axe.run(document, {
    runOnly: asked ? { type: 'rule', values: asked } : { type: 'tag', values: rules },
    resultTypes: ['violations'],
    selectors: false,
  })
  if (!asked && violations.length === 0) kept.faultless = seen
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map((node) => node.html) }))
}

/** Expects of the page as it stands that it breaks no rule in either theme, and leaves it in the first. */
export async function expectNoBrokenRules(page: Page, themes: readonly Theme[], where: string) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    expect(await brokenRules(page), `${where}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: themes[0] ?? null })
}

/** By how many pixels the page is wider than the window, and which targets are smaller than 24 pixels. */
export async function sizeFaults(page: Page): Promise<{ overflow: number; small: string[] }> {
  return page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    small: [...document.querySelectorAll<HTMLElement>('button, summary, select, input, nav a')]
      .filter((element) => element.offsetParent !== null)
      // A bare radio button or checkbox is hit by its label.
      .filter((element) => !element.matches('[type=radio], [type=checkbox], [type=hidden]'))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width > 1 && (width < 24 || height < 24)
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  }))
}
