import type { ReactNode } from 'react'
import type { NewOrderPage } from '#app/.server/draft-orders/queries/new-order-page.ts'
import { maxPhoneLength } from '#app/contracts/customers/us-address.ts'
import {
  type LineField,
  lineField,
  maxHoldDays,
  maxRequestLength,
  maxStaffRows,
} from '#app/contracts/draft-orders/draft-order.ts'
import { readState, stateName } from '#app/domain/address/us-places.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { maxGiftNote } from '#app/domain/orders/gift-note.ts'
import { shopTimeText } from '#app/routes/admin/components/shop-time.tsx'
import { SubmitButton } from '#app/routes/admin/components/submit-button.tsx'
import { SelectField, SteppedField, TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { useFieldChecked, useSent } from '#app/ui/forms/form-fields.tsx'
import { brand } from '#brand'
import { Disclosure } from '../../components/disclosure.tsx'
import { PieceFields } from '../piece-fields.tsx'
import { OldPrice } from './old-price.tsx'
import { TaxUndecided } from './tax-undecided.tsx'

export function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-6">
      <legend className="mb-4 w-full border-line border-b pb-2 font-display text-2xl">
        {heading}
      </legend>
      {children}
    </fieldset>
  )
}

/** The request of a custom piece, as the buyer's email has it [SALE-10]. */
export function Paste() {
  return (
    <Disclosure label="Paste a custom request…" className="border-line border-y py-3">
      <div className="mt-3 grid gap-4">
        <TextArea
          name="pasted"
          label="Request text"
          hint="Paste the text from the custom work form, quoted or not. It fills in the fields below. The full text is saved with the order."
          rows={8}
          inputClass="resize-y"
        />
        <SubmitButton action="paste" className="justify-self-start">
          Fill in the fields
        </SubmitButton>
      </div>
    </Disclosure>
  )
}

const buyerFields = [
  ['name', 'Name', 'sm:col-span-6', 100],
  ['email', 'Email', 'sm:col-span-3', 254],
  ['phone', 'Phone', 'sm:col-span-3', maxPhoneLength],
  ['line1', 'Street address', 'sm:col-span-4', 200],
  ['line2', 'Apartment, suite, etc.', 'sm:col-span-2', 200],
  ['city', 'City', 'sm:col-span-2', 100],
  ['state', 'State', 'sm:col-span-2', 60],
  ['postalCode', 'ZIP', 'sm:col-span-2', 30],
] as const

const types: Record<string, string> = { email: 'email', phone: 'tel' }

export function Buyer() {
  return (
    <Part heading="Buyer">
      {buyerFields.map(([name, label, className, maxLength]) => (
        <TextField
          key={name}
          name={name}
          label={label}
          className={className}
          optional={name === 'name' ? 'needed to record a payment or to ship' : 'optional'}
          type={types[name] ?? 'text'}
          maxLength={maxLength}
          autoComplete="off"
        />
      ))}
      <TextArea
        name="giftNote"
        label="Gift note"
        optional="optional"
        hint={`Up to ${maxGiftNote} characters. Printed on the packing slip.`}
        className="sm:col-span-6"
        rows={3}
        autoComplete="off"
        inputClass="resize-y"
      />
      <p className="text-muted text-sm sm:col-span-6">
        The address is for shipping, and for Form 8300 if you receive more than $10,000 in cash. If
        you leave it out, the buyer enters it at checkout. If you leave out the email, we can’t
        email the buyer.
      </p>
    </Part>
  )
}

export function Pieces({ page }: { page: NewOrderPage }) {
  const sent = useSent()
  const rows = Math.max(1, Math.min(maxStaffRows, Number(sent.rows) || 1))
  return (
    <Part heading="Pieces">
      <input type="hidden" name="rows" value={rows} />
      <datalist id="pieces">
        {page.pieces.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <p className="text-muted text-sm sm:col-span-6">
        For a catalog piece, choose its name and size; enter grams only if it weighs more or less
        than listed. For any other piece, enter a description, the weight in grams, and a flat fee
        that includes any engraving. Enter 0 for no fee.
      </p>
      {Array.from({ length: rows }, (_, at) => (
        <Row key={lineField(at, 'piece')} at={at} />
      ))}
      {rows < maxStaffRows && (
        <SubmitButton action="more" className="justify-self-start sm:col-span-6">
          Add another piece
        </SubmitButton>
      )}
    </Part>
  )
}

function Row({ at }: { at: number }) {
  const nth = at === 0 ? '' : ` ${at + 1}`
  const name = (field: LineField) => lineField(at, field)
  return (
    <>
      <TextField
        name={name('piece')}
        label={`Piece${nth}`}
        className="sm:col-span-6"
        list="pieces"
        maxLength={200}
      />
      <TextField
        name={name('grams')}
        label={`Weight in grams${nth}`}
        optional="if different from listed"
        className="sm:col-span-2"
        kind="decimal"
      />
      <TextField
        name={name('fee')}
        label={`Flat fee in dollars${nth}`}
        optional="if different from listed"
        className="sm:col-span-2"
        kind="decimal"
      />
      <PieceFields name={name} nth={nth} />
    </>
  )
}

export function PriceAndTax({ page }: { page: NewOrderPage }) {
  const noTaxIn = useNoTaxIn(page)
  return (
    <Part heading="Price and tax">
      <SelectField
        name="goldPrice"
        label="Gold price"
        hint="The shop’s most recent gold prices."
        className="sm:col-span-4"
        options={page.records.map((record) => [
          record.id,
          `${formatExactRate(record.perGram)} per gram, ${shopTimeText(record.takenAt)}`,
        ])}
      />
      {page.oldPrice && <OldPrice age={page.oldPrice} className="sm:col-span-6" />}
      <SteppedField
        name="holdDays"
        label="Hold price for (days)"
        className="sm:col-span-2"
        by="1"
        min={1}
        max={maxHoldDays}
        defaultValue="7"
      />
      {page.hasBankDiscount && (
        <SelectField
          name="price"
          label="Price type"
          className="sm:col-span-6"
          options={{
            card: 'Card price',
            bank: 'Bank price, as online: for debit, check, wire, or cash',
          }}
        />
      )}
      {page.isTaxUndecided && <TaxUndecided className="sm:col-span-6" />}
      <SelectField
        name="tax"
        label="Sales tax"
        hint={noTaxIn && `The shop isn’t registered to collect sales tax in ${noTaxIn}.`}
        className="sm:col-span-6"
        options={{
          ...(page.chargesTax && {
            'payment page':
              'Calculated at checkout, as online; at the rate below for custom work or a payment received now',
          }),
          rate: 'At the rate below',
          none: 'None',
        }}
        defaultValue={page.chargesTax ? 'payment page' : 'none'}
      />
      <TextField
        name="taxRate"
        label="Tax rate (%)"
        defaultValue={page.lastRate?.rate}
        className="sm:col-span-3"
        kind="decimal"
      />
      <TextField
        name="taxState"
        label="State for this tax rate"
        defaultValue={page.lastRate?.state}
        className="sm:col-span-3"
        maxLength={60}
      />
    </Part>
  )
}

/** The state of a filled address, where the shop collects no tax [SALE-41]. */
function useNoTaxIn({ taxStates }: NewOrderPage): string | undefined {
  const state = readState(useSent().state ?? '')
  if (!state || taxStates.length === 0 || taxStates.includes(state)) return undefined
  return stateName(state)
}

export function CustomWork() {
  return (
    <Part heading="Custom work">
      <label className="flex min-h-11 items-center gap-3 sm:col-span-6">
        <input
          type="checkbox"
          name="custom"
          value="yes"
          defaultChecked={useFieldChecked('custom')}
          className="size-5 shrink-0 accent-gold-deep"
        />
        Custom work: deposit first, then balance
      </label>
      <TextField
        name="deposit"
        label="Deposit"
        hint="For example, 40% or $500."
        className="sm:col-span-3"
        defaultValue={brand.deposit}
      />
      <SelectField
        name="goldFixed"
        label="Lock the gold price"
        className="sm:col-span-3"
        options={{ deposit: 'When the deposit is paid', delivery: 'When the piece is ready' }}
      />
      <TextArea
        name="request"
        label="Customer request"
        optional="optional"
        className="sm:col-span-6"
        rows={5}
        maxLength={maxRequestLength}
        inputClass="resize-y"
      />
    </Part>
  )
}

export function PriceButton({ isShown }: { isShown: boolean }) {
  return (
    <SubmitButton action="price" gold={!isShown} className="mt-6">
      {isShown ? 'Update price' : 'Review price'}
    </SubmitButton>
  )
}
