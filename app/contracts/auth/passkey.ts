import { z } from 'zod'
import { filled, maxLengths } from './sign-in.ts'

const notAPasskey = 'The browser didn’t return a passkey. Please try again.'

const base64url = (max: number) =>
  z
    .string()
    .max(max, notAPasskey)
    .regex(/^[A-Za-z0-9_-]+$/, notAPasskey)

/** What browsers answer, as @simplewebauthn/browser sends it; far more than any authenticator fills. */
const parts = {
  id: base64url(2000),
  rawId: base64url(2000),
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).transform(() => ({})),
}

/** A passkey's answer to a challenge. */
export const passkeyAssertion = z.object({
  ...parts,
  response: z.object({
    clientDataJSON: base64url(10_000),
    authenticatorData: base64url(10_000),
    signature: base64url(10_000),
    userHandle: base64url(200),
  }),
})
export type PasskeyAssertion = z.infer<typeof passkeyAssertion>

/** A new passkey. */
const passkeyRegistration = z.object({
  ...parts,
  response: z.object({
    clientDataJSON: base64url(10_000),
    attestationObject: base64url(100_000),
    /** How browsers may reach it again; only a hint. */
    transports: z.array(z.string().max(30)).max(20).default([]),
  }),
})
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>

/** What the sign-in screen posts: first nothing, for a challenge; then the answer to it. */
export const passkeySignIn = z.object({ assertion: passkeyAssertion.optional() })

/** So that several passkeys of one account can be told apart. */
export const passkeyName = filled(100).transform((text) => text.trim())

/** Password and code, or another passkey of the account in their place. */
const proof = z.union([
  z.object({ assertion: passkeyAssertion }),
  z.object({ current: filled(maxLengths.password), code: filled(maxLengths.code) }),
])
export type PasskeyProof = z.infer<typeof proof>

/** What the account screen posts, step by step. */
export const passkeyStep = z.discriminatedUnion('step', [
  z.object({ step: z.literal('ask') }),
  z.object({ step: z.literal('prove'), name: passkeyName, proof }),
  z.object({ step: z.literal('confirm'), assertion: passkeyAssertion }),
  z.object({ step: z.literal('add'), name: passkeyName, registration: passkeyRegistration }),
])
