/** Something is on its way. It stands still under reduced motion; the words say the same. */
export function Spinner({ label }: { label: string }) {
  return (
    <span className="inline-flex items-center gap-3">
      <span
        aria-hidden="true"
        className="size-4 animate-spin rounded-full border border-line border-t-gold motion-reduce:animate-none in-data-[motion=still]:animate-none"
      />
      {label}…
    </span>
  )
}
