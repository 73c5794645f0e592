import { EditorContent, useEditor } from '@tiptap/react'
import { descriptionExtensions } from './extensions.ts'
import { Toolbar } from './toolbar.tsx'

export type RichTextProps = {
  /** HTML to begin with; afterwards the editor holds it. */
  initial: string
  onChange: (html: string) => void
  labelledBy: string
  describedBy: string
  invalid: boolean
}

/**
 * The editor of descriptions. Some 400 kB of script, so it is loaded by the form alone. What was
 * stored is handed back untouched until something is typed.
 */
export default function RichTextEditor({
  initial,
  onChange,
  labelledBy,
  describedBy,
  invalid,
}: RichTextProps) {
  const editor = useEditor({
    extensions: descriptionExtensions,
    content: initial,
    // Its few rules stand in admin.css: a style element made by script is refused here.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        'aria-required': 'true',
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        class: 'rich-text-page prose min-h-56 max-w-none p-3',
      },
    },
    onUpdate: ({ editor: now }) => onChange(now.isEmpty ? '' : now.getHTML()),
  })
  return (
    <div
      data-invalid={invalid || undefined}
      className="border border-line border-b-ink bg-raised data-invalid:border-alert"
    >
      <Toolbar editor={editor} />
      <EditorContent editor={editor} />
    </div>
  )
}
