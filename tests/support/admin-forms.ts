import type { Locator, Page } from '@playwright/test'

/** A form that writes, as it stands on a screen of the admin area. */
export const writingForms = (page: Page): Locator =>
  page.locator('main form:not([role=search]):not([method=get])')

/** Opens whatever keeps forms out of the way. */
export async function openDisclosures(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) {
      details.open = true
    }
  })
}

/** Alike for forms that do the same: one of thirty rows stands for all. */
export async function kindOfForm(form: Locator): Promise<string> {
  return form.evaluate((element: HTMLFormElement) => {
    const fields = [...element.elements] as HTMLInputElement[]
    const button = element.querySelector<HTMLButtonElement>('button:not([type=button])')
    const hidden = fields
      .filter(({ type, name }) => type === 'hidden' && /^(action|intent|form|group)$/.test(name))
      .map(({ value }) => value)
    const shown = fields.filter(({ type }) => type !== 'hidden' && type !== 'submit')
    const action = new URL(element.getAttribute('action') ?? '', location.href).pathname
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '…')
      .replace(/\/(new|edit\/…)$/, '/one')
    const says = button?.getAttribute('aria-label') ?? button?.textContent ?? ''
    return [
      action,
      ...hidden,
      ...shown.map(({ name }) => name),
      says.trim().split(/[\s,]/)[0],
    ].join(' ')
  })
}

/** Fills what can be typed in, by events as React hears them; answers what stands in each field, by its name. */
export async function fillForm(form: Locator): Promise<string[]> {
  return form.evaluate(async (element: HTMLFormElement) => {
    const texts = {
      email: 'eve@example.com',
      date: '2026-04-01',
      number: '7',
      url: 'https://a.example/',
    }
    const set = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
      const prototype = Object.getPrototypeOf(field) as object
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
    const fields = [...element.elements] as HTMLInputElement[]
    for (const field of fields) {
      if (field.disabled || field.readOnly || !field.checkVisibility()) continue
      if (field.type === 'checkbox' && !field.checked) field.click()
      if (!/^(text|search|email|tel|date|number|password|textarea)$/.test(field.type)) continue
      const isFigure = /numeric|decimal/.test(field.inputMode)
      const text = texts[field.type as 'email'] ?? (isFigure ? '7' : 'Typed before')
      // What stands there is right; half of another text is enough to be missed.
      set(field, field.value && !isFigure && field.type === 'text' ? field.value : text)
    }
    // One field may set another.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))
    return (
      fields
        // What a form works out of its fields is not typed.
        .filter(({ type }) => type !== 'hidden' && type !== 'output')
        .map(({ name, value }) => `${name}: ${value}`)
    )
  })
}

/** Sends it by its own button, whatever the browser would ask for first. */
export async function sendForm(form: Locator): Promise<void> {
  await form.evaluate((element: HTMLFormElement) => {
    element.noValidate = true
    const button = [...element.elements].find(
      (one): one is HTMLButtonElement =>
        one instanceof HTMLButtonElement && one.type === 'submit' && !one.disabled,
    )
    element.requestSubmit(button)
  })
}

export async function valuesOf(form: Locator): Promise<string[]> {
  return form.evaluate((element: HTMLFormElement) =>
    ([...element.elements] as HTMLInputElement[])
      .filter(({ type }) => type !== 'hidden')
      .map(({ name, value }) => `${name}: ${value}`),
  )
}
