import { saveDiscountCode } from '#app/.server/discounts/commands/save-discount-code.ts'
import { switchDiscountCode } from '#app/.server/discounts/commands/switch-discount-code.ts'
import { discountForms } from '#app/contracts/discounts/discount-code.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What owners do with discount codes. */
export const discountActions = {
  save: staffAction(null, 'once valid', {
    form: discountForms.save,
    run: saveDiscountCode,
    answer: (code) => `Saved ${code}.`,
  }),
  stop: staffAction(null, 'never', {
    form: discountForms.switch,
    run: (app, input) => switchDiscountCode(app, { ...input, active: false }),
    answer: (code) => `Stopped ${code}.`,
  }),
  resume: staffAction(null, 'once valid', {
    form: discountForms.switch,
    run: (app, input) => switchDiscountCode(app, { ...input, active: true }),
    answer: (code) => `${code} can be used again.`,
  }),
}
