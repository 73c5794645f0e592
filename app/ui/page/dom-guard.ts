/**
 * Page translation and browser extensions change the DOM that React renders: Google replaces each text
 * node with `<font>` elements, others wrap it. React's next `removeChild` or `insertBefore` then throws
 * NotFoundError and the page is lost, and a changed text is written into a node that nobody sees
 * (https://github.com/facebook/react/issues/11538). `guardDom` mends both once for all of React: a node
 * is removed from, or looked for, where it is now, and a text that was replaced is shown again when
 * React changes it. The translator then translates it again.
 */

/** What took the place of a node of React that something else removed from the page. */
const replacements = new WeakMap<Node, ChildNode>()

export function guardDom(): void {
  const { insertBefore, removeChild } = Node.prototype

  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const parent = child.parentNode
    if (parent === this) return removeChild.call(this, child) as T
    takeReplacement(child)?.remove()
    if (parent) {
      removeChild.call(parent, child)
      removeEmptied(parent, this)
    }
    return child
  }

  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    const place = before && before.parentNode !== this ? placeOf(before, this) : before
    return insertBefore.call(this, node, place) as T
  }

  guardText()
  new MutationObserver((records) => {
    for (const record of records) rememberReplacement(record)
  }).observe(document, { childList: true, subtree: true })
}

/** React writes a changed text by `nodeValue`, also where its text node was replaced. */
function guardText(): void {
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const write = nodeValue?.set
  if (!write) return
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      write.call(this, value)
      takeReplacement(this)?.replaceWith(this)
    },
  })
}

/** Wrappers that hold nothing more are removed, up to the element that React knows. */
function removeEmptied(from: Node, until: Node): void {
  let wrapper: Node | null = from
  while (wrapper && wrapper !== until && isForeign(wrapper) && !wrapper.hasChildNodes()) {
    const outer: Node | null = wrapper.parentNode
    ;(wrapper as ChildNode).remove()
    wrapper = outer
  }
}

/** The child of `parent` that holds `node` or replaced it; null, the end of `parent`, where none does. */
function placeOf(node: Node, parent: Node): Node | null {
  let place: Node | null = replacements.get(node) ?? node
  while (place && place.parentNode !== parent) place = place.parentNode
  return place
}

function takeReplacement(node: Node): ChildNode | null {
  const replacement = replacements.get(node)
  replacements.delete(node)
  return replacement?.isConnected ? replacement : null
}

/** A node of React that left the page next to a foreign node was replaced by it. */
function rememberReplacement(record: MutationRecord): void {
  const { removedNodes, addedNodes, previousSibling, nextSibling } = record
  for (const node of removedNodes) {
    if (node.isConnected || isForeign(node)) continue
    const replacement = [...addedNodes, previousSibling, nextSibling].find(
      (other) => other?.isConnected && isForeign(other),
    )
    if (replacement) replacements.set(node, replacement as ChildNode)
  }
}

/** React marks each node that it renders or hydrates with a property of this name and random letters. */
function isForeign(node: Node): boolean {
  return !Object.keys(node).some((key) => key.startsWith('__reactFiber$'))
}
