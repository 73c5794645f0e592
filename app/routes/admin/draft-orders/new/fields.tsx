import type { ReactNode } from 'react'
import type { NewOrderPage } from '#app/.server/draft-orders/queries/new-order-page.ts'
import {
  type LineField,
  lineField,
  maxHoldDays,
  maxRequestLength,
  maxStaffRows,
} from '#app/contracts/draft-orders/draft-order.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { maxGiftNote } from '#app/domain/orders/gift-note.ts'
import { SubmitButton } from '#app/routes/admin/components/submit-button.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { SteppedInput } from '#app/ui/forms/stepped-input.tsx'
import { brand } from '#brand'
import { recordLabel } from './record-label.ts'

type Typed = Record<string, string>

function Part({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4 sm:grid-cols-6">
      <legend className="mb-4 w-full border-line border-b pb-2 font-display text-2xl">
        {heading}
      </legend>
      {children}
    </fieldset>
  )
}

/** The request of a custom piece, as the buyer's mail has it [SALE-10]. */
export function Paste() {
  return (
    <details className="border-line border-y py-3">
      <summary className="link inline-block py-1">Paste a custom request …</summary>
      <div className="mt-3 grid gap-4">
        <Field
          label="The text of the request"
          hint="As the form of custom work wrote it, quoted or not. It fills the fields below; the whole text stays with the order."
        >
          <textarea name="pasted" rows={8} className="input resize-y" />
        </Field>
        <SubmitButton name="action" value="paste" className="justify-self-start">
          Fill the fields
        </SubmitButton>
      </div>
    </details>
  )
}

const buyerFields = [
  ['name', 'Name', 'sm:col-span-3', 100],
  ['email', 'E-mail', 'sm:col-span-3', 254],
  ['line1', 'Street address', 'sm:col-span-4', 200],
  ['line2', 'Apartment, suite', 'sm:col-span-2', 200],
  ['city', 'City', 'sm:col-span-2', 100],
  ['state', 'State', 'sm:col-span-2', 60],
  ['postalCode', 'ZIP', 'sm:col-span-2', 30],
] as const

export function Buyer({ typed }: { typed: Typed }) {
  return (
    <Part heading="Buyer">
      {buyerFields.map(([name, label, className, maxLength]) => (
        <Field key={name} label={label} className={className} optional="optional">
          <input
            name={name}
            type={name === 'email' ? 'email' : 'text'}
            defaultValue={typed[name]}
            maxLength={maxLength}
            autoComplete="off"
            className="input"
          />
        </Field>
      ))}
      <Field
        label="Gift note"
        optional="optional"
        hint={`At most ${maxGiftNote} characters, printed on the packing slip.`}
        className="sm:col-span-6"
      >
        <textarea
          name="giftNote"
          rows={3}
          defaultValue={typed.giftNote}
          autoComplete="off"
          className="input resize-y"
        />
      </Field>
      <p className="text-muted text-sm sm:col-span-6">
        Without an e-mail address no mail goes out; without an address the payment page asks for it.
      </p>
    </Part>
  )
}

export function Pieces({ typed, page }: { typed: Typed; page: NewOrderPage }) {
  const rows = Math.max(1, Math.min(maxStaffRows, Number(typed.rows) || 1))
  return (
    <Part heading="Pieces">
      <input type="hidden" name="rows" value={rows} />
      <datalist id="pieces">
        {page.pieces.map((label) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <p className="text-muted text-sm sm:col-span-6">
        A piece of the catalog needs its name alone: leave grams and making fee empty. Any other is
        described, with its grams; an empty making fee is zero, and so is the fee of its engraving.
      </p>
      {Array.from({ length: rows }, (_, at) => (
        <Row key={lineField(at, 'piece')} at={at} typed={typed} />
      ))}
      {rows < maxStaffRows && (
        <SubmitButton name="action" value="more" className="justify-self-start sm:col-span-6">
          Another piece
        </SubmitButton>
      )}
    </Part>
  )
}

function Row({ at, typed }: { at: number; typed: Typed }) {
  const nth = at === 0 ? '' : ` ${at + 1}`
  const input = (name: LineField) => ({
    name: lineField(at, name),
    defaultValue: typed[lineField(at, name)],
    autoComplete: 'off',
  })
  return (
    <>
      <Field label={`Piece${nth}`} className="sm:col-span-6">
        <input {...input('piece')} list="pieces" maxLength={200} className="input" />
      </Field>
      <Field label={`Grams${nth}`} className="sm:col-span-2">
        <input {...input('grams')} inputMode="decimal" className="input tabular" />
      </Field>
      <Field label={`Making fee${nth}`} optional="dollars" className="sm:col-span-2">
        <input {...input('fee')} inputMode="decimal" className="input tabular" />
      </Field>
      <Field label={`Quantity${nth}`} className="sm:col-span-2">
        <input
          {...input('quantity')}
          defaultValue={typed[lineField(at, 'quantity')] ?? '1'}
          inputMode="numeric"
          className="input tabular"
        />
      </Field>
      <Field label={`Engraving${nth}`} optional="optional" className="sm:col-span-6">
        <input {...input('engraving')} maxLength={100} className="input" />
      </Field>
    </>
  )
}

export function PriceAndTax({ typed, page }: { typed: Typed; page: NewOrderPage }) {
  return (
    <Part heading="Price and tax">
      <Field label="Gold price" hint="The prices the shop accepted last." className="sm:col-span-4">
        <select name="goldPrice" defaultValue={typed.goldPrice} className="input">
          {page.records.map((record) => (
            <option key={record.id} value={record.id}>
              {formatExactRate(record.perGram)} per gram, {recordLabel(record.takenAt)}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Price held for" hint="Days." className="sm:col-span-2">
        <SteppedInput
          name="holdDays"
          by="1"
          min={1}
          max={maxHoldDays}
          defaultValue={typed.holdDays ?? '7'}
          className="input tabular"
        />
      </Field>
      {page.hasBankPrice && (
        <Field label="Which price" className="sm:col-span-6">
          <select name="price" defaultValue={typed.price} className="input">
            <option value="card">As by card</option>
            <option value="bank">Bank price, as on the web: by debit, check, wire or cash</option>
          </select>
        </Field>
      )}
      <Field label="Sales tax" className="sm:col-span-6">
        <select
          name="tax"
          defaultValue={typed.tax ?? (page.chargesTax ? 'payment page' : 'none')}
          className="input"
        >
          {page.chargesTax && (
            <option value="payment page">Added by the payment page, as on the web</option>
          )}
          <option value="rate">At the rate below</option>
          <option value="none">None</option>
        </select>
      </Field>
      <Field label="Rate in percent" optional="with a rate" className="sm:col-span-3">
        <input
          name="taxRate"
          inputMode="decimal"
          defaultValue={typed.taxRate}
          autoComplete="off"
          className="input tabular"
        />
      </Field>
      <Field label="Of which state" optional="with a rate" className="sm:col-span-3">
        <input
          name="taxState"
          maxLength={60}
          defaultValue={typed.taxState}
          autoComplete="off"
          className="input"
        />
      </Field>
    </Part>
  )
}

export function CustomWork({ typed }: { typed: Typed }) {
  return (
    <Part heading="Custom work">
      <label className="flex min-h-11 items-center gap-3 sm:col-span-6">
        <input
          type="checkbox"
          name="custom"
          value="yes"
          defaultChecked={typed.custom === 'yes'}
          className="size-5 shrink-0 accent-gold-deep"
        />
        It is custom work: a deposit first, then the balance
      </label>
      <Field label="Deposit" hint="Like 40% or 500.00." className="sm:col-span-3">
        <input
          name="deposit"
          defaultValue={typed.deposit ?? brand.deposit}
          autoComplete="off"
          className="input tabular"
        />
      </Field>
      <Field label="The price of the gold is fixed" className="sm:col-span-3">
        <select name="goldFixed" defaultValue={typed.goldFixed} className="input">
          <option value="deposit">With the deposit</option>
          <option value="delivery">When the piece is ready</option>
        </select>
      </Field>
      <Field label="What was asked for" optional="optional" className="sm:col-span-6">
        <textarea
          name="request"
          rows={5}
          maxLength={maxRequestLength}
          defaultValue={typed.request}
          className="input resize-y"
        />
      </Field>
    </Part>
  )
}

export function PriceButton({ isShown }: { isShown: boolean }) {
  return (
    <SubmitButton name="action" value="price" gold={!isShown} className="mt-6">
      {isShown ? 'Show the price again' : 'Show the price'}
    </SubmitButton>
  )
}
