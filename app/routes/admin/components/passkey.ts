import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { postJson } from '#app/ui/cart/post-json.ts'

/** Why a passkey was not used or made, in a sentence; `field` is the one it is about. */
export class PasskeyFailure extends Error {
  readonly field: string | null

  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

/** Loaded when a passkey is used: no public page carries it, and no other screen before that. */
const webauthn = () => import('@simplewebauthn/browser')

/** Whether this browser knows passkeys; false on the server, and until the page answers to its scripts. */
export function usePasskeysKnown(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => 'PublicKeyCredential' in window,
    () => false,
  )
}

/** The browser asks its owner for a passkey of this shop; answers what the server verifies. */
export async function requestPasskey(path: string, body: object): Promise<object> {
  const optionsJSON = await post(path, body)
  const { startAuthentication } = await webauthn()
  return startAuthentication({ optionsJSON: optionsJSON as never }).catch(notUsed)
}

/** The browser makes a passkey; answers what the server keeps. */
export async function makePasskey(path: string, body: object): Promise<object> {
  const optionsJSON = await post(path, body)
  const { startRegistration } = await webauthn()
  return startRegistration({ optionsJSON: optionsJSON as never }).catch(notUsed)
}

function notUsed(error: unknown): never {
  if (error instanceof Error && error.name === 'InvalidStateError') {
    throw new PasskeyFailure('This device already has a passkey for this account.')
  }
  if (error instanceof Error && error.name === 'SecurityError') {
    throw new PasskeyFailure('Passkeys work only at the shop’s own address.')
  }
  throw new PasskeyFailure('Your browser didn’t use a passkey.')
}

const refusal = z.object({
  error: z.object({ message: z.string() }),
  field: z.string().optional(),
})

/** The answer as JSON. Throws a PasskeyFailure with the server's sentence, or one of ours. */
export async function post(path: string, body: object): Promise<unknown> {
  const answer = await postJson(fetch, path, JSON.stringify(body), {
    timeoutMs: 20_000,
    signal: undefined,
  }).catch(() => {
    throw new PasskeyFailure('The shop couldn’t be reached. Please try again.')
  })
  if (answer.ok) return answer.json
  const refused = refusal.safeParse(answer.json)
  if (refused.success) {
    throw new PasskeyFailure(refused.data.error.message, refused.data.field ?? null)
  }
  throw new PasskeyFailure(
    answer.status === 401
      ? 'You are signed out. Please sign in again.'
      : 'The shop couldn’t do this right now. Please try again.',
  )
}
