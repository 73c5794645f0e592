import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { trapField } from '#app/contracts/messages/message.ts'
import { copyText } from '../copy-text.ts'
import { Unbroken } from '../text/no-break.tsx'
import { ClearForm } from './clear-form.tsx'
import { type FieldErrors, FormFields } from './form-fields.tsx'
import {
  asSubmitted,
  controlsOf,
  fill,
  readDraft,
  saveDraft,
  submittedValues,
  type Values,
  valuesOf,
} from './saved-values.ts'

type Draft = { href: string; text: string }

export type EmailFormTexts = Readonly<
  Record<
    | 'submit'
    | 'otherwise'
    | 'send'
    | 'trap'
    | 'arrived'
    | 'another'
    | 'copy'
    | 'copied'
    | 'copyByHand'
    | 'withoutMailProgram'
    | 'kept'
    | 'restored'
    | 'opened'
    | 'openAgain'
    | 'long'
    | 'sent'
    | 'clear'
    | 'clearAsk'
    | 'clearYes'
    | 'clearNo'
    | 'cleared'
    | 'missing'
    | 'malformed'
    | 'withoutScript',
    string
  >
>

type Props = {
  /** Names the form, and the place in the browser where it is kept. */
  name: string
  labelledBy: string
  texts: EmailFormTexts
  draftOf: (values: Values) => Draft
  /** What the server said where the form was sent from this page. */
  posted: PostedForm | undefined
  /** Called at each change, so that a page can show what depends on it. */
  onValues?: (values: Values) => void
  children: ReactNode
}

/** Windows hands a program no more than about this much of an address. */
const maxHrefLength = 2000

/**
 * A form that opens a draft in the visitor's mail program and asks no server [D34, D36]. Nobody learns
 * whether the draft was sent, so what was entered is stored in the browser until the visitor says so. Beside it
 * a button sends the form from its page, also without a script [MESSAGE-01].
 */
export function EmailForm(props: Props) {
  const { name, texts, posted } = props
  const sentTo = posted && 'sentTo' in posted ? posted.sentTo : null
  useEffect(() => {
    if (sentTo !== null) saveDraft(`${name}-draft`, {})
  }, [sentTo, name])
  if (sentTo === null) return <WriteForm {...props} />
  return (
    <div role="status" className="border-l border-gold pl-4">
      <p className="font-display text-2xl leading-snug wrap-anywhere">
        {texts.arrived} <bdi>{sentTo}</bdi>.
      </p>
      <p className="mt-4">
        <a href="?" className="link inline-block py-1">
          {texts.another}
        </a>
      </p>
    </div>
  )
}

function WriteForm({ name, labelledBy, texts, draftOf, posted, onValues, children }: Props) {
  const refused = posted && 'refused' in posted ? posted : null
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<FieldErrors>(refused?.errors ?? {})
  const [opened, setOpened] = useState<Draft | null>(null)
  const [byHand, setByHand] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const [typed, setTyped] = useState(false)
  const key = `${name}-draft`

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the browser has the page.
  useEffect(() => {
    const element = form.current
    if (!element) return
    if (refused) asSubmitted(element)
    const saved = readDraft(key)
    const restored = Object.keys(saved).length > 0
    if (restored) {
      fill(element, saved)
      if (!refused) setMessage(texts.restored)
    }
    controlsOf(element)
      .find((control) => refused?.errors[control.name])
      ?.focus()
    setTyped(Object.keys(submittedValues(element)).length > 0)
    onValues?.(valuesOf(element))
  }, [key])

  function changed(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    const values = submittedValues(element)
    saveDraft(key, values)
    setTyped(Object.keys(values).length > 0)
    setOpened(null)
    setByHand(null)
    setMessage('')
    onValues?.(valuesOf(element))
    if (Object.keys(errors).length > 0) setErrors(errorsOf(element, texts))
  }

  function submitted(event: FormEvent<HTMLFormElement>) {
    const element = event.currentTarget
    const found = errorsOf(element, texts)
    setErrors(found)
    const first = controlsOf(element).find((control) => found[control.name])
    const { submitter } = event.nativeEvent as SubmitEvent
    // The browser sends it, as it does without this script.
    if (!first && submitter?.hasAttribute('formaction')) return
    event.preventDefault()
    if (first) {
      first.focus()
      return
    }
    const draft = draftOf(valuesOf(element))
    setOpened(draft)
    setMessage(texts.opened)
    window.location.href = draft.href
  }

  async function copied() {
    if (!form.current) return
    const { text } = draftOf(valuesOf(form.current))
    if (await copyText(text)) return setMessage(texts.copied)
    setByHand(text)
    setMessage(texts.copyByHand)
  }

  function cleared() {
    const element = form.current
    if (!element) return
    element.reset()
    saveDraft(key, {})
    setErrors({})
    setOpened(null)
    setByHand(null)
    setTyped(false)
    setMessage(texts.cleared)
    onValues?.(valuesOf(element))
    controlsOf(element)[0]?.focus()
  }

  return (
    <>
      <noscript>
        <p className="border-y border-line py-6">
          <Unbroken>{texts.withoutScript}</Unbroken>
        </p>
      </noscript>
      <form
        ref={form}
        method="post"
        aria-labelledby={labelledBy}
        noValidate
        onInput={changed}
        onSubmit={submitted}
      >
        {refused && (
          <p role="alert" className="mb-8 border border-alert px-4 py-3 text-alert">
            {refused.refused}
          </p>
        )}
        <FormFields refused={{ errors, typed: refused?.values }}>{children}</FormFields>
        <div aria-hidden="true" className="absolute size-0 overflow-hidden">
          <label className="block">
            {texts.trap}
            <input name={trapField} tabIndex={-1} autoComplete="off" className="w-full min-w-0" />
          </label>
        </div>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2">
          <p className="needs-script text-sm text-muted">{texts.otherwise}</p>
          {/* The form's own: what Enter does. */}
          <button type="submit" className="link needs-script min-h-11 text-sm">
            <Unbroken>{texts.submit}</Unbroken>
          </button>
          <button
            type="submit"
            formAction={`#${labelledBy}`}
            className="button button-gold -order-1 max-sm:w-full"
          >
            {/* One child: the button's gap goes between children. */}
            <span>
              <Unbroken>{texts.send}</Unbroken>
            </span>
          </button>
          <button type="button" className="link needs-script min-h-11 text-sm" onClick={copied}>
            {texts.copy}
          </button>
        </div>
        <div role="status" className="mt-5">
          {message && (
            <p className="border-l border-gold pl-4">
              <Unbroken>{message}</Unbroken>
            </p>
          )}
          {opened && opened.href.length > maxHrefLength && (
            <p className="mt-2 border-l border-gold pl-4">
              <Unbroken>{texts.long}</Unbroken>
            </p>
          )}
        </div>
        {byHand !== null && (
          <textarea
            readOnly
            aria-label={texts.copy}
            rows={8}
            value={byHand}
            ref={(element) => element?.select()}
            className="mt-4 block w-full border border-line bg-raised px-3.5 py-2.5 text-sm"
          />
        )}
        {typed && (
          <p className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
            {opened && (
              <a href={opened.href} className="link py-1">
                <Unbroken>{texts.openAgain}</Unbroken>
              </a>
            )}
            {opened ? (
              <button type="button" className="link py-1" onClick={cleared}>
                {texts.sent}
              </button>
            ) : (
              <ClearForm texts={texts} onClear={cleared} />
            )}
          </p>
        )}
        <p className="mt-4 text-sm text-pretty text-muted">
          <Unbroken>{`${texts.withoutMailProgram} ${texts.kept}`}</Unbroken>
        </p>
      </form>
    </>
  )
}

/** Blanks are no answer, though a browser would take them for one. */
function errorsOf(form: HTMLFormElement, texts: EmailFormTexts): FieldErrors {
  const wrong = controlsOf(form).flatMap((control) => {
    const { willValidate, required, validity, value, name } = control
    if (!willValidate) return []
    if (validity.badInput || (required && value.trim() === '')) return [[name, texts.missing]]
    return validity.typeMismatch ? [[name, texts.malformed]] : []
  })
  return Object.fromEntries(wrong)
}

/** What the server says of a form that was sent from its page. */
export type PostedForm =
  | { sentTo: string }
  /** Why it was not taken, what is wrong with which field, and all that was written. */
  | { refused: string; errors: Record<string, string>; values: Record<string, string> }
