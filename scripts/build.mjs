/** `npm run build`: the production build, as `npm start` makes it. Plain JavaScript, for the Node the machine happens to have. */
import { buildAnew, ensureInstalled } from './bootstrap.mjs'

ensureInstalled()
buildAnew()
