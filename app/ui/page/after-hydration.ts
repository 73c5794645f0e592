import { guardForms } from './not-sent.ts'
import { reloadRestored } from './reload-restored.ts'
import { guardWheel } from './wheel-guard.ts'

/** What a page does not need before somebody uses it: loaded on its own, after what hydrates the page. */
guardForms()
guardWheel()
reloadRestored()
