/** What a person sees of an element. `count`: how many there are; the rest is of the first one. */
export type Seen = {
  count: number
  text: string
  /** Of a field. */
  value: string
  isChecked: boolean
  isFocused: boolean
  isDisabled: boolean
  attributes: Record<string, string>
}

/** Where to press; null while there is nothing to be pressed, for the reason. */
export type Aim = { at: { x: number; y: number } | null; reason: string }

/** A pattern as it is carried into the page. */
export type Pattern = { exact: string } | { source: string; flags: string }

/** One element within another: by role and name, by its own text, or by a selector. */
export type Step = { role?: string; name?: Pattern; css?: string; text?: Pattern; nth?: number }

type Work = 'look' | 'aim' | 'focus'

/**
 * Runs in the page, in every engine the same: finds what is visible, by role and accessible name, and
 * does one thing with it. It knows the roles that the shop has.
 */
export function lookAt(steps: readonly Step[], work: Work): Seen | Aim {
  const text = 'input:not([type]), [type=text], [type=email], [type=search], [type=tel], [type=url]'
  const selectors: Record<string, string> = {
    button: 'button, summary, [type=submit], [role=button]',
    link: 'a[href]',
    textbox: `${text}, [type=password], textarea, [role=textbox]`,
    field: 'input, textarea, select, [role=textbox]',
    radio: '[type=radio]',
    checkbox: '[type=checkbox]',
    combobox: 'select',
    heading: 'h1, h2, h3, h4',
    dialog: 'dialog[open], [role=dialog]',
    region: 'section',
    group: 'fieldset, [role=group]',
    list: 'ul, ol',
    listitem: 'li',
    main: 'main',
    banner: 'body > header, body > * > header, [role=banner]',
    contentinfo: 'body > footer, body > * > footer, [role=contentinfo]',
    navigation: 'nav',
    row: 'tr',
    article: 'article',
    status: '[role=status], output',
    alert: '[role=alert]',
    toolbar: '[role=toolbar]',
    image: 'img',
  }
  const plain = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim()
  const matches = (pattern: Pattern, words: string) =>
    'exact' in pattern
      ? words === pattern.exact
      : new RegExp(pattern.source, pattern.flags).test(words)
  const inside = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (node instanceof Text) return node.data
        if (!(node instanceof HTMLElement) || node.ariaHidden === 'true') return ''
        if (!node.checkVisibility()) return ''
        return node instanceof HTMLImageElement ? node.alt : (node.ariaLabel ?? inside(node))
      })
      .join(' ')
  const nameOf = (element: Element): string => {
    const by = element.getAttribute('aria-labelledby')
    if (by) {
      const named = by.split(/\s+/).map((id) => document.getElementById(id))
      return plain(named.map((one) => (one ? inside(one) : '')).join(' '))
    }
    if (element.ariaLabel) return plain(element.ariaLabel)
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    if (isField && element.labels && element.labels.length > 0)
      return plain([...element.labels].map(inside).join(' '))
    if (element instanceof HTMLFieldSetElement)
      return plain(element.querySelector('legend')?.textContent)
    if (element instanceof HTMLImageElement) return plain(element.alt)
    return plain(inside(element)) || plain(element.getAttribute('title'))
  }
  const isSeen = (element: Element) => {
    const box = element.getBoundingClientRect()
    return box.width > 0 && box.height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const found = steps.reduce<Element[]>(
    (roots, { role, name, css, text, nth }) => {
      const selector = css ?? (role ? (selectors[role] ?? `[role=${role}]`) : '*')
      const all = roots
        .flatMap((root) => [...root.querySelectorAll(selector)])
        .filter((element) => {
          if (!isSeen(element)) return false
          if (name && !matches(name, nameOf(element))) return false
          return !text || matches(text, plain(element.textContent))
        })
      // Of a text the innermost element that has it.
      const inner =
        text && !role && !css
          ? all.filter((one) => !all.some((other) => other !== one && one.contains(other)))
          : all
      const one = nth === undefined ? undefined : inner.at(nth)
      return nth === undefined ? inner : one ? [one] : []
    },
    [document.documentElement],
  )
  const [first] = found
  if (work === 'look') {
    const field = first as Partial<HTMLInputElement> | undefined
    return {
      count: found.length,
      text: plain(first?.textContent),
      value: field?.value ?? '',
      isChecked: field?.checked ?? false,
      isFocused: first !== undefined && first === document.activeElement,
      isDisabled: field?.disabled ?? false,
      attributes: Object.fromEntries(
        [...(first?.attributes ?? [])].map(({ name, value }) => [name, value]),
      ),
    }
  }
  if (!first) return { at: null, reason: 'there is none' }
  // A page that is still loading moves when its fonts arrive, and a press then lands beside the button.
  if (document.readyState !== 'complete' || document.fonts.status === 'loading')
    return { at: null, reason: 'the page is still loading' }
  if (work === 'focus') (first as HTMLElement).focus()
  if ((first as HTMLInputElement).disabled) return { at: null, reason: 'it is disabled' }
  const labels = (first as HTMLInputElement).labels
  const isChoice = first.matches('[type=radio], [type=checkbox]')
  const target = (isChoice && labels?.[0]) || first
  const boxOf = () => target.getClientRects()[0] ?? target.getBoundingClientRect()
  const pointOf = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  const isMet = () => {
    const { x, y } = pointOf(boxOf())
    const met = document.elementFromPoint(x, y)
    return met !== null && (target.contains(met) || first.contains(met))
  }
  if (!isMet()) target.scrollIntoView({ block: 'center', behavior: 'instant' })
  if (!isMet()) {
    const { x, y } = pointOf(boxOf())
    const met = document.elementFromPoint(x, y)
    return { at: null, reason: `covered by ${met?.outerHTML.slice(0, 100) ?? 'nothing'}` }
  }
  return { at: pointOf(boxOf()), reason: '' }
}
