import { useState } from 'react'
import { data, Form } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveParacord } from '#app/.server/settings/commands/save-settings.ts'
import { paracordOptions } from '#app/.server/settings/queries/settings.ts'
import { paracordForm, withColor } from '#app/contracts/catalog/paracord.ts'
import { postedForm } from '#app/contracts/platform/form-data.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { NameList } from '../components/name-list.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/paracord.ts'
import { saveSettings } from './save-settings.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return paracordOptions(context.get(appContext))
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const app = context.get(appContext)
  const form = await postedForm(request)
  if (!form.has('message')) {
    // Nothing that this screen posts; it would empty the notice.
    const typed = await paracordOptions(app)
    const refused = {
      code: 'invalid_request',
      message: 'Failed to save changes',
      errors: {},
      typed,
    }
    return data({ refused }, { status: 400 })
  }
  const typed = {
    enabled: form.has('enabled'),
    // A color that was typed and not added yet is meant as well.
    colors: [...form.getAll('color'), form.get('colors') ?? ''].map(String),
    message: String(form.get('message') ?? ''),
  }
  return saveSettings(app, paracordForm, typed, (options) => saveParacord(app, options, email))
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'Failed to save changes')
}

export const meta: Route.MetaFunction = () => [{ title: 'Paracord Options' }]

export default function Paracord({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<typeof loaderData>(actionData)
  const { enabled, colors, message } = refused?.typed ?? loaderData
  return (
    <>
      <h1>Paracord Options</h1>
      <p className="mt-2 max-w-2xl text-muted">
        A notice on every product page: the message and the colors, as plain text.
      </p>
      <ErrorBanner error={refused} />
      <Form method="post" noValidate className="mt-6 grid max-w-xl gap-6">
        <FormFields refused={{ errors: refused?.errors }}>
          <Checkbox name="enabled" defaultChecked={enabled}>
            Show the notice
          </Checkbox>
          <Colors key={loaderData.colors.join('\n')} saved={colors} />
          <Field label="Message">
            <textarea name="message" rows={3} defaultValue={message} className="input" />
          </Field>
        </FormFields>
        <SubmitButton gold className="justify-self-start">
          Save Changes
        </SubmitButton>
      </Form>
    </>
  )
}

/** Colors stay in the form until it is saved; after that it starts from what was saved. */
function Colors({ saved }: { saved: string[] }) {
  const [colors, setColors] = useState(() => saved.reduce<string[]>(withColor, []))
  const [typed, setTyped] = useState('')
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="field-label">Colors</legend>
      <NameList
        label="Colors"
        empty="No colors yet."
        addLabel="New color"
        name="colors"
        names={colors}
        onNames={setColors}
        withName={withColor}
        typed={typed}
        onTyped={setTyped}
      >
        {(color) => <input type="hidden" name="color" value={color} />}
      </NameList>
    </fieldset>
  )
}
