import { z } from 'zod'
import { roles } from '#app/domain/access/rights.ts'
import { emailField } from '../customers/email.ts'

export const roleField = z.enum(roles, { error: 'Please choose a role.' })

export const invitationForm = z.object({ email: emailField, role: roleField })

/** As it was entered, to be shown again. */
export type TypedInvitation = { email: string; role: string }
