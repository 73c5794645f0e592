import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveParacord } from '#app/.server/settings/commands/save-paracord.ts'
import { paracordOptions } from '#app/.server/settings/queries/settings.ts'
import { paracordForm, withColor } from '#app/contracts/paracord.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Field } from '../components/field.tsx'
import { stayingHere } from '../components/staying-here.ts'
import type { Route } from './+types/paracord.ts'
import { savingSettings } from './saving.ts'
import { useSaved } from './use-saved.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return paracordOptions(context.get(appContext))
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  const form = await request.formData()
  const typed = {
    enabled: form.has('enabled'),
    // A color that was typed and not added yet is meant as well.
    colors: [...form.getAll('color'), form.get('new_color') ?? ''].map(String),
    message: String(form.get('message') ?? ''),
  }
  return savingSettings(paracordForm, typed, (options) => saveParacord(app, options, email))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayingHere(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Paracord Options' }]

export default function Paracord({ loaderData, actionData }: Route.ComponentProps) {
  const { error, typed, fields } = useSaved(actionData)
  const { enabled, colors, message } = typed ?? loaderData
  const saving = useNavigation().state === 'submitting'
  return (
    <>
      <h1>Paracord Options</h1>
      <p className="mt-2 max-w-2xl text-muted">
        A notice on every product page: the message and the colors, as plain text.
      </p>
      <ErrorBanner error={error} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-6">
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name="enabled"
            value="yes"
            defaultChecked={enabled}
            className="size-5 shrink-0 accent-gold-deep"
          />
          Show the notice
        </label>
        <Colors key={loaderData.colors.join('\n')} saved={colors} error={fields.colors} />
        <Field label="Message" error={fields.message}>
          {(described) => (
            <textarea
              {...described}
              name="message"
              rows={3}
              defaultValue={message}
              className="admin-input"
            />
          )}
        </Field>
        <button type="submit" disabled={saving} className="button button-gold justify-self-start">
          Save Changes
        </button>
      </Form>
    </>
  )
}

/** Colors are kept in the form until it is saved; begun anew from what was saved. */
function Colors({ saved, error }: { saved: string[]; error: string | undefined }) {
  const [colors, setColors] = useState(() => saved.reduce<string[]>(withColor, []))
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const add = () => {
    if (!input.current) return
    const next = withColor(colors, input.current.value)
    if (next.length > colors.length) setSaid(`${next.at(-1)} added`)
    setColors(next)
    input.current.value = ''
    input.current.focus()
  }
  const remove = (color: string) => {
    setColors(colors.filter((known) => known !== color))
    setSaid(`${color} removed`)
    input.current?.focus()
  }
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Colors</legend>
      {colors.length > 0 ? (
        <ul className="mb-3 flex flex-wrap gap-2">
          {colors.map((color) => (
            <li
              key={color}
              className="flex min-w-0 items-center gap-1 border border-line bg-raised pl-3"
            >
              <span className="min-w-0 py-1 wrap-anywhere">{color}</span>
              <input type="hidden" name="color" value={color} />
              <button
                type="button"
                aria-label={`Remove ${color}`}
                onClick={() => remove(color)}
                className="grid size-9 shrink-0 place-items-center"
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mb-3 text-muted text-sm">No colors yet.</p>
      )}
      <div className="flex items-end gap-3">
        <Field label="New color" error={error} className="min-w-0 grow">
          {(described) => (
            <input
              {...described}
              ref={input}
              name="new_color"
              autoComplete="off"
              onKeyDown={addOnEnter}
              className="admin-input"
            />
          )}
        </Field>
        <button type="button" onClick={add} className="button button-line">
          Add
        </button>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}
