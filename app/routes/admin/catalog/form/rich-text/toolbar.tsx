import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Heading1,
  Heading2,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Redo2,
  Undo2,
} from 'lucide-react'
import { isAllowedLink } from '#app/domain/catalog/picture-address.ts'
import { IconButton } from '#app/routes/admin/components/icon-button.tsx'

type Tool = {
  name: string
  icon: LucideIcon
  run: (editor: Editor) => unknown
  /** Toggles say whether they are on. */
  isOn?: (editor: Editor) => boolean
  /** Undo and redo say whether there is anything to do. */
  can?: (editor: Editor) => boolean
}

const focused = (editor: Editor) => editor.chain().focus()

const heading = (level: 1 | 2, icon: LucideIcon): Tool => ({
  name: `Heading ${level}`,
  icon,
  run: (editor) => focused(editor).toggleHeading({ level }).run(),
  isOn: (editor) => editor.isActive('heading', { level }),
})

const toggle = (
  name: string,
  icon: LucideIcon,
  mark: string,
  run: 'toggleBold' | 'toggleItalic' | 'toggleBulletList' | 'toggleOrderedList',
): Tool => ({
  name,
  icon,
  run: (editor) => focused(editor)[run]().run(),
  isOn: (editor) => editor.isActive(mark),
})

const step = (name: string, icon: LucideIcon, run: 'undo' | 'redo'): Tool => ({
  name,
  icon,
  run: (editor) => focused(editor)[run]().run(),
  can: (editor) => editor.can()[run](),
})

/** These and no others [FORM-21]. */
const tools: readonly Tool[] = [
  toggle('Bold', Bold, 'bold', 'toggleBold'),
  toggle('Italic', Italic, 'italic', 'toggleItalic'),
  heading(1, Heading1),
  heading(2, Heading2),
  toggle('Bullet list', List, 'bulletList', 'toggleBulletList'),
  toggle('Ordered list', ListOrdered, 'orderedList', 'toggleOrderedList'),
  { name: 'Link', icon: Link, run: setLink, isOn: (editor) => editor.isActive('link') },
  step('Undo', Undo2, 'undo'),
  step('Redo', Redo2, 'redo'),
]

export function Toolbar({ editor }: { editor: Editor }) {
  const states = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      tools.map(({ isOn, can }) => ({
        ...(isOn ? { 'aria-pressed': isOn(now) } : {}),
        // Not `disabled`: the focus would be lost with the last step that can be undone.
        ...(can ? { 'aria-disabled': !can(now) } : {}),
      })),
  })
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex flex-wrap gap-0.5 border-line border-b p-1"
    >
      {tools.map(({ name, icon, run }, index) => (
        <IconButton
          key={name}
          icon={icon}
          label={name}
          {...states[index]}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
          className="size-9"
        />
      ))}
    </div>
  )
}

const refusedLink =
  'That link wasn’t inserted. It must begin with http://, https://, mailto:, or tel:, or be a path on this site.'

/**
 * Asks for an address and inserts it as typed [FORM-23, D12]: on the selected text, else as
 * separate text. An empty answer takes the link away; a scheme that is not allowed is refused.
 */
function setLink(editor: Editor): void {
  const current: unknown = editor.getAttributes('link').href
  const input = window.prompt('Enter URL', typeof current === 'string' ? current : '')
  if (input === null) return
  const href = input.trim()
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
