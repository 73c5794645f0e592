import { data, Form, redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { planProductImport } from '#app/.server/catalog/commands/plan-product-import.ts'
import { bodyLimit, maxBodySeconds } from '#app/.server/platform/http/limits/body-limit.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  csvColumns,
  emptied,
  maxCsvMegabytes,
  maxCsvRows,
} from '#app/contracts/catalog/csv/columns.ts'
import { postedForm } from '#app/contracts/platform/form-data.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { BackLink } from '../components/back-link.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { runCommand } from '../components/run-command.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import type { Route } from './+types/import.ts'

export const middleware = [bodyLimit(maxCsvMegabytes * 1024, maxBodySeconds)]

/** Plans what the file says and leads to what it would do. */
export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { email: by } = context.get(adminContext)
  const file = (await postedForm(request)).get('file')
  if (!(file instanceof File) || file.size === 0) {
    // A form without a file sends one without a name.
    const isEmpty = file instanceof File && file.name !== ''
    const problem = isEmpty ? 'This file is empty.' : 'Please choose a file.'
    const refused = {
      code: isEmpty ? 'empty_file' : 'no_file',
      message: `${problem} Nothing was changed.`,
      errors: { file: problem },
    }
    return data({ refused }, { status: 422 })
  }
  return runCommand(app, async () => {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const id = await planProductImport(app, { bytes, name: file.name, by })
    throw redirect(`/admin/dashboard/products/changes/${id}`)
  })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'This was not done.')
}

export const meta: Route.MetaFunction = () => [{ title: 'Products from a file, admin' }]

export default function ImportProducts({ actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  const errors =
    refused && 'errors' in refused ? (refused.errors as Record<string, string>) : undefined
  return (
    <div className="max-w-2xl">
      <BackLink to="/admin/dashboard/products">All products</BackLink>
      <h1 className="mt-2">Products from a file</h1>
      <p className="mt-2 text-muted">
        Export the products, change cells in a spreadsheet and bring the file back. You see each
        change before anything is changed, and can take all of it back.
      </p>
      <ErrorBanner error={refused} />
      <FormFields refused={{ errors }}>
        <Form
          method="post"
          encType="multipart/form-data"
          noValidate
          className="mt-6 grid grid-cols-1 gap-5"
        >
          <TextField
            name="file"
            label="CSV file"
            hint={`At most ${maxCsvMegabytes} MB and ${maxCsvRows.toLocaleString('en-US')} rows.`}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
          />
          <p>
            <SubmitButton gold>Preview</SubmitButton>
          </p>
        </Form>
      </FormFields>
      <section className="admin-panel mt-8">
        <h2>What the file contains</h2>
        <ul className="mt-3 grid list-disc grid-cols-1 gap-2 pl-5 text-sm">
          <li>
            The first row names the columns:{' '}
            <span className="font-mono wrap-anywhere">{csvColumns.join(', ')}</span>. A column that
            is missing stays as it is, and so does an empty cell.
          </li>
          <li>
            A row is one size of a product, known by its id or else its web address. A row without
            either of a product you have makes a new one, hidden.
          </li>
          <li>
            Weight is in grams and fee in dollars. No size is removed by a file, and payment links,
            pictures and specifications stay as they are.
          </li>
          <li>
            Categories are separated by |. <span className="font-mono">{emptied}</span> takes all
            categories or the tax code away.
          </li>
          <li>
            pieces_left is how many there are; {emptied} in it means made to order. What was sold
            since the export stays sold, by the column pieces_left_at_export. size_pieces_left is
            that of the size alone.
          </li>
          <li>
            engraving_fee is what an engraving costs on each piece, engraving_characters how long it
            may be; {emptied} as its fee ends it.
          </li>
          <li>
            An apostrophe before a cell, as in <span className="font-mono">'1/2</span>, keeps a
            spreadsheet from making a date or number of it. The export writes it, and the import
            removes it from every cell. Text that begins with an apostrophe needs two.
          </li>
          <li>
            With the column revision, a product that somebody saved since the export is not changed.
          </li>
        </ul>
      </section>
    </div>
  )
}
