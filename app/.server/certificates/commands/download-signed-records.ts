import { createTarPacker } from 'modern-tar'
import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { signedRecords } from '../signed-records.ts'

/**
 * Everything the shop signed as `.tar.gz`, written while it is read, so that its size does not matter. Who took
 * it is in the audit log before a byte is sent [PROOF-10].
 */
export async function downloadSignedRecords(
  app: AppContext,
  { by, address, shop }: { by: string; address: string; shop: string },
): Promise<{ name: string; body: ReadableStream<Uint8Array> }> {
  const now = app.now()
  const name = `signed-records-${now.toISOString().slice(0, 10)}.tar.gz`
  await staffTransaction(app, { by, address }, (_tx, { audit }) =>
    audit({ action: 'backup.records_downloaded', target: { type: 'backup', id: name } }),
  )
  const { readable, controller } = createTarPacker()
  const pack = async () => {
    for await (const { name: file, text } of signedRecords(app, shop)) {
      const bytes = new TextEncoder().encode(text)
      const entry = controller.add({ name: file, size: bytes.length, mtime: now })
      const writer = entry.getWriter()
      await writer.write(bytes)
      await writer.close()
    }
    controller.finalize()
  }
  // A download that ends early says that something went wrong; the log says what.
  pack().catch((error: unknown) => {
    app.log.error({ err: error }, 'the signed records could not be written to their end')
    controller.error(error)
  })
  return { name, body: readable.pipeThrough(new CompressionStream('gzip')) }
}
