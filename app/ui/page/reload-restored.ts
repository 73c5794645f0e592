import { reachShop } from './lost-connection.ts'

/** The router of the page, as React Router keeps it on `window`; missing until the page is hydrated. */
type Routed = {
  __reactRouterDataRouter?: {
    state: { navigation: { state: string }; actionData: object | null }
    revalidate(): Promise<void>
  }
}

/**
 * A page that the browser kept while another was shown, and shows again, loads its data again: an order
 * may have been paid since. What was entered stays [DOM-05].
 */
export function reloadRestored(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void reload()
  })
}

async function reload(): Promise<void> {
  const router = (window as Routed).__reactRouterDataRouter
  if (router?.state.navigation.state !== 'idle') return
  // Without an answer the page stays as it was, and asks when the browser is connected again.
  if (!(await reachShop())?.ok) {
    addEventListener('online', () => void reload(), { once: true })
    return
  }
  // A refused form shows what was sent, which React Router drops together with the refusal.
  keepTyped(Boolean(router.state.actionData))
  await router.revalidate()
}

/**
 * A field whose value was set keeps it, also where the page brings another default (HTML, "dirty value
 * flag"). Untouched fields follow the shop, as the hidden version number next to them does.
 */
function keepTyped(all: boolean): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type="hidden"], [type="file"]), textarea',
  )) {
    if (/^(checkbox|radio)$/.test(field.type)) {
      const box = field as HTMLInputElement
      if (all || box.checked !== box.defaultChecked) {
        const { checked } = box
        box.checked = checked
      }
    } else if (all || field.value !== field.defaultValue) {
      const { value } = field
      field.value = value
    }
  }
}
