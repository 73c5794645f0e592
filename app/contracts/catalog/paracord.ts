import { z } from 'zod'

const maxColors = 30
const maxColorLength = 40
const maxMessageLength = 300

/**
 * The colors with one more as it was entered: trimmed, an empty one is not added [PARA-02], and one
 * that is there, in whatever capitals, is there already [D40].
 */
export function withColor(colors: readonly string[], input: string): string[] {
  const color = input.trim()
  const isThere = colors.some((known) => known.toLowerCase() === color.toLowerCase())
  return color === '' || isThere ? [...colors] : [...colors, color]
}

/** Of the form and of the audit log. */
export const paracordLabels = { enabled: 'Show the notice', colors: 'Colors', message: 'Message' }

/** What the notice on product pages says [PARA-01]. */
export const paracordForm = z.object({
  enabled: z.boolean(),
  colors: z
    .array(
      z
        .string()
        .max(maxColorLength, `Color names can have no more than ${maxColorLength} characters`),
    )
    .transform((colors) => colors.reduce<string[]>(withColor, []))
    .refine(
      ({ length }) => length <= maxColors,
      `You can have no more than ${maxColors} colors; remove one first`,
    ),
  message: z
    .string()
    .trim()
    .max(maxMessageLength, `The message can have no more than ${maxMessageLength} characters`),
})
