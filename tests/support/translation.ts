import type { Page } from '@playwright/test'

/**
 * Imitates page translation by the change that it makes to the DOM: Google replaces each text node with
 * `<font><font>…</font></font>` (`replace`), some extensions put it into such elements (`wrap`); what is
 * added or changed later, too. The texts stay as they are, so that journeys can read them. It heeds no
 * `translate="no"`, as some extensions. It runs in the page, once that is hydrated.
 */
export function translateInPage(way: 'replace' | 'wrap'): void {
  const skipped = 'script, style, noscript, textarea, option, svg, font font, [contenteditable]'
  const translate = (text: Text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) return
    const outer = document.createElement('font')
    const inner = document.createElement('font')
    outer.append(inner)
    if (way === 'replace') {
      inner.textContent = text.data
      text.replaceWith(outer)
    } else {
      text.before(outer)
      inner.append(text)
    }
  }
  const translateIn = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = root instanceof Text ? [root] : []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) translate(text)
  }
  translateIn(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) translateIn(node)
  }).observe(document.body, { childList: true, subtree: true })
}

export async function translateAll(page: Page, way: 'replace' | 'wrap'): Promise<void> {
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  await page.evaluate(translateInPage, way)
}

/** Navigates as a link of the page does; runs in the page. */
export function navigateInPage(path: string): void {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter: { navigate(to: string): Promise<void> }
  }
  void router.navigate(path)
}

/** Whether the router is done; runs in the page. */
export function isRouterIdle(): boolean {
  const { __reactRouterDataRouter: router } = window as unknown as {
    __reactRouterDataRouter: { state: { navigation: { state: string } } }
  }
  return router.state.navigation.state === 'idle'
}

/** Navigates as a link of the page does, and waits until the router is done. */
export async function followLink(page: Page, path: string): Promise<void> {
  await page.evaluate(navigateInPage, path)
  await page.waitForFunction(isRouterIdle)
}
