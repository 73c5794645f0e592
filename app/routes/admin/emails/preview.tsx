import { useState } from 'react'
import type { EmailPreview } from '#app/.server/emails/queries/email-preview.ts'

/** The email as HTML and as plain text: each program shows one of them. */
export function Preview({ preview }: { preview: EmailPreview }) {
  const [shows, setShows] = useState<'html' | 'text'>('html')
  return (
    <section aria-labelledby="preview" className="admin-panel min-w-0">
      <h2 id="preview">Preview</h2>
      {preview.order && <p className="mt-1 text-muted text-sm">With order {preview.order}</p>}
      {preview.isSample && (
        <p className="mt-1 text-muted text-sm">
          This is a sample. You’ll see a real one here after the first order.
        </p>
      )}
      <p className="mt-3 font-medium wrap-anywhere">{preview.subject}</p>
      <fieldset className="mt-3 flex flex-wrap gap-x-5 text-sm">
        <legend className="sr-only">View as</legend>
        {(['html', 'text'] as const).map((each) => (
          <label key={each} className="flex min-h-8 items-center gap-2">
            <input
              type="radio"
              name="preview"
              checked={shows === each}
              onChange={() => setShows(each)}
              className="size-5 shrink-0 accent-gold-deep"
            />
            {each === 'html' ? 'Formatted' : 'Plain text'}
          </label>
        ))}
      </fieldset>
      {shows === 'html' ? (
        <iframe
          title="The formatted email"
          sandbox=""
          srcDoc={preview.html}
          className="mt-3 h-[36rem] w-full border border-line bg-white"
        />
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it.
          tabIndex={0}
          className="mt-3 max-h-[36rem] overflow-auto border border-line p-3 text-sm whitespace-pre-wrap wrap-anywhere"
        >
          {preview.text}
        </pre>
      )}
    </section>
  )
}
