import type { AppContext } from '../app-context.ts'
import { isSameText, linkHmac } from './secret.ts'

/** Characters of an invitation's id: 16 bytes as base64url. */
const idLength = 22

/** The id, and what only the shop's secret makes of it: the database alone opens nothing [INVITE-02]. */
export function invitationLink(app: AppContext, id: string): string {
  return `${app.publicUrl}/admin/invitation/${id}${proofOf(app, id)}`
}

/** The id in the last part of a link; null where this shop did not make it. */
export function invitationIdOf(app: AppContext, token: string): string | null {
  const id = token.slice(0, idLength)
  return isSameText(token.slice(idLength), proofOf(app, id)) ? id : null
}

const proofOf = (app: AppContext, id: string) => linkHmac(app.secret, 'invitation/v1', id)
