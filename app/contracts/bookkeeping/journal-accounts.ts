import { z } from 'zod'
import {
  type AccountNames,
  accountsInOrder,
  type JournalAccount,
} from '#app/domain/bookkeeping/journal-accounts.ts'

/** The fields of an account. */
export const nameField = (account: JournalAccount) => `name-${account}`
export const codeField = (account: JournalAccount) => `code-${account}`

export const maxAccountName = 100
export const maxAccountCode = 10

/** Letters, digits, points, and hyphens: nothing that a spreadsheet takes for a formula. */
const code = /^[A-Za-z0-9][A-Za-z0-9.-]*$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they must not get into a file.
const control = /[\u0000-\u001f\u007f]/

/** Names and codes of the accountant's accounts [JOURNAL-05]. */
export const journalAccountsForm = z
  .looseObject({ taxRate: z.string().optional() })
  .transform((form, context) => {
    const issue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    const read = (field: string, problem: (text: string) => string | null) => {
      const text = String(form[field] ?? '').trim()
      const why = problem(text)
      if (why !== null) issue(field, why)
      return text
    }
    const each = (field: typeof nameField, problem: typeof nameProblem) =>
      Object.fromEntries(
        accountsInOrder.map((account) => [account, read(field(account), problem)]),
      ) as AccountNames
    return {
      names: each(nameField, nameProblem),
      codes: each(codeField, codeProblem),
      taxRate: read('taxRate', nameProblem),
    }
  })

function nameProblem(text: string): string | null {
  if (text === '') return 'Please enter a name.'
  if (text.length > maxAccountName) return `Please enter at most ${maxAccountName} characters.`
  return control.test(text) ? 'Please enter one line of text.' : null
}

function codeProblem(text: string): string | null {
  if (text === '') return 'Please enter a code, such as 4000.'
  if (text.length > maxAccountCode) return `Please enter at most ${maxAccountCode} characters.`
  return code.test(text) ? null : 'Please use letters, digits, points, and hyphens only.'
}
