import type { TextHistory } from '#app/.server/content/queries/text-history.ts'

type Props = { text: Pick<TextHistory, 'variables' | 'keeps' | 'fields'> }

/** What those who write can use, and what stays as it is. */
export function Writing({ text: { variables, keeps, fields } }: Props) {
  const isMarkdown = fields.some(({ kind }) => kind === 'markdown')
  if (variables.length === 0 && keeps.length === 0 && !isMarkdown) return null
  return (
    <section className="admin-panel min-w-0">
      <h2>Formatting</h2>
      {isMarkdown && (
        <dl className="mt-3 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
          {marks.map(([mark, does]) => (
            <div key={mark} className="contents">
              <dt className="font-mono">{mark}</dt>
              <dd className="text-muted max-sm:mb-2">{does}</dd>
            </div>
          ))}
        </dl>
      )}
      {variables.length > 0 && (
        <>
          <h3 className="mt-5 font-medium font-sans text-sm">Filled in automatically</h3>
          <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
            {variables.map(({ name, says, isNeeded }) => (
              <div key={name} className="contents">
                <dt className="font-mono">{`{${name}}`}</dt>
                <dd className="text-muted max-sm:mb-2">
                  {says}
                  {isNeeded && '. Required'}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {keeps.length > 0 && (
        <>
          <h3 className="mt-5 font-medium font-sans text-sm">Must appear exactly as written</h3>
          <ul className="mt-2 grid gap-1 text-muted text-sm">
            {keeps.map((words) => (
              <li key={words}>“{words}”</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const marks = [
  ['## Words', 'Heading; ### for a smaller one'],
  ['**words**', 'Bold'],
  ['*words*', 'Italic'],
  ['- words', 'Bulleted list'],
  ['[words](/contact)', 'Link to a page on your site, or to https://…'],
] as const
