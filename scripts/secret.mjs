/** `npm run secret`: a fresh secret for SESSION_SECRET. */
import { randomBytes } from 'node:crypto'

process.stdout.write(`${randomBytes(32).toString('base64url')}\n`)
