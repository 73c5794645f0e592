import type { ComponentProps } from 'react'

/** A checkbox with its label beside it; posted as `yes`. */
export function Checkbox({ children, className = '', ...input }: ComponentProps<'input'>) {
  return (
    <label className={`flex min-h-11 items-start gap-3 py-2.5 leading-snug ${className}`}>
      <input type="checkbox" value="yes" {...input} className="size-5 shrink-0 accent-gold-deep" />
      <span>{children}</span>
    </label>
  )
}
