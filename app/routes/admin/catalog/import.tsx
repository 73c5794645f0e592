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
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
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

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t done.')

export const meta: Route.MetaFunction = () => adminTitle('Import products')

export default function ImportProducts({ actionData }: Route.ComponentProps) {
  const refused = actionData && 'refused' in actionData ? actionData.refused : undefined
  const errors =
    refused && 'errors' in refused ? (refused.errors as Record<string, string>) : undefined
  return (
    <div className="max-w-2xl">
      <BackLink to="/admin/dashboard/products">All products</BackLink>
      <h1 className="mt-2">Import products</h1>
      <p className="mt-2 text-muted">
        Export your products, edit them in a spreadsheet, then upload the file here. You’ll review
        every change before it’s saved, and you can undo the import.
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
            hint={`Up to ${maxCsvMegabytes} MB and ${maxCsvRows.toLocaleString('en-US')} rows.`}
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
            <span className="font-mono wrap-anywhere">{csvColumns.join(', ')}</span>. Missing
            columns and blank cells leave the product unchanged.
          </li>
          <li>
            Each row is one size of a product, matched by id or, if there’s no id, by web_address. A
            row that matches no existing product creates a new, hidden one.
          </li>
          <li>
            Weight is in grams and fee in dollars. Importing never removes sizes and doesn’t change
            payment links, images, or specifications.
          </li>
          <li>
            Separate categories with |. Enter <span className="font-mono">{emptied}</span> to remove
            all categories or the tax code.
          </li>
          <li>
            pieces_left is the quantity in stock. Enter {emptied} for made-to-order pieces. Pieces
            sold since the export are subtracted, using the pieces_left_at_export column.
            size_pieces_left is the stock for one size.
          </li>
          <li>
            engraving_fee is the fee per piece, and engraving_characters is the maximum length.
            Enter {emptied} as the fee to turn off engraving.
          </li>
          <li>
            options has a product’s options, separated by |, like “Chain length: 18 in | Chain
            length: 20 in (+$25.00, +0.4 g).” Enter {emptied} to remove them.
          </li>
          <li>
            An apostrophe at the start of a cell, as in <span className="font-mono">'1/2</span>,
            keeps the spreadsheet from turning it into a date or number. The export adds it, and the
            import removes it. If the text itself starts with an apostrophe, type two.
          </li>
          <li>Keep the revision column to skip products that someone edited after the export.</li>
        </ul>
      </section>
    </div>
  )
}
