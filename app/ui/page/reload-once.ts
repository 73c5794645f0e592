/** What React throws where something else took one of its nodes away. */
const ofTheDom = /removeChild|insertBefore|appendChild|parentNode|nextSibling|\bnull \(reading '/

/** A part of the page that is gone since an update, as Chrome, Firefox and Safari say it. */
const ofAnUpdate = /dynamically imported module|Importing a module script failed/

/**
 * Loads the page again where rendering failed because something else had changed its DOM, or because the
 * shop was updated: then the shopper sees the page, and no error. Once for each entry of the history, so that a page which fails
 * each time does not load for ever. False: the error must be shown.
 */
export function reloadOnce(error: unknown): boolean {
  if (!canBeMended(error) || history.state?.reloaded) return false
  history.replaceState({ ...history.state, reloaded: true }, '')
  location.reload()
  return true
}

function canBeMended(error: unknown): boolean {
  if (error instanceof DOMException) {
    return error.name === 'NotFoundError' || error.name === 'HierarchyRequestError'
  }
  return (
    error instanceof TypeError && (ofTheDom.test(error.message) || ofAnUpdate.test(error.message))
  )
}
