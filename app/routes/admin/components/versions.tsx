import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { ShopTime } from './shop-time.tsx'
import { SubmitButton } from './submit-button.tsx'

type Props = {
  /** Which text is in use now, as a sentence. */
  inUse: string
  /** The latest; 0 where there is none. */
  version: number
  /** Newest first; `about`: what it changed, or what it is. */
  versions: readonly { version: number; by: string; at: Date; about: string }[]
  /** The action that puts the built-in text in use again; null where it is, or where there is none. */
  builtIn: string | null
  /** Hidden fields that say what was seen. */
  seen: Readonly<Record<string, number>>
}

/** Who wrote which version of a text, and the way back to each. */
export function Versions({ inUse, version, versions, builtIn, seen }: Props) {
  return (
    <section aria-labelledby="versions" className="admin-panel min-w-0">
      <h2 id="versions">Versions</h2>
      <p className="mt-2 text-muted text-sm">{inUse}</p>
      {builtIn !== null && (
        <Back seen={seen}>
          <SubmitButton name="action" value={builtIn}>
            Use the built-in text
          </SubmitButton>
        </Back>
      )}
      <ol className="mt-4 grid gap-4" reversed>
        {versions.map(({ version: number, by, at, about }) => (
          <li key={number} className="border-line border-t pt-3 text-sm">
            <p className="wrap-anywhere">
              Version {number}: {about}
            </p>
            <p className="text-muted wrap-anywhere">
              {by}, <ShopTime at={at} />
            </p>
            {number !== version && (
              <Back seen={{ ...seen, version: number }}>
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

function Back({ seen, children }: Pick<Props, 'seen'> & { children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="mt-2">
      {Object.entries(seen).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  )
}
