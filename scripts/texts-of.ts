import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** What a file says to people: the prose of Markdown, or each string and element of a source file. */
export function textsOf(path: string): string[] {
  const text = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
  return path.endsWith('.md') ? [proseOf(text)] : stringsOf(path, text)
}

/** Markdown without comments, tables, code and addresses. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^(\||#|---).*$/gm, '')
}

/** A node of the syntax tree, with the parts that hold words. */
type Tree = {
  type: string
  children?: unknown
  expression?: unknown
  quasis?: unknown
  value?: unknown
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const partsOf = (tree: Tree): Tree[] => Object.values(tree).flat().filter(isTree)
const childrenOf = ({ children }: Tree): Tree[] =>
  Array.isArray(children) ? children.filter(isTree) : []

/** The strings of a source file; elements of a page are one text, with a word for each value. */
function stringsOf(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (tree: Tree): void => {
    if (/^(Import|TS.*(Type|Interface))/.test(tree.type)) return
    if (childrenOf(tree).some(({ type }) => type === 'JSXText')) found.push(wordsOfElement(tree))
    if (tree.type === 'Literal' && typeof tree.value === 'string') found.push(tree.value)
    if (tree.type === 'TemplateLiteral') {
      const { quasis } = tree
      const texts = (Array.isArray(quasis) ? quasis : []).map(({ value }) => String(value.cooked))
      found.push(texts.join('12'))
    }
    for (const part of partsOf(tree)) visit(part)
  }
  for (const part of parseSync(path, source).program.body.filter(isTree)) visit(part)
  return found
}

function wordsOfElement(element: Tree): string {
  return childrenOf(element)
    .map((child) => {
      if (child.type === 'JSXText') return String(child.value).replace(/\s+/g, ' ')
      if (child.type === 'JSXElement') return wordsOfElement(child)
      const { expression } = child
      return isTree(expression) && typeof expression.value === 'string' ? expression.value : '12'
    })
    .join('')
}
