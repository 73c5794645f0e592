import { Fragment, type ReactNode } from 'react'
import type { SetupTopic } from '#app/.server/setup/queries/setup-page.ts'
import { settingWord } from '#app/contracts/setup/setting-names.ts'
import { Disclosure, ForServer } from '../components/disclosure.tsx'
import { formatCount } from '../components/format-count.ts'

type Props = {
  part: SetupTopic
  /** Settings of this part that are set where the shop is started. */
  given: readonly string[]
  note: ReactNode
  children: ReactNode
}

/** One part of the checklist: whether it is done, what is open, and below it where that is done. */
export function TopicSection({ part, given, note, children }: Props) {
  const { topic, title, open, details } = part
  const now = open.filter(({ when }) => when !== 'later')
  const isBroken = open.some((each) => each.isBroken)
  const heading = `setup-${topic}`
  const isTexts = topic === 'texts'
  return (
    <li>
      <section aria-labelledby={heading} className="admin-panel min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <h2 id={heading}>{title}</h2>
          <p
            className={
              now.length === 0
                ? 'text-muted'
                : `font-medium ${isBroken ? 'text-alert' : 'text-notice'}`
            }
          >
            {now.length === 0 ? doneText(part) : `${isTexts ? 1 : now.length} open`}
          </p>
        </div>
        {isTexts ? <Texts open={open} /> : <Open open={open} className="mt-3" />}
        <div className="mt-4 grid gap-4 text-sm wrap-anywhere">
          {children}
          {(details.length > 0 || given.length > 0 || note !== null) && (
            <ForServer>
              <Open
                open={details.map((message) => ({ message, when: 'should', isBroken: false }))}
              />
              {note}
              {given.length > 0 && (
                <p>
                  Set where the shop is started and used instead of what’s saved here:{' '}
                  {given.map((name, at) => (
                    <Fragment key={name}>
                      {at > 0 && ', '}
                      {settingWord(name)} (<code>{name}</code>)
                    </Fragment>
                  ))}
                  .
                </p>
              )}
            </ForServer>
          )}
        </div>
      </section>
    </li>
  )
}

function doneText({ open, isUnused }: SetupTopic): string {
  if (open.length > 0) return 'After opening'
  return isUnused ? 'Not set up' : 'Done'
}

/** What keeps the shop from opening, and what waits for that, is named as such. */
const whenTexts = { must: 'Before opening: ', should: '', later: 'After opening: ' } as const

type OpenItems = { open: SetupTopic['open'] }

/** One thing to do, with its list inside. */
function Texts({ open }: OpenItems) {
  if (open.length === 0) return null
  const isOne = open.length === 1
  return (
    <div className="mt-3 grid gap-2">
      <p>
        {formatCount(open.length, 'passage')} on your site still {isOne ? 'needs' : 'need'} review
        by an expert. Some need a lawyer.
      </p>
      <Disclosure look="text" label={isOne ? 'Show it' : `Show all ${open.length}`}>
        <Open open={open} />
      </Disclosure>
    </div>
  )
}

function Open({ open, className = '' }: OpenItems & { className?: string }) {
  if (open.length === 0) return null
  return (
    <ul className={`grid list-disc gap-1.5 pl-5 wrap-anywhere ${className}`}>
      {open.map(({ message, when, isBroken }) => (
        <li key={message} className={isBroken ? 'font-medium text-alert' : undefined}>
          {when !== 'should' && <span className="font-medium">{whenTexts[when]}</span>}
          {message}
        </li>
      ))}
    </ul>
  )
}
