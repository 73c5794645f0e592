import type { EditOrderPage } from '#app/.server/order-edits/queries/edit-order-page.ts'
import { addedField, addedRows, editField } from '#app/contracts/order-edits/order-edit.ts'
import { maxEngraving } from '#app/domain/catalog/engraving.ts'
import { titleOf } from '#app/domain/catalog/line-title.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { SelectField, SteppedField, TextField } from '#app/ui/forms/fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { PieceFields } from '../draft-orders/piece-fields.tsx'

/** A line as it is; what is entered is what it becomes. */
export function EditedLine({ line }: { line: EditOrderPage['lines'][number] }) {
  const { position, name, size, left, sizes, mayEngrave, discount } = line
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-6">
      <legend className="mb-4 w-full border-line border-b pb-2 font-display text-xl wrap-anywhere">
        {titleOf(line)}
      </legend>
      {discount > 0 && (
        <p className="text-muted text-sm sm:col-span-6">
          {formatCents(discount)} was taken off this line. A new or resized piece has no discount.
        </p>
      )}
      <SelectField
        name={editField(position, 'size')}
        label={`Size of ${name}`}
        className="sm:col-span-4"
        options={sizes.map((each) => [each, each] as const)}
        defaultValue={size}
      />
      <SteppedField
        name={editField(position, 'quantity')}
        label={`Quantity of ${name}`}
        hint="0 removes it."
        className="sm:col-span-2"
        by="1"
        min={0}
        max={99}
        defaultValue={String(left)}
      />
      {mayEngrave && (
        <TextField
          name={editField(position, 'engraving')}
          label={`Add an engraving to ${name}`}
          optional="optional"
          className="sm:col-span-6"
          maxLength={maxEngraving}
        />
      )}
    </fieldset>
  )
}

type AddedProps = Pick<EditOrderPage, 'pieces'> & {
  /** Whether some were entered before. */
  isOpen: boolean
}

export function AddedPieces({ pieces, isOpen }: AddedProps) {
  return (
    <Disclosure label="Add pieces" opens={isOpen} staysOpen>
      <fieldset aria-label="Add pieces" className="mt-4 grid min-w-0 gap-4 sm:grid-cols-6">
        <datalist id="pieces">
          {pieces.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
        {Array.from({ length: addedRows }, (_, at) => (
          <AddedPiece key={addedField(at, 'piece')} at={at} />
        ))}
      </fieldset>
    </Disclosure>
  )
}

function AddedPiece({ at }: { at: number }) {
  const nth = at === 0 ? '' : ` ${at + 1}`
  return (
    <>
      <TextField
        name={addedField(at, 'piece')}
        label={`Piece${nth}`}
        optional="optional"
        className="sm:col-span-4"
        list="pieces"
        maxLength={200}
      />
      <PieceFields name={(field) => addedField(at, field)} nth={nth} />
    </>
  )
}
