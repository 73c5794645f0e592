import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** All that another theme can change. */
const ofColors = ['color-contrast', 'link-in-text-block']

type Theme = 'light' | 'dark'

/** What each page was like when it broke no rule. */
const faultless = new WeakMap<Page, string>()

/**
 * The accessibility rules that the page breaks as it stands, each with the elements that break it.
 * What is still arriving or fading is paler than it will be, so axe looks once all motion that
 * has an end is over. The same page in another theme differs from the first in contrast alone, and is
 * asked about that.
 */
export async function brokenRules(page: Page, rulesAsked?: readonly string[]) {
  await page.evaluate(async () => {
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
  })
  // In the page itself, not by way of a second one, and without describing every element that
  // breaks no rule: the same rules and answers in a third of the time. No page has frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], selectors: false })
  const seen = `${JSON.stringify(page.viewportSize())} ${page.url()} ${await page.content()}`
  const asked = rulesAsked ?? (faultless.get(page) === seen ? ofColors : null)
  const { violations } = await (asked ? axe.withRules([...asked]) : axe.withTags(rules)).analyze()
  if (!asked && violations.length === 0) faultless.set(page, seen)
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
      .map((element) => ({
        text: element.outerHTML.slice(0, 120),
        box: element.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
      // A bare radio button or checkbox is hit by its label.
      .filter(({ text }) => !/type="(radio|checkbox|hidden)"/.test(text))
      .map(({ text }) => text),
  }))
}
