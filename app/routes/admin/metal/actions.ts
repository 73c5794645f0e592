import { beginMetal } from '#app/.server/metal/commands/begin-metal.ts'
import { enterMetal } from '#app/.server/metal/commands/enter-metal.ts'
import { reverseMetalEntry } from '#app/.server/metal/commands/reverse-metal-entry.ts'
import { saveMetalLimits } from '#app/.server/metal/commands/save-metal-limits.ts'
import { metalForms } from '#app/contracts/metal/metal.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What staff enter of the maker's gold [METAL-05]. No price follows from it, and nothing is paid. */
export const metalActions = {
  begin: staffAction(null, 'never', {
    form: metalForms.begin,
    run: beginMetal,
    answer: 'The ledger has started.',
  }),
  purchase: staffAction(null, 'never', {
    form: metalForms.purchase,
    run: (app, { sure: isSure, ...input }) =>
      enterMetal(app, { ...input, kind: 'purchase', isSure }),
    answer: (entered) => `${entered}.`,
  }),
  move: staffAction(null, 'never', {
    form: metalForms.move,
    run: (app, input) => enterMetal(app, { ...input, party: '', isSure: true }),
    answer: (entered) => `${entered}.`,
  }),
  'take-back': staffAction(null, 'never', {
    form: metalForms['take-back'],
    run: (app, { by, entry: id, reason }) => reverseMetalEntry(app, { by, id, reason }),
    answer: (entry) => `Reversed: ${entry}.`,
  }),
  limits: staffAction(null, 'never', {
    form: metalForms.limits,
    run: saveMetalLimits,
    answer: 'Limits saved.',
  }),
}
