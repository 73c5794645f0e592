import { type Box, formatTenths } from '#app/domain/fulfillment/label.ts'
import { TextField } from '#app/ui/forms/fields.tsx'

const fields = [
  ['boxLength', 'Length (in)', 'length'],
  ['boxWidth', 'Width (in)', 'width'],
  ['boxHeight', 'Height (in)', 'height'],
  ['boxWeight', 'Weight (oz)', 'weight'],
] as const

/** What a package is packed in; most are alike. */
export function BoxFields({ lastBox }: { lastBox: Box | null }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {fields.map(([name, label, side]) => (
        <TextField
          key={name}
          name={name}
          label={label}
          kind="decimal"
          defaultValue={lastBox?.[side] && formatTenths(lastBox[side])}
        />
      ))}
    </div>
  )
}
