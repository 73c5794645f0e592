import { useState } from 'react'
import { paracordSetting } from '#app/.server/settings/paracord.ts'
import { paracordLabels, withColor } from '#app/contracts/catalog/paracord.ts'
import { textsOf } from '#app/contracts/platform/form-data.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea } from '#app/ui/forms/fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { NameList } from '../components/name-list.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/paracord.ts'
import { settingAction, settingLoader } from './setting-route.ts'
import { SettingsForm } from './settings-form.tsx'

export const loader = settingLoader(paracordSetting, (options) => options)

// Without a message it is nothing that this page posts; it is refused, lest it empties the notice.
export const action = settingAction(paracordSetting, (form) => ({
  ...textsOf(form),
  enabled: form.has('enabled'),
  // A color that was typed and not added yet is meant as well.
  colors: [...form.getAll('color'), form.get('colors') ?? ''].map(String),
}))

export const clientAction = keepingScreen<Route.ClientActionArgs>('Failed to save changes')

export const meta: Route.MetaFunction = () => adminTitle('Paracord Options')

export default function Paracord({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Pick<typeof loaderData, 'colors'>>(actionData)
  return (
    <>
      <h1>Paracord Options</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Show a notice with your message and cord colors on every product page. Plain text only.
      </p>
      <SettingsForm stored={loaderData} refused={refused} className="max-w-xl gap-6">
        <Checkbox name="enabled">{paracordLabels.enabled}</Checkbox>
        <Colors
          key={loaderData.colors.join('\n')}
          saved={refused?.typed?.colors ?? loaderData.colors}
        />
        <TextArea name="message" label={paracordLabels.message} rows={3} />
      </SettingsForm>
    </>
  )
}

/** Colors stay in the form until it is saved; after that it starts from what was saved. */
function Colors({ saved }: { saved: string[] }) {
  const [colors, setColors] = useState(() => saved.reduce<string[]>(withColor, []))
  const [typed, setTyped] = useState('')
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="field-label">{paracordLabels.colors}</legend>
      <NameList
        label={paracordLabels.colors}
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
