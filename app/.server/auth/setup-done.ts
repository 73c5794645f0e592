import { createContext } from 'react-router'

/** Whether this very request made the first admin: its page is shown once more, with the codes. */
export const setupDoneContext = createContext(false)
