import { save } from '../browser-storage.ts'
import { readSavedJson } from '../saved-json.ts'

export type Values = Record<string, string>
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What was entered and not yet sent, kept in this browser. What cannot be read counts as nothing. */
export function readDraft(key: string): Values {
  const saved = readSavedJson(key)
  if (saved === null || typeof saved !== 'object' || Array.isArray(saved)) return {}
  return Object.fromEntries(Object.entries(saved).filter(([, value]) => typeof value === 'string'))
}

export function saveDraft(key: string, values: Values): void {
  save(key, Object.keys(values).length === 0 ? null : JSON.stringify(values))
}

export function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      (element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement) &&
      element.name !== '',
  )
}

/** As the form shows it: hidden fields are left out, a checked box is `yes`. */
export function valuesOf(form: HTMLFormElement): Values {
  const shown = controlsOf(form).filter((control) => !control.closest('[hidden]'))
  return Object.fromEntries(shown.map((control) => [control.name, shownValue(control)]))
}

/** What differs from an untouched form. A date that is only today's is nothing entered. */
export function submittedValues(form: HTMLFormElement): Values {
  const touched = controlsOf(form).filter((control) => !isUntouched(control))
  return Object.fromEntries(touched.map((control) => [control.name, shownValue(control)]))
}

/** What came back from the server counts as entered, so that it is stored and cleared as such. */
export function asSubmitted(form: HTMLFormElement): void {
  for (const control of controlsOf(form)) {
    if (control instanceof HTMLSelectElement || isCheckbox(control)) continue
    const { value } = control
    control.defaultValue = ''
    control.value = value
  }
}

/** Fills what is still untouched; what was entered before the script came stays. */
export function fill(form: HTMLFormElement, values: Values): void {
  for (const control of controlsOf(form)) {
    const value = values[control.name]
    if (value === undefined || !isUntouched(control)) continue
    if (isCheckbox(control)) control.checked = value === 'yes'
    else if (!(control instanceof HTMLSelectElement) || hasOption(control, value)) {
      control.value = value
    }
  }
}

function shownValue(control: Control): string {
  if (isCheckbox(control)) return control.checked ? 'yes' : ''
  return control.value
}

function isUntouched(control: Control): boolean {
  if (isCheckbox(control)) return control.checked === control.defaultChecked
  if (control instanceof HTMLSelectElement) {
    return [...control.options].every((option) => option.selected === option.defaultSelected)
  }
  return control.value === control.defaultValue
}

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

const hasOption = (select: HTMLSelectElement, value: string) =>
  [...select.options].some((option) => option.value === value)
