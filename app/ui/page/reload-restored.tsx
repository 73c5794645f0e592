import { useNavigation, useRevalidator } from 'react-router'
import { usePageRestored } from './use-page-restored.ts'

/**
 * A page that the browser kept while another was shown, and shows again, loads its data again: an order
 * may have been paid since. What was typed stays. Rendered once, around every page [DOM-05].
 */
export function ReloadRestored() {
  const { revalidate } = useRevalidator()
  const isIdle = useNavigation().state === 'idle'
  const reload = async () => {
    // Without an answer the page stays as it was, and asks when the browser is connected again.
    if (!(await isReachable())) {
      addEventListener('online', () => void reload(), { once: true })
      return
    }
    keepTyped(isRefused())
    await revalidate()
  }
  usePageRestored(() => {
    if (isIdle) void reload()
  })
  return null
}

async function isReachable(): Promise<boolean> {
  const answer = await fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  return answer?.ok ?? false
}

/** A refused form shows what was sent, which React Router drops together with the refusal. */
function isRefused(): boolean {
  type Routed = { __reactRouterDataRouter?: { state: { actionData: object | null } } }
  return Boolean((window as Routed).__reactRouterDataRouter?.state.actionData)
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
