import { beginMetal } from '#app/.server/metal/commands/begin-metal.ts'
import { enterMetal } from '#app/.server/metal/commands/enter-metal.ts'
import { reverseMetalEntry } from '#app/.server/metal/commands/reverse-metal-entry.ts'
import { saveMetalLimits } from '#app/.server/metal/commands/save-metal-limits.ts'
import { metalForms } from '#app/contracts/metal/metal.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What was bought and lost is noted: no price follows from it, and nothing is paid. */
const reauth = 'never'

/** What staff enter of the maker's gold [METAL-05]. */
export const metalActions = {
  begin: staffAction({
    form: metalForms.begin,
    reauth,
    run: beginMetal,
    answer: 'The ledger has started.',
  }),
  purchase: staffAction({
    form: metalForms.purchase,
    reauth,
    run: (app, { sure: isSure, ...input }) =>
      enterMetal(app, { ...input, kind: 'purchase', isSure }),
    answer: (entered) => `${entered}.`,
  }),
  move: staffAction({
    form: metalForms.move,
    reauth,
    run: (app, input) => enterMetal(app, { ...input, party: '', isSure: true }),
    answer: (entered) => `${entered}.`,
  }),
  'take-back': staffAction({
    form: metalForms['take-back'],
    reauth,
    run: (app, { by, entry: id, reason }) => reverseMetalEntry(app, { by, id, reason }),
    answer: (entry) => `Reversed: ${entry}.`,
  }),
  limits: staffAction({
    form: metalForms.limits,
    reauth,
    run: saveMetalLimits,
    answer: 'Limits saved.',
  }),
}
