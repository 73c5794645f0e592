import { Mark, Node } from '@tiptap/core'

/**
 * Descriptions may hold more than the toolbar makes: tables, pictures, small print. The site shows
 * it, so opening and saving must not lose it. Blocks are preserved whole and cannot be typed in;
 * inline elements are preserved as marks.
 */

const blocks = ['table', 'figure', 'dl', 'img', 'details'] as const
const marks = [
  ...['sub', 'sup', 'small', 'mark', 'abbr', 'q', 'cite', 'kbd', 'ins', 'time'],
] as const

export const PreservedBlock = Node.create({
  name: 'preservedBlock',
  group: 'block',
  atom: true,
  selectable: true,
  addAttributes() {
    return { html: { default: '', rendered: false } }
  },
  parseHTML() {
    return blocks.map((tag) => ({
      tag,
      getAttrs: (element: HTMLElement) => ({ html: element.outerHTML }),
    }))
  },
  renderHTML({ node }) {
    return harmless(String(node.attrs.html))
  },
})

export const preservedMarks = marks.map((tag) =>
  Mark.create({
    name: `preserved-${tag}`,
    excludes: '',
    addAttributes() {
      return Object.fromEntries(['title', 'datetime'].map((name) => [name, { default: null }]))
    },
    parseHTML() {
      return [{ tag }]
    },
    renderHTML({ HTMLAttributes }) {
      return [tag, HTMLAttributes, 0]
    },
  }),
)

const allowedAttributes = new Set([
  ...['src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'scope', 'title', 'lang', 'dir'],
  ...['datetime', 'start', 'open'],
])

/**
 * The element that some HTML names. Made in a document that loads and runs nothing, since a paste
 * may hold anything; what is not known to be harmless is removed. At save the server's allow-list
 * decides.
 */
function harmless(html: string): HTMLElement {
  const inert = new DOMParser().parseFromString(html, 'text/html')
  for (const element of inert.querySelectorAll('script, style, iframe, object, embed, svg, math')) {
    element.remove()
  }
  for (const element of inert.body.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const isSafe = name === 'src' ? /^(https:\/\/|\/(?![/\\]))/i.test(value) : true
      const isLink = name === 'href' && /^(https?:|mailto:|tel:|\/(?![/\\])|#)/i.test(value)
      if (!(isLink || (allowedAttributes.has(name) && isSafe))) element.removeAttribute(name)
    }
  }
  const element = inert.body.firstElementChild
  return document.adoptNode(
    element instanceof HTMLElement ? element : inert.createElement('p'),
  ) as HTMLElement
}
