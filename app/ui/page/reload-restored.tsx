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
    keepTyped()
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

/** A field whose value was set keeps it, also where the page brings another default [HTML, "dirty value flag"]. */
function keepTyped(): void {
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type="hidden"], [type="file"]), textarea',
  )) {
    if (/^(checkbox|radio)$/.test(field.type)) {
      const box = field as HTMLInputElement
      box.checked = !!box.checked
    } else if (field.value !== field.defaultValue) {
      const { value } = field
      field.value = value
    }
  }
}
