import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type Props = ComponentProps<'button'> & { icon: LucideIcon; label: string }

/** A button that shows only an icon; its label is read aloud, and shown on hover. */
export function IconButton({ icon: Icon, label, className = 'size-11', ...button }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...button}
      aria-label={label}
      className={`icon-button ${className}`}
    >
      <Icon aria-hidden="true" className="size-4" />
    </button>
  )
}
