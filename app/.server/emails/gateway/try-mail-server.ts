import type { Config } from '#app/.server/config.ts'
import { NotAccepted, NotReached } from '#app/.server/platform/errors.ts'
import { mailServerFields } from '#app/contracts/setup/saved-settings.ts'
import { mailServerFailure } from './mail-server-failure.ts'
import { refused, transportTo } from './smtp.ts'

/** Connects, encrypts and signs in as for a mail, and sends none [KEYTRY-01]. */
export async function tryMailServer(
  server: Pick<NonNullable<Config['mail']['smtp']>, 'url' | 'reach'>,
  timeoutMs: number,
): Promise<void> {
  const { transport } = transportTo({ ...server, timeoutMs })
  try {
    await transport.verify()
  } catch (error) {
    const failure = refused(error)
    const { sentence, isUnreached } = mailServerFailure(failure)
    if (isUnreached) throw new NotReached(mailServerFields.host, sentence)
    const isAuth = failure.code.startsWith('EAUTH')
    throw new NotAccepted(isAuth ? mailServerFields.password : mailServerFields.host, sentence)
  } finally {
    transport.close()
  }
}
