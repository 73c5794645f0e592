import { type ReactNode, useLayoutEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { Spinner } from '#app/ui/spinner.tsx'
import { PageHead } from '#app/ui/text/page-head.tsx'

/**
 * The journal may come from another site, and that takes a moment. So the page asked for says at
 * once that it is coming, in place of the one that is left [BLOG-02, BLOG-08]. Pages of the shop's
 * own come quickly, and the one before them stays until then.
 */
export function JournalLoading({ title, children }: { title: string; children: ReactNode }) {
  const { location, state } = useNavigation()
  if (state !== 'loading' || !location) return children
  if (/^\/blog\/?$/.test(location.pathname)) return <ListLoading title={title} />
  if (/^\/blog\/[^/]+\/?$/.test(location.pathname)) return <PostLoading />
  return children
}

function ListLoading({ title }: { title: string }) {
  useScrollToTop()
  return (
    <>
      <PageHead title={title} />
      <p role="status" className="px-5 py-16 text-center">
        <Spinner label="Loading the journal" />
      </p>
    </>
  )
}

function PostLoading() {
  useScrollToTop()
  return (
    <div className="frame py-20 md:py-32">
      <p role="status" className="font-display text-2xl text-muted">
        Loading...
      </p>
    </div>
  )
}

/** Otherwise a visitor at the foot of a long page would not see it. */
function useScrollToTop() {
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
}

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
