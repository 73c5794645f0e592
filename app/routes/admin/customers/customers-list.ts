import type { AppContext } from '#app/.server/app-context.ts'
import type { Mode } from '#app/domain/payments/mode.ts'
import { readList } from '../components/list-definition.ts'

const modes = [
  ['live', 'Live'],
  ['test', 'Test'],
] as const

/** The mode the shop takes payments in now comes first. */
export const customersList = (own: Mode) => ({
  search: { label: 'Search customers', placeholder: 'Name, email, phone, or ZIP' },
  choices: {
    mode: {
      label: 'Payments',
      choices: own === 'live' ? modes : modes.toReversed(),
      isQuiet: true,
    },
  },
})

/** Which customers the address asks for; their list and their file are the same. */
export function readCustomers({ payments }: AppContext, search: URLSearchParams) {
  const own: Mode = payments?.live ? 'live' : 'test'
  const asked = readList(customersList(own), search)
  return { own, asked, question: { q: asked.q, livemode: asked.mode === 'live', page: asked.page } }
}
