import type { Config } from '#app/.server/config.ts'
import { NotAccepted, NotReached } from '#app/.server/platform/errors.ts'
import { emailServerFields } from '#app/contracts/setup/saved-settings.ts'
import { emailServerFailure } from './email-server-failure.ts'
import { refused, transportTo } from './smtp.ts'

/** Connects, encrypts and signs in as for an email, and sends none [KEYTRY-01]. */
export async function tryEmailServer(
  server: Pick<NonNullable<Config['mail']['smtp']>, 'url' | 'reach'>,
  timeoutMs: number,
): Promise<void> {
  const { transport } = transportTo({ ...server, timeoutMs })
  try {
    await transport.verify()
  } catch (error) {
    const failure = refused(error)
    const { sentence, isUnreached } = emailServerFailure(failure)
    if (isUnreached) throw new NotReached(emailServerFields.host, sentence)
    const isAuth = failure.code.startsWith('EAUTH')
    throw new NotAccepted(isAuth ? emailServerFields.password : emailServerFields.host, sentence)
  } finally {
    transport.close()
  }
}
