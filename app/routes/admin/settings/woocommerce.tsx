import { type FormEvent, useEffect, useState } from 'react'
import {
  noSettings,
  readSettings,
  trimmed,
  type WooCommerceSettings,
  whatIsMissing,
  woocommerceKey,
} from '#app/contracts/catalog/woocommerce.ts'
import { readSaved, save } from '#app/ui/browser-storage.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { showToast } from '../components/toasts.tsx'
import type { Route } from './+types/woocommerce.ts'
import { Mappings } from './woocommerce-mappings.tsx'

export const meta: Route.MetaFunction = () => adminTitle('WooCommerce')

/** Which product here is which one in another store. Saved by the browser, used by nothing [D38]. */
export default function WooCommerce() {
  const [settings, setSettings] = useState<WooCommerceSettings>(noSettings)
  const [ready, setReady] = useState(false)
  const [error, setError] = useState<{ message: string } | null>(null)

  useEffect(() => {
    const stored = readSettings(readSaved(woocommerceKey))
    if (stored === null) setError({ message: unreadable })
    setSettings(stored ?? noSettings)
    setReady(true)
  }, [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = whatIsMissing(settings)
    if (missing !== null) return setError({ message: missing })
    const next = trimmed(settings)
    if (!save(woocommerceKey, JSON.stringify(next))) {
      return setError({ message: 'This browser doesn’t let the shop save settings.' })
    }
    setSettings(next)
    setError(null)
    showToast('Settings saved successfully')
  }

  return (
    <>
      <h1>WooCommerce</h1>
      <p className="mt-2 max-w-2xl text-muted">
        These settings are saved in this browser only. They aren’t sent anywhere, and no one else
        can see them. Don’t enter keys or passwords here.
      </p>
      <ErrorBanner error={error} />
      <form onSubmit={submit} noValidate className="mt-6">
        <fieldset disabled={!ready} className="grid min-w-0 max-w-2xl gap-6">
          <Field label="WooCommerce store URL" hint="For example, https://store.example">
            <input
              type="url"
              value={settings.storeUrl}
              onChange={({ target }) => setSettings({ ...settings, storeUrl: target.value })}
              autoComplete="off"
              className="input"
            />
          </Field>
          <Mappings
            mappings={settings.productMappings}
            onChange={(productMappings) => setSettings({ ...settings, productMappings })}
          />
          <button type="submit" className="button button-gold justify-self-start">
            Save Settings
          </button>
        </fieldset>
      </form>
    </>
  )
}

const unreadable =
  'The settings saved in this browser couldn’t be read. Saving will replace them with what’s entered here.'
