import type { Page } from '@playwright/test'

/**
 * What is laid out wrongly on the page as it stands: a word broken inside, text over text, a control
 * that something covers, anything wider than the page. Where a modal dialog is open, of that dialog.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const root = document.querySelector('dialog:modal') ?? document.body
    const name = (element: Element) => {
      const text = (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 50)
      return `<${element.tagName.toLowerCase()}> "${text}"`
    }
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true })

    /** What an element shows of a rectangle, cut by whatever clips or scrolls around it. */
    const shownPart = (rect: DOMRect, element: Element | null) => {
      let { left, top, right, bottom } = rect
      for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
        const { overflowX, clipPath, position } = getComputedStyle(at)
        if (clipPath === 'inset(50%)') return null
        if (overflowX !== 'visible') {
          const clip = at.getBoundingClientRect()
          left = Math.max(left, clip.left)
          right = Math.min(right, clip.right)
          top = Math.max(top, clip.top)
          bottom = Math.min(bottom, clip.bottom)
        }
        if (position === 'fixed') break
      }
      return right - left > 2 && bottom - top > 2 ? { left, top, right, bottom } : null
    }

    const faults: string[] = []
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} pixels wide`)
    for (const element of root.querySelectorAll('*')) {
      if (!isShown(element)) continue
      const part = shownPart(element.getBoundingClientRect(), element.parentElement)
      if (part && part.right > clientWidth + 0.5)
        faults.push(`wider than the page: ${name(element)}`)
    }

    const texts: { node: Text; parts: NonNullable<ReturnType<typeof shownPart>>[] }[] = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const parent = node.parentElement
      if (!parent || node.data.trim() === '' || !isShown(parent)) continue
      if (parent.closest('[aria-hidden=true] > svg, script, style, noscript')) continue
      range.selectNodeContents(node)
      const parts = [...range.getClientRects()].flatMap((rect) => {
        // Letters reach less far than the line they stand on.
        const inset = new DOMRect(
          rect.x + 1,
          rect.y + rect.height * 0.25,
          rect.width - 2,
          rect.height * 0.5,
        )
        return shownPart(inset, parent) ?? []
      })
      if (parts.length === 0) continue
      texts.push({ node, parts })
      // Keys and hashes are no words, though letters may follow each other in them by chance.
      const isKey = parent.closest('code') !== null && /^\S{30,}$/.test(node.data.trim())
      if (isKey) continue
      for (const { 0: word, index } of node.data.matchAll(/[\p{L}\p{N}_]+/gu)) {
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        // Tokens and numbers are no words; a longer word than this may have no line it fits in.
        if (lines.size > 1 && /^\p{L}{2,20}$/u.test(word))
          faults.push(`broken word: ${word} in ${name(parent)}`)
      }
    }
    /** The bar that stays in view, on a ground of its own, that holds the text: it hides what scrolls by. */
    const barOf = (node: Text) => {
      for (let at = node.parentElement; at; at = at.parentElement) {
        const { position, backgroundColor } = getComputedStyle(at)
        const isOpaque = !/^transparent|[/,] *0(\.\d+)?\)$/.test(backgroundColor)
        if (/^(sticky|fixed)$/.test(position) && isOpaque) return at
      }
      return null
    }
    texts.forEach(({ node, parts }, index) => {
      for (const other of texts.slice(index + 1)) {
        const overlap = parts.some((a) =>
          other.parts.some(
            (b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
          ),
        )
        if (overlap && barOf(node) === barOf(other.node))
          faults.push(`text over text: "${node.data.trim()}" and "${other.node.data.trim()}"`)
      }
    })

    const before = { x: window.scrollX, y: window.scrollY }
    for (const control of root.querySelectorAll(
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
    )) {
      if (!isShown(control) || getComputedStyle(control).pointerEvents === 'none') continue
      control.scrollIntoView({ block: 'center', behavior: 'instant' })
      const [rect] = control.getClientRects()
      const part = rect && shownPart(rect, control)
      if (!part) continue
      const hit = document.elementFromPoint(
        (part.left + part.right) / 2,
        (part.top + part.bottom) / 2,
      )
      const label = control.closest('label') ?? control
      // Nothing at all: it waits off the screen, as the skip link does until it has the focus.
      if (hit && !label.contains(hit) && !hit.contains(control)) {
        faults.push(`covered: ${name(control)} by ${name(hit)}`)
      }
    }
    window.scrollTo(before.x, before.y)
    return [...new Set(faults)]
  })
}
