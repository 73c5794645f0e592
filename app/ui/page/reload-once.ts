/** What the DOM throws, or React where a node of its own is gone, once something else changed the page. */
const ofTheDom = /removeChild|insertBefore|appendChild|parentNode|nextSibling|\bnull \(reading '/

/**
 * Loads the page again where rendering failed because something else had changed its DOM: then the
 * shopper sees the page, and no error. Once for each entry of the history, so that a page which fails
 * each time does not load for ever. False: the error is to be shown.
 */
export function reloadOnce(error: unknown): boolean {
  if (!isOfTheDom(error) || history.state?.reloaded) return false
  history.replaceState({ ...history.state, reloaded: true }, '')
  location.reload()
  return true
}

function isOfTheDom(error: unknown): boolean {
  if (error instanceof DOMException) {
    return error.name === 'NotFoundError' || error.name === 'HierarchyRequestError'
  }
  return error instanceof TypeError && ofTheDom.test(error.message)
}
