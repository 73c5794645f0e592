import type { Editor } from '@tiptap/core'
import { isAllowedLink } from '#app/domain/catalog/link-address.ts'

const refusedLink =
  'That link was not inserted: it must begin with http://, https://, mailto: or tel:, or be a path on this site.'

/**
 * Asks for an address and inserts it as typed [FORM-23, D12]: on the selected words, else as a
 * text of its own. An empty answer takes the link away; a scheme that is not allowed is told.
 */
export function setLink(editor: Editor): void {
  const current: unknown = editor.getAttributes('link').href
  const typed = window.prompt('Enter URL', typeof current === 'string' ? current : '')
  if (typed === null) return
  const href = typed.trim()
  const chain = editor.chain().focus().extendMarkRange('link')
  if (href === '') {
    chain.unsetLink().run()
  } else if (!isAllowedLink(href)) {
    window.alert(refusedLink)
  } else if (editor.state.selection.empty && !editor.isActive('link')) {
    chain
      .insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] })
      .run()
  } else {
    chain.setLink({ href }).run()
  }
}
