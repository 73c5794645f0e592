import type { AppContext } from '../app-context.ts'
import { isSameText, linkHmac, readableSecrets } from './secret.ts'

/** Characters of an invitation's id: 16 bytes as base64url. */
const idLength = 22

/** The id, and what only the shop's secret makes of it: the database alone opens nothing [INVITE-02]. */
export function invitationLink(app: AppContext, id: string): string {
  return `${app.publicUrl}/admin/invitation/${id}${proofOf(app.secret, id)}`
}

/** The id in the last part of a link; null where this shop made it with none of its secrets [SECRET-03]. */
export function invitationIdOf(app: AppContext, token: string): string | null {
  const id = token.slice(0, idLength)
  const given = token.slice(idLength)
  return readableSecrets(app).some((secret) => isSameText(given, proofOf(secret, id))) ? id : null
}

const proofOf = (secret: string, id: string) => linkHmac(secret, 'invitation/v1', id)
