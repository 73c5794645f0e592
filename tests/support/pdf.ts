import { extractText, getDocumentProxy, getMeta } from 'unpdf'

/** What a screen reader is told: roles, and what each holds. */
type Node = { role?: string; type?: string; children?: Node[] }

/** What a PDF says, and how a screen reader is told it. */
export async function readPdf(pdf: Uint8Array) {
  const file = await getDocumentProxy(new Uint8Array(pdf))
  const { text, totalPages } = await extractText(file, { mergePages: false })
  const { info } = await getMeta(file)
  const pages = text.map((page) => page.replace(/\s+/g, ' ').trim())
  const roles: string[] = []
  const collect = ({ role, children = [] }: Node) => {
    // Each page has the whole of a group that goes over several.
    if (role && children.some(({ type }) => type === 'content')) roles.push(role)
    for (const child of children) collect(child)
  }
  for (let page = 1; page <= totalPages; page += 1) {
    const tree = await (await file.getPage(page)).getStructTree()
    if (tree) collect(tree as Node)
  }
  const { Marked: isTagged } = ((await file.getMarkInfo()) ?? {}) as { Marked?: boolean }
  const words = pages.join(' ')
  return { words, pages, title: info.Title as string, language: info.Language, roles, isTagged }
}

/** Every sum in it, `$1,234.56`, in order. */
export const sumsIn = (text: string) => text.match(/-?\$[\d,]+\.\d{2}(?!\d)/g) ?? []
