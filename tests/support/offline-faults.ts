import type { Page } from '@playwright/test'
import {
  fillForm,
  kindOfForm,
  openDisclosures,
  sendForm,
  valuesOf,
  writingForms,
} from './admin-forms.ts'

export const said = (page: Page) => page.getByText('You’re offline. Nothing was saved.')

/**
 * Sends each form of a screen without a network: which of them do not say so, lose what was typed, or
 * leave the screen. Each kind is sent once; those in SEEN were.
 */
export async function offlineFaults(page: Page, seen: Set<string>): Promise<string[]> {
  const wrong: string[] = []
  await openDisclosures(page)
  const forms = writingForms(page)
  const count = await forms.count()
  const address = page.url()
  await page.context().setOffline(true)
  for (let at = 0; at < count; at += 1) {
    const form = forms.nth(at)
    const kind = await kindOfForm(form)
    if (seen.has(kind)) continue
    seen.add(kind)
    const input = await fillForm(form)
    await sendForm(form)
    const isSaid = await said(page)
      .first()
      .waitFor({ timeout: 15_000 })
      .then(() => true)
      .catch(() => false)
    if (!isSaid) wrong.push(`offline, nothing is said: ${kind}`)
    // A field may have come by itself, such as one that asks again for a price far off.
    const kept = await valuesOf(form).catch((): string[] => [])
    const lost = input.filter((value) => !kept.includes(value))
    if (lost.length > 0) wrong.push(`offline, ${lost} is lost: ${kind}`)
    if (page.url() !== address) wrong.push(`offline, elsewhere: ${kind}`)
    const dismiss = page.getByRole('button', { name: 'Dismiss', exact: true })
    for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click()
    await openDisclosures(page)
  }
  await page.context().setOffline(false)
  return wrong
}
