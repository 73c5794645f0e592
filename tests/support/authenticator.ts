import {
  createHash,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '#app/contracts/auth/passkey.ts'

/** What a test wants to be otherwise than a good authenticator does it. */
type Oddity = {
  origin?: string
  rpId?: string
  /** False: its owner was not verified, only present. */
  verified?: boolean
  counter?: number
  userHandle?: string
  type?: string
  /** Signs something else. */
  spoiled?: boolean
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const b64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url')

/** A device that makes and uses passkeys, as WebAuthn level 2 says; its key never leaves it. */
export class TestAuthenticator {
  readonly id = randomBytes(16)
  readonly #keys: { publicKey: KeyObject; privateKey: KeyObject }
  counter = 0

  constructor() {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  register(challenge: string, odd: Oddity = {}): PasskeyRegistration {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // COSE, RFC 9052: kty EC2, alg ES256, crv P-256, x, y.
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      cose,
    ])
    const data = Buffer.concat([this.#data(odd, 0x40), credential])
    // CBOR: {fmt: "none", attStmt: {}, authData: bytes}.
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([data.length >> 8, data.length & 0xff]),
      data,
    ])
    return {
      ...this.#parts(),
      response: {
        clientDataJSON: b64(clientData(odd.type ?? 'webauthn.create', challenge, odd)),
        attestationObject: b64(attestation),
        transports: ['internal'],
      },
    }
  }

  assert(challenge: string, adminId: string, odd: Oddity = {}): PasskeyAssertion {
    this.counter += 1
    const data = this.#data({ counter: this.counter, ...odd }, 0)
    const client = clientData(odd.type ?? 'webauthn.get', challenge, odd)
    const signed = Buffer.concat([data, sha256(odd.spoiled ? `${client} ` : client)])
    const signature = createSign('sha256').update(signed).sign(this.#keys.privateKey)
    return {
      ...this.#parts(),
      response: {
        clientDataJSON: b64(client),
        authenticatorData: b64(data),
        signature: b64(signature),
        userHandle: b64(odd.userHandle ?? adminId),
      },
    }
  }

  #parts() {
    const id = b64(this.id)
    return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
  }

  #data({ rpId = 'localhost', verified = true, counter = this.counter }: Oddity, flags: number) {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const present = flags | 0x01 | (verified ? 0x04 : 0)
    return Buffer.concat([sha256(rpId), Buffer.from([present]), count])
  }
}

function clientData(type: string, challenge: string, { origin = 'http://localhost:3000' }: Oddity) {
  return JSON.stringify({ type, challenge, origin, crossOrigin: false })
}
