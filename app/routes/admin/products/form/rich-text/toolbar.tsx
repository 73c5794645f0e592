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
import { setLink } from './link.ts'

type Tool = {
  name: string
  icon: LucideIcon
  run: (editor: Editor) => void
  /** Toggles say whether they are on. */
  isOn?: (editor: Editor) => boolean
  /** Undo and redo say whether there is anything to do. */
  can?: (editor: Editor) => boolean
}

/** These and no others [FORM-21]. */
const tools: readonly Tool[] = [
  {
    name: 'Bold',
    icon: Bold,
    run: (editor) => editor.chain().focus().toggleBold().run(),
    isOn: (editor) => editor.isActive('bold'),
  },
  {
    name: 'Italic',
    icon: Italic,
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    isOn: (editor) => editor.isActive('italic'),
  },
  {
    name: 'Heading 1',
    icon: Heading1,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 1 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 1 }),
  },
  {
    name: 'Heading 2',
    icon: Heading2,
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
  },
  {
    name: 'Bullet list',
    icon: List,
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    isOn: (editor) => editor.isActive('bulletList'),
  },
  {
    name: 'Ordered list',
    icon: ListOrdered,
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    isOn: (editor) => editor.isActive('orderedList'),
  },
  { name: 'Link', icon: Link, run: setLink, isOn: (editor) => editor.isActive('link') },
  {
    name: 'Undo',
    icon: Undo2,
    run: (editor) => editor.chain().focus().undo().run(),
    can: (editor) => editor.can().undo(),
  },
  {
    name: 'Redo',
    icon: Redo2,
    run: (editor) => editor.chain().focus().redo().run(),
    can: (editor) => editor.can().redo(),
  },
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
    <div role="toolbar" aria-label="Formatting" className="rich-text-tools">
      {tools.map(({ name, icon: Icon, run }, index) => (
        <button
          key={name}
          type="button"
          aria-label={name}
          title={name}
          {...states[index]}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => run(editor)}
        >
          <Icon aria-hidden="true" className="size-4" />
        </button>
      ))}
    </div>
  )
}
