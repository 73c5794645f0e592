import type { ReactNode } from 'react'
import { Form } from 'react-router'
import type { TextHistory } from '#app/.server/content/queries/text-history.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = {
  text: Pick<TextHistory, 'version' | 'versions' | 'draft' | 'isBuiltIn' | 'hasBuiltIn'>
}

/** Who published which version of a text, and the way back to each. */
export function TextVersions({ text }: Props) {
  const { version, versions, isBuiltIn, hasBuiltIn } = text
  return (
    <section aria-labelledby="versions" className="admin-panel min-w-0">
      <h2 id="versions">Versions</h2>
      <p className="mt-2 text-muted text-sm">{inUse(text)}</p>
      {hasBuiltIn && !isBuiltIn && (
        <Back text={text}>
          <SubmitButton action="built-in">Use the built-in text</SubmitButton>
        </Back>
      )}
      <ol className="mt-4 grid gap-4" reversed>
        {versions.map(({ version: number, by, at, isBuiltIn: wasBuiltIn, changed }) => (
          <li key={number} className="border-line border-t pt-3 text-sm">
            <p className="wrap-anywhere">
              Version {number}: {wasBuiltIn ? 'the built-in text' : summary(changed)}
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

function inUse({ version, isBuiltIn, hasBuiltIn }: Props['text']): string {
  if (version === 0) return hasBuiltIn ? 'You’re using the default.' : 'Not published yet.'
  return isBuiltIn ? 'You’re using the default again.' : `Version ${version} is in use.`
}

/** Fields of it, as many as a line holds. */
function summary(changed: readonly string[]): string {
  if (changed.length === 0) return 'as before'
  const more = changed.length > 2 ? ` and ${changed.length - 2} more` : ''
  return `${changed.slice(0, 2).join('; ')}${more}`
}

function Back({ text, children }: Props & { children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="mt-2">
      <Seen text={text} />
      {children}
    </Form>
  )
}

/** Which version and which draft were on the screen when a form of it is sent. */
export function Seen({
  text: { version, draft },
}: {
  text: Pick<TextHistory, 'version' | 'draft'>
}) {
  return (
    <>
      <input type="hidden" name="seen" value={version} />
      <input type="hidden" name="draft" value={draft?.revision ?? 0} />
    </>
  )
}
