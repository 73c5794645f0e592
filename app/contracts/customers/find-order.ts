import { z } from 'zod'
import { emailField } from './email.ts'

/** What a shopper types to be mailed the way to their orders. */
export const findOrderForm = z.object({ email: emailField })
