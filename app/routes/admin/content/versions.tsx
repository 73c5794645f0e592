import type { TextDetail } from '#app/.server/content/queries/text-detail.ts'
import { Versions } from '../components/versions.tsx'

type Props = {
  text: Pick<TextDetail, 'version' | 'versions' | 'draft' | 'isShipped' | 'hasShipped'>
}

/** Who published what, and the way back to each. */
export function TextVersions({ text }: Props) {
  const { version, versions, draft, isShipped, hasShipped } = text
  return (
    <Versions
      inUse={inUse(text)}
      version={version}
      versions={versions.map(({ changed, isShipped: wasShipped, ...each }) => ({
        ...each,
        about: wasShipped ? 'the built-in text' : summary(changed),
      }))}
      builtIn={hasShipped && !isShipped ? 'shipped' : null}
      seen={{ seen: version, draft: draft?.revision ?? 0 }}
    />
  )
}

function inUse({ version, isShipped, hasShipped }: Props['text']): string {
  if (version === 0) return hasShipped ? 'The built-in text is in use.' : 'Not published yet.'
  return isShipped ? 'The built-in text is in use again.' : `Version ${version} is in use.`
}

/** Fields of it, as many as a line holds. */
function summary(changed: readonly string[]): string {
  if (changed.length === 0) return 'as before'
  const more = changed.length > 2 ? ` and ${changed.length - 2} more` : ''
  return `${changed.slice(0, 2).join('; ')}${more}`
}
