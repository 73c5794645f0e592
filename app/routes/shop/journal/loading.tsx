import { type ReactNode, useLayoutEffect } from 'react'
import { useNavigation } from 'react-router'
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
  if (/^\/blog\/?$/.test(location.pathname)) return <ListWait title={title} />
  if (/^\/blog\/[^/]+\/?$/.test(location.pathname)) return <PostWait />
  return children
}

function ListWait({ title }: { title: string }) {
  useTop()
  return (
    <>
      <PageHead title={title} />
      <p role="status" className="px-5 py-16 text-center">
        <Spinner label="Loading the journal" />
      </p>
    </>
  )
}

function PostWait() {
  useTop()
  return (
    <div className="mx-auto w-full max-w-6xl px-5 py-20 md:px-8 md:py-32">
      <p role="status" className="font-display text-2xl text-muted">
        Loading...
      </p>
    </div>
  )
}

/** Whoever left from the foot of a long page would not see it; React Router remembers that place. */
function useTop() {
  useLayoutEffect(() => {
    window.scrollTo(0, 0)
  }, [])
}
