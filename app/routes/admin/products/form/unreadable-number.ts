import type { Refused } from './save-answer.ts'

/**
 * What a number field cannot read (`1,5`) it tells nobody: its value is empty, and a row without a
 * weight is left out. So it is asked for by name before a save.
 */
export function unreadableNumber(form: HTMLElement): Refused | null {
  for (const input of form.querySelectorAll<HTMLInputElement>('input[type="number"]')) {
    if (input.validity.badInput) {
      const label = input.labels?.[0]?.textContent ?? 'A number'
      return {
        code: 'product_invalid',
        message: `${label}: please write the number like 14.7, with a point and no comma.`,
        at: input.dataset.at ?? '',
      }
    }
  }
  return null
}
