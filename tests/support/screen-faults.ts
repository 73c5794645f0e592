import type { Page } from '@playwright/test'
import { brokenRules, sizeFaults } from './accessibility.ts'

/** Words of engineers. What is folded away is for the person who runs the server, and may have them. */
const refused = [
  /\b(?:slug|MFA|TOTP|2FA|JSON|webhooks?|debug|npm|cron|payload|endpoints?|backend|frontend)\b/gi,
  /\b(?:environment|migrations?|commit|localhost|stdout|regex|boolean|null|undefined|NaN|API)\b/gi,
  // Names of settings, such as SMTP_URL.
  /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g,
]

/** All that is read without opening anything, names of controls and hints in fields included. */
function readAtFirst() {
  const body = document.body.cloneNode(true) as HTMLElement
  for (const folded of body.querySelectorAll('details > :not(summary), script, style, iframe')) {
    folded.remove()
  }
  const named = [...body.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap(
    (element) => ['aria-label', 'placeholder', 'title'].map((name) => element.getAttribute(name)),
  )
  return [document.title, body.textContent, ...named].join('\n')
}

/** Which words of engineers the page shows. */
export async function engineersWords(page: Page): Promise<string[]> {
  const text = await page.evaluate(readAtFirst)
  if (text.length < 100) return [`hardly anything is read: ${text}`]
  return refused.flatMap((word) => text.match(word) ?? [])
}

/** Where the page breaks a rule of accessibility in either theme. Leaves it in light. */
export async function rulesBrokenInThemes(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 })
  const light = await brokenRules(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await brokenRules(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light, ...dark].map((rule) => `${width} pixels: ${JSON.stringify(rule)}`)
}

/** What scrolls sideways at 320 pixels, and what is too small to be hit. */
export async function narrowFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 320, height: 640 })
  const { overflow, small } = await sizeFaults(page)
  const wider = overflow > 0 ? [`${overflow} pixels wider than 320`] : []
  return [...wider, ...small.map((target) => `too small to be hit: ${target}`)]
}

/** On a phone the heading of the page begins in the upper quarter or so of the window. */
export async function lateBeginning(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  const box = await page.getByRole('heading', { level: 1 }).first().boundingBox()
  return (box?.y ?? 844) > 220 ? [`begins at ${box?.y} of 844 pixels`] : []
}

/** With letters twice as large: what is wider than a phone, and fields of less than three letters. */
export async function largeTextFaults(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 360, height: 740 })
  return page.evaluate(async () => {
    const root = document.documentElement
    const scrolling = [...document.querySelectorAll('.table-box')]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => box.querySelector('caption')?.textContent ?? box.ariaLabel)
      .map((name) => `scrolls at usual letters: ${name}`)
    root.style.setProperty('font-size', '200%')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const beyond = root.scrollWidth - root.clientWidth
    const narrow = [...document.querySelectorAll<HTMLInputElement>('main input.input')]
      .filter((input) => input.checkVisibility({ visibilityProperty: true }))
      .filter(
        (input) => input.clientWidth / Number.parseFloat(getComputedStyle(input).fontSize) < 3,
      )
      .map(({ name }) => `narrow field ${name}`)
    root.style.removeProperty('font-size')
    return [...scrolling, ...(beyond > 0 ? [`${beyond} wider than 360 pixels`] : []), ...narrow]
  })
}

const atTheEnd = 'the end'
const inHeader = 'in the header'

/** What has the focus and is wholly out of sight, or null; else `atTheEnd` or `inHeader`. */
function hiddenFocus() {
  const element = document.activeElement
  if (!element || element === document.body) return 'the end'
  const box = element.getBoundingClientRect()
  const steps = [0.1, 0.5, 0.9]
  const isSeen = steps.some((across) =>
    steps.some((down) => {
      const x = box.left + box.width * across
      const y =
        Math.min(Math.max(box.top, 0), innerHeight - 1) * (1 - down) +
        Math.min(Math.max(box.bottom, 0), innerHeight - 1) * down
      const top = document.elementFromPoint(x, y)
      return top !== null && (element.contains(top) || top.contains(element))
    }),
  )
  const bar = document.querySelector('.product-form-end')
  const cover = bar?.getBoundingClientRect()
  const isBehind =
    cover && !bar?.contains(element) && box.top >= cover.top - 1 && box.bottom <= cover.bottom + 1
  if (!isSeen || isBehind) return element.outerHTML.slice(0, 160)
  return element.closest('main, footer') ? null : 'in the header'
}

/**
 * What takes the focus by Tab, forward or back, and is covered; the header included, or from the main
 * part on.
 */
export async function hiddenFocuses(
  page: Page,
  { width, height, withHeader }: { width: number; height: number; withHeader: boolean },
): Promise<string[]> {
  await page.setViewportSize({ width, height })
  if (!withHeader) await page.locator('#main').focus()
  const faults: string[] = []
  for (const key of ['Tab', 'Shift+Tab']) {
    let stops = 0
    for (; stops < 150; stops += 1) {
      await page.keyboard.press(key)
      const found = await page.evaluate(hiddenFocus)
      if (found === atTheEnd || (found === inHeader && !withHeader)) break
      if (found && found !== inHeader) faults.push(`hidden at ${width}, by ${key}: ${found}`)
    }
    if (stops <= 3) faults.push(`only ${stops} stops at ${width} by ${key}`)
  }
  return faults
}
