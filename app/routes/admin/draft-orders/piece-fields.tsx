import { maxEngraving } from '#app/domain/catalog/engraving.ts'
import { TextField } from '#app/ui/forms/fields.tsx'

type Props = {
  /** The name of a field of this piece in its form. */
  name: (field: 'quantity' | 'options' | 'engraving') => string
  /** Empty for the first piece of the form, else ` 2` and so on, to tell the labels apart. */
  nth: string
}

/** What staff enter of a piece beside its name, here and where they add pieces to an order. */
export function PieceFields({ name, nth }: Props) {
  return (
    <>
      <TextField
        name={name('quantity')}
        label={`Quantity${nth}`}
        className="sm:col-span-2"
        kind="count"
        defaultValue="1"
      />
      <TextField
        name={name('options')}
        label={`Options${nth}`}
        optional="optional"
        hint="Like “Chain length: 20 in | Finish: Matte.”"
        className="sm:col-span-6"
        maxLength={800}
      />
      <TextField
        name={name('engraving')}
        label={`Engraving${nth}`}
        optional="optional"
        className="sm:col-span-6"
        maxLength={maxEngraving}
      />
    </>
  )
}
