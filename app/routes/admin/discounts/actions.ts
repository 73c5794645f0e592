import { saveDiscountCode } from '#app/.server/discounts/commands/save-discount-code.ts'
import { switchDiscountCode } from '#app/.server/discounts/commands/switch-discount-code.ts'
import { discountForms } from '#app/contracts/discounts/discount-code.ts'
import { staffAction } from '../components/staff-actions.ts'

/** What owners do with discount codes. */
export const discountActions = {
  save: staffAction({
    form: discountForms.save,
    reauth: 'once valid',
    run: saveDiscountCode,
    answer: (code) => `Saved ${code}.`,
  }),
  stop: staffAction({
    form: discountForms.switch,
    reauth: 'never',
    run: (app, input) => switchDiscountCode(app, { ...input, active: false }),
    answer: (code) => `Stopped ${code}.`,
  }),
  resume: staffAction({
    form: discountForms.switch,
    reauth: 'once valid',
    run: (app, input) => switchDiscountCode(app, { ...input, active: true }),
    answer: (code) => `${code} can be used again.`,
  }),
}
