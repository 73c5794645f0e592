import { ArrowDown } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const gonePast = 100

function onScroll(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/** Says that there is more below; gone once the reader is more than 100 pixels on [CUSTOM-02]. */
export function ScrollHint({ to, label }: { to: string; label: string }) {
  const away = useSyncExternalStore(
    onScroll,
    () => window.scrollY > gonePast,
    () => false,
  )

  return (
    <a
      href={to}
      className={`link mt-8 inline-flex min-h-6 items-center gap-2 transition-[opacity,visibility] duration-300 motion-reduce:transition-none ${away ? 'invisible opacity-0' : ''}`}
    >
      {label}
      <ArrowDown aria-hidden="true" className="size-4 text-gold-deep" />
    </a>
  )
}
