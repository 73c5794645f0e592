/**
 * A figure that changes while the page is open, such as a price, a weight, a quantity or the time left.
 * It is an element that is replaced whole, so that no earlier figure stays on a page that a translator
 * or an extension changed, and no translator rewrites it [DOM-02].
 */
export function LiveValue({
  children,
  className,
}: {
  children: string | number
  className?: string
}) {
  return (
    <span key={children} translate="no" className={className}>
      {children}
    </span>
  )
}
