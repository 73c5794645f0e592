import { type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'
import type { MonthJournal } from '#app/.server/bookkeeping/queries/journal.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import type { JournalAccount } from '#app/domain/bookkeeping/journal-accounts.ts'
import * as csvRoute from '#app/routes/admin/bookkeeping/journal-csv.ts'

/** Debits less credits. */
export const net = ({ totals }: MonthJournal, account: JournalAccount) => {
  const found = totals.find((each) => each.account === account)
  return found ? found.debits - found.credits : 0
}

/** The rows of a file of March for the accountant, without its head. */
export async function journalFile(app: AppContext, name: string): Promise<string[][]> {
  const context = new RouterContextProvider()
  context.set(appContext, app)
  const request = new Request(`http://localhost:3000/admin/${name}?month=2026-03&mode=test`)
  const args = { request, context, params: { file: name } } as unknown as LoaderFunctionArgs
  const text = await (await csvRoute.loader(args as never)).text()
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, one, two]) => one ?? two ?? ''),
    )
}

/** A column of the file, in cents. */
export const sumOfColumn = (rows: readonly string[][], column: number) =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[column] || 0) * 100), 0)
