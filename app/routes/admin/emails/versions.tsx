import { Form } from 'react-router'
import type { MailTextPage } from '#app/.server/emails/queries/mail-texts.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'

type Props = Pick<MailTextPage, 'versions' | 'version' | 'isBuiltIn'>

/** Who wrote which text, and the way back to each. */
export function Versions({ versions, version, isBuiltIn }: Props) {
  return (
    <section className="admin-panel min-w-0">
      <h2>Versions</h2>
      <p className="mt-2 text-muted text-sm">
        {isBuiltIn ? 'The built-in text is in use.' : `Version ${version} is in use.`}
      </p>
      {!isBuiltIn && (
        <Form method="post" className="mt-3">
          <input type="hidden" name="seen" value={version} />
          <SubmitButton name="action" value="built-in">
            Use the built-in text
          </SubmitButton>
        </Form>
      )}
      <ol className="mt-4 grid gap-4" reversed>
        {versions.map(({ version: number, by, at, subject }) => (
          <li key={number} className="border-line border-t pt-3 text-sm">
            <p className="wrap-anywhere">
              Version {number}: {subject ?? 'the built-in text'}
            </p>
            <p className="text-muted wrap-anywhere">
              {by}, <ShopTime at={at} />
            </p>
            {number !== version && (
              <Form method="post">
                <input type="hidden" name="seen" value={version} />
                <input type="hidden" name="version" value={number} />
                <button type="submit" name="action" value="take back" className="link py-1">
                  Use version {number} again
                </button>
              </Form>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
