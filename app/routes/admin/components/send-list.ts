import type { RouterContextProvider } from 'react-router'
import { recordListExport } from '#app/.server/audit-log/commands/record-export.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { csvStream } from '#app/.server/platform/http/csv-response.ts'
import { appContext, clientAddressContext } from '#app/.server/platform/http/request-context.ts'
import { dayAt } from '#app/domain/time/day.ts'
import { brand } from '#brand'

/** A list of buyers or their money as a file, with an entry in the audit log beforehand [CSV-10]. */
export async function sendList(
  context: Readonly<RouterContextProvider>,
  list: 'orders' | 'payments' | 'customers' | 'newsletter',
  pages: () => AsyncGenerator<string>,
): Promise<Response> {
  const app = context.get(appContext)
  const by = context.get(adminContext).email
  await recordListExport(app, { list, by, address: context.get(clientAddressContext) })
  return csvStream(`${list}-${dayAt(app.now(), brand.timeZone)}.csv`, pages())
}
