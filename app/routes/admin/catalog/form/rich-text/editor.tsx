import { EditorContent, useEditor } from '@tiptap/react'
import { useState } from 'react'
import { descriptionExtensions } from './extensions.ts'
import { listedText, lostWords, tidyPaste, tidyText } from './pasted-html.ts'
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
  const [notPasted, setNotPasted] = useState('')
  /** Files without words beside them, such as a screenshot: nothing of them could be kept. */
  const refuseFiles = (data: DataTransfer | null) => {
    const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/')).length
    const hasWords = ['text/html', 'text/plain'].some((type) => data?.getData(type))
    if (pictures === 0 || hasWords) return false
    setNotPasted(lostWords({ pictures }))
    return true
  }
  const editor = useEditor({
    extensions: descriptionExtensions,
    content: initial,
    // Its few rules are in admin.css: a style element made by script is refused here.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: (pasted) => {
        const { html, lost } = tidyPaste(pasted)
        setNotPasted(lostWords(lost))
        return html
      },
      transformPastedText: tidyText,
      handlePaste: (view, event) => {
        if (refuseFiles(event.clipboardData)) return true
        const { clipboardData: pasted } = event
        const list = pasted?.getData('text/html')
          ? null
          : listedText(pasted?.getData('text/plain') ?? '')
        return list !== null && view.pasteHTML(list)
      },
      handleDrop: (_, event) => {
        const isRefused = refuseFiles(event.dataTransfer)
        // Otherwise the browser would open the file in place of the form.
        if (isRefused) event.preventDefault()
        return isRefused
      },
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
      <p
        role="status"
        className="border-line px-3 py-2 text-sm text-alert empty:hidden not-empty:border-t"
      >
        {notPasted}
      </p>
    </div>
  )
}
