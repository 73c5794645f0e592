import { Form } from 'react-router'
import type { TextDetail } from '#app/.server/content/queries/text-detail.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  text: Pick<TextDetail, 'version' | 'versions' | 'draft' | 'isShipped' | 'hasShipped'>
}

/** Who published what, and the way back to each. */
export function Versions({ text }: Props) {
  const { version, versions, isShipped, hasShipped } = text
  return (
    <section aria-labelledby="versions" className="admin-panel min-w-0">
      <h2 id="versions">Versions</h2>
      <p className="mt-2 text-muted text-sm">{standing(text)}</p>
      {hasShipped && !isShipped && (
        <Back text={text}>
          <SubmitButton name="action" value="shipped">
            Use the built-in text
          </SubmitButton>
        </Back>
      )}
      <ol className="mt-4 grid gap-4" reversed>
        {versions.map(({ version: number, by, at, changed, isShipped: wasShipped }) => (
          <li key={number} className="border-line border-t pt-3 text-sm">
            <p className="wrap-anywhere">
              Version {number}: {wasShipped ? 'the built-in text' : summary(changed)}
            </p>
            <p className="text-muted wrap-anywhere">
              {by}, <ShopTime at={at} />
            </p>
            {number !== version && (
              <Back text={text}>
                <input type="hidden" name="version" value={number} />
                <button type="submit" name="action" value="take back" className="link py-1">
                  Use version {number} again
                </button>
              </Back>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function standing({ version, isShipped, hasShipped }: Props['text']): string {
  if (version === 0) return hasShipped ? 'The built-in text is in use.' : 'Not published yet.'
  return isShipped ? 'The built-in text is in use again.' : `Version ${version} is in use.`
}

/** Fields of it, as many as a line holds. */
function summary(changed: readonly string[]): string {
  if (changed.length === 0) return 'as before'
  const more = changed.length > 2 ? ` and ${changed.length - 2} more` : ''
  return `${changed.slice(0, 2).join('; ')}${more}`
}

function Back({ text, children }: Props & { children: React.ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="mt-2">
      <input type="hidden" name="seen" value={text.version} />
      <input type="hidden" name="draft" value={text.draft?.revision ?? 0} />
      {children}
    </Form>
  )
}
