/** A person at a browser: says what to press and what must be seen, and waits for the state, never for time. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, InPage, Key, Pointer, Tab } from './driver.ts'
import { type Aim, lookAt, type Pattern, type Seen, type Step } from './look.ts'

/** By role and accessible name, or by its own text; a string is the whole, a pattern a part. */
export type What = {
  role?: string
  name?: string | RegExp
  text?: string | RegExp
  css?: string
  /** Of several the one at this place, from 0. */
  nth?: number
  within?: What
}

/** Nothing here measures time: a page of a loaded machine only takes longer. */
const patience = 90_000
const pause = 40

export class Visitor {
  readonly browser: Browser
  private readonly tab: Tab
  private readonly shop: string

  constructor(browser: Browser, tab: Tab, shop: string) {
    this.browser = browser
    this.tab = tab
    this.shop = shop
  }

  async open(path: string): Promise<void> {
    await this.tab.open(new URL(path, this.shop).href)
    await this.untilHydrated()
  }

  async newTab(): Promise<Visitor> {
    return new Visitor(this.browser, await this.browser.newTab(), this.shop)
  }

  /** As by the browser’s own button. */
  back(): Promise<void> {
    return this.goes(-1)
  }

  forward(): Promise<void> {
    return this.goes(1)
  }

  /** Until another document is shown, or this one another page. */
  private async goes(steps: 1 | -1): Promise<void> {
    await this.tab.run((steps) => {
      const { dataset } = document.documentElement
      dataset.isLeft = ''
      // A document that the browser kept has the mark still, when it is shown again.
      for (const shown of ['popstate', 'pageshow']) {
        addEventListener(shown, () => delete dataset.isLeft, { once: true })
      }
      // Once this has answered: what is asked of a page that is left may get no answer.
      setTimeout(() => history.go(steps))
    }, steps)
    await this.untilTrue(() => !('isLeft' in document.documentElement.dataset))
    await this.untilHydrated()
  }

  async reload(): Promise<void> {
    await this.tab.run(() => {
      document.documentElement.dataset.isOld = ''
      setTimeout(() => location.reload())
    })
    await this.untilTrue(() => !('isOld' in document.documentElement.dataset))
    await this.untilHydrated()
  }

  /** Scripts answer on the page; before that it is painted, and forms work without them. */
  async untilHydrated(): Promise<void> {
    await this.untilTrue(
      () =>
        document.readyState === 'complete' &&
        (!document.getElementById('deferred-scripts') ||
          'hydrated' in document.documentElement.dataset),
    )
  }

  async click(what: What, pointer: Pointer = 'mouse'): Promise<void> {
    const { x, y } = await this.restingPlace(what)
    await this.tab.pressAt(x, y, pointer)
  }

  async focus(what: What): Promise<void> {
    await this.until(what, 'to be focused', async () => {
      await this.tab.run(lookAt, stepsOf(what), 'focus')
      return (await this.look(what)).isFocused
    })
  }

  /** Types in the place of what is there. */
  async fill(what: What, text: string): Promise<void> {
    await this.click(what)
    await this.until(what, 'to be focused', async () => (await this.look(what)).isFocused)
    await this.tab.run(() => {
      const field = document.activeElement
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
    })
    if (text === '') await this.tab.pressKey('Backspace')
    else await this.tab.type(text)
    await this.until(what, `to hold ${text}`, async () => (await this.look(what)).value === text)
  }

  async type(text: string): Promise<void> {
    await this.tab.type(text)
  }

  async press(key: Key): Promise<void> {
    await this.tab.pressKey(key)
  }

  async attach(css: string, files: readonly string[]): Promise<void> {
    await this.tab.attach(css, files)
  }

  look(what: What): Promise<Seen> {
    return this.tab.run(lookAt, stepsOf(what), 'look') as Promise<Seen>
  }

  /** Waits until it is seen and its text has this in it. */
  async sees(what: What, text: string | RegExp = ''): Promise<void> {
    await this.until(what, `to show ${text}`, async () => {
      const { count, text: shown } = await this.look(what)
      return count > 0 && (typeof text === 'string' ? shown.includes(text) : text.test(shown))
    })
  }

  /** Waits until there is none, or, with a text, none that has it. */
  async misses(what: What, text?: string | RegExp): Promise<void> {
    await this.until(what, `not to show ${text ?? ''}`, async () => {
      const { count, text: shown } = await this.look(what)
      if (text === undefined) return count === 0
      return !(typeof text === 'string' ? shown.includes(text) : text.test(shown))
    })
  }

  async counts(what: What, count: number): Promise<void> {
    await this.until(what, `to be ${count}`, async () => (await this.look(what)).count === count)
  }

  async holds(what: What, value: string): Promise<void> {
    await this.until(what, `to hold ${value}`, async () => (await this.look(what)).value === value)
  }

  async isAt(address: RegExp): Promise<void> {
    await this.until({}, `an address like ${address}`, async () =>
      address.test(await this.tab.run(() => location.href)),
    )
  }

  async hasFocus(what: What): Promise<void> {
    await this.until(what, 'to have the focus', async () => (await this.look(what)).isFocused)
  }

  async isChosen(what: What): Promise<void> {
    await this.until(what, 'to be chosen', async () => (await this.look(what)).isChecked)
  }

  run<Arguments extends readonly unknown[], Answer>(
    work: InPage<Arguments, Answer>,
    ...args: Arguments
  ): Promise<Answer> {
    return this.tab.run(work, ...args)
  }

  async untilTrue<Arguments extends readonly unknown[]>(
    work: InPage<Arguments, boolean>,
    ...args: Arguments
  ): Promise<void> {
    await this.until({}, `${work}`.slice(0, 300), () => this.tab.run(work, ...args))
  }

  screenshot(): Promise<Buffer> {
    return this.tab.screenshot()
  }

  /** Where it is once it no longer moves and nothing is over it. */
  private async restingPlace(what: What): Promise<{ x: number; y: number }> {
    let last = { x: Number.NaN, y: Number.NaN }
    await this.until(what, 'to be pressed', async () => {
      const { at, reason } = (await this.tab.run(lookAt, stepsOf(what), 'aim')) as Aim
      if (!at) throw new Error(reason)
      const rests = at.x === last.x && at.y === last.y
      last = at
      return rests
    })
    return last
  }

  /** A page that is just being left refuses to be asked: it is asked again. */
  private async until(what: What, goal: string, isTrue: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + patience
    for (let reason = ''; ; ) {
      try {
        if (await isTrue()) return
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error)
      }
      if (Date.now() > end) {
        const page = await this.tab
          .run(() => location.href)
          .catch(() => 'a page that does not answer')
        const shown = await this.look(what).catch(() => null)
        const alerts = await this.tab
          .run(() =>
            [...document.querySelectorAll('[role=alert]')].map((alert) => alert.textContent),
          )
          .catch(() => [])
        throw new Error(
          `${this.browser.engine}: waited for ${wordsOf(what)} ${goal} at ${page}. ${reason}\nSeen: ${JSON.stringify(shown)?.slice(0, 1500)}\nAlerts: ${JSON.stringify(alerts)}`,
        )
      }
      await sleep(pause)
    }
  }
}

const stepsOf = ({ within, name, text, ...what }: What): Step[] => [
  ...(within ? stepsOf(within) : []),
  {
    ...what,
    ...(name === undefined ? {} : { name: patternOf(name) }),
    ...(text === undefined ? {} : { text: patternOf(text) }),
  },
]

const patternOf = (pattern: string | RegExp): Pattern =>
  typeof pattern === 'string'
    ? { exact: pattern }
    : { source: pattern.source, flags: pattern.flags }

const wordsOf = ({ within, name, text, css, role }: What): string =>
  [role, name, text, css, within && `within ${wordsOf(within)}`].filter(Boolean).join(' ')
