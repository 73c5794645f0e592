import { data } from 'react-router'
import type { z } from 'zod'
import { receiveMessage } from '#app/.server/messages/commands/receive-message.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import { networkRefusal } from '#app/.server/platform/http/limits/form-limits.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { trapField } from '#app/contracts/messages/message.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import type { PostedForm } from '#app/ui/forms/email-form.tsx'
import { privatePage } from './private-page.ts'

type Arguments = Parameters<typeof networkRefusal>[0]
type Message = Parameters<typeof receiveMessage>[1]

/**
 * Takes a form that is sent from its page [MESSAGE-01]. What is refused comes back with a sentence and
 * with all that was written; nothing is said to have arrived that was not stored.
 */
export async function sendMessage<Output>(
  { context, request }: { context: Arguments; request: Request },
  schema: z.ZodType<Output>,
  messageOf: (written: Output) => Message,
) {
  const { [trapField]: trap = '', ...values } = await formTexts(request)
  const refused = (status: number, message: string, errors: Record<string, string> = {}) =>
    data({ refused: message, errors, values } satisfies PostedForm, {
      status,
      headers: privatePage,
    })
  const parsed = schema.safeParse(values)
  if (!parsed.success) {
    const sentence = 'Your message wasn’t sent. Please check the marked fields.'
    return refused(400, sentence, fieldErrors(parsed.error))
  }
  if (trap !== '') {
    const sentence =
      'Your message wasn’t sent because a hidden field was filled in, as spam bots do. We’ve cleared the field. Please send your message again.'
    return refused(400, sentence)
  }
  const refusal = await networkRefusal(context, 'message')
  if (refusal !== null) return refused(429, refusal)
  const message = messageOf(parsed.data)
  try {
    await receiveMessage(context.get(appContext), message)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const sentence =
      'Your message couldn’t be saved right now. Please try again in a minute, or send it by email.'
    return refused(error.status, sentence)
  }
  return data({ sentTo: message.email } satisfies PostedForm, { headers: privatePage })
}
