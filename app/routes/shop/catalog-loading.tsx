import { useLocation, useNavigation } from 'react-router'
import { Spinner } from '#app/ui/spinner.tsx'

/**
 * While the collection or a piece is on its way from another page [PDP-20, LIST-16]. A page that
 * comes at once shows none of it.
 */
export function CatalogLoading() {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const waiting =
    state === 'loading' &&
    location.pathname !== pathname &&
    /^\/product(s$|\/)/.test(location.pathname)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-[45vh] z-30 text-center">
      {waiting && (
        <p className="inline-block border border-line bg-ground px-5 py-3 transition-opacity delay-200 duration-200 motion-reduce:transition-none starting:opacity-0">
          <Spinner label="Loading" />
        </p>
      )}
    </div>
  )
}
