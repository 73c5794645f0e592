import { AppError } from '#app/.server/platform/errors.ts'

export function changedMeanwhile(by?: string): AppError {
  return new AppError(
    'text_changed',
    409,
    `${by ?? 'Somebody else'} has changed this text since you opened it. Your words are still here. Open the text in another tab, take over what you need, and go on from there. Nothing was changed.`,
  )
}
