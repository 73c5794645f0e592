import { Form } from 'react-router'
import type { AdminOrder } from '#app/.server/orders/queries/order-detail-page.ts'
import { countryName } from '#app/domain/address/country-name.ts'
import { zipProblem } from '#app/domain/address/zip-states.ts'
import { listParts, missingParts } from '#app/domain/orders/buyer.ts'
import { placeLine } from '#app/domain/orders/city-line.ts'
import { wasPaid } from '#app/domain/orders/order-state.ts'
import { deliveryText } from '#app/domain/shipping/shipping-words.ts'
import { CopyAddress } from '#app/routes/admin/fulfillment/copy-address.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { Disclosure } from '../../components/disclosure.tsx'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'

type Props = {
  order: AdminOrder
  mayDecide: boolean
}

/** Where the order goes, what of it is missing, and the form to enter or correct it [ADDR-03, ADDR-04]. */
export function ShipTo({ order, mayDecide }: Props) {
  const { address, email, earlierAddresses } = order
  const { shipping } = order.summary
  return (
    <div className="grid gap-3">
      {shipping && <p>{deliveryText(shipping)}</p>}
      {address && <AddressLines address={address} />}
      {order.billingAddress && (
        <div>
          <p className="text-muted text-sm">Buyer, as corrected later</p>
          <AddressLines address={order.billingAddress} />
        </div>
      )}
      <Missing order={order} mayDecide={mayDecide} />
      <WrongZip order={order} />
      {address?.line1 && <CopyAddress address={address} />}
      {email && (
        <p className="wrap-anywhere">
          <a href={`mailto:${email}`} className="link inline-block py-1">
            {email}
          </a>
        </p>
      )}
      {mayDecide && order.mayCorrectBuyer && <CorrectBuyer order={order} />}
      {mayDecide && order.mayCorrectContact && <CorrectContact order={order} />}
      {earlierAddresses.length > 0 && <Earlier earlier={earlierAddresses} />}
    </div>
  )
}

function AddressLines({ address }: { address: AdminOrder['address'] }) {
  if (!address) return null
  return (
    <address className="not-italic wrap-anywhere">
      {[
        ['name', address.name],
        ['line1', address.line1],
        ['line2', address.line2],
        ['city', placeLine(address)],
        // A buyer in the shop may be known by name and phone number alone.
        ['country', address.line1 && countryName(address.country)],
        ['phone', address.phone ?? ''],
      ]
        .filter(([, line]) => line !== '')
        .map(([part, line]) => (
          <span key={part} className="block">
            {line}
          </span>
        ))}
    </address>
  )
}

/** A reason to ask, while the package is still here [ADDR-08]. */
function WrongZip({ order: { address, state } }: Pick<Props, 'order'>) {
  const problem = state === 'paid' && address && zipProblem(address)
  if (!problem) return null
  return <p className="text-alert print:hidden">{problem} Ask the buyer before you ship.</p>
}

/** Before it is paid the payment page asks for it; an order that staff made may be fetched. */
function Missing({ order, mayDecide }: Props) {
  const { address, state, origin, pickup } = order
  if (!wasPaid(state)) {
    return address ? null : (
      <p className="text-muted">No address on file. Buyers enter one at checkout.</p>
    )
  }
  const missing = missingParts(address)
  if (missing.length === 0 || state !== 'paid') return null
  if (pickup) return address ? null : <p className="text-muted">No address needed for pickup.</p>
  if (missing.includes('street') && origin === 'staff') {
    return <p className="text-muted">No address to ship to.</p>
  }
  const what = address ? `This address has no ${listParts(missing)}` : 'No address came'
  return (
    <p className="text-alert print:hidden">
      {`${what} with the payment. `}
      {mayDecide ? 'Ask the buyer, then enter it here.' : 'An owner or manager can enter it.'}
    </p>
  )
}

const fields = [
  ['name', 'Name', 100],
  ['line1', 'Street address', 200],
  ['line2', 'Apartment, suite, etc.', 200],
  ['city', 'City', 100],
  ['state', 'State', 60],
  ['postalCode', 'ZIP', 30],
  ['phone', 'Phone', 40],
  ['email', 'Email', 254],
] as const

/** Many countries have no states, and some no postal codes. */
const labelsAbroad: Record<string, string> = { state: 'Region', postalCode: 'Postal code' }

const types: Record<string, string> = { phone: 'tel', email: 'email' }
/** Browsers refuse an address in quotes, which an older order may have. */
const typeOf = (name: string, email: string | null) =>
  name === 'email' && email?.startsWith('"') ? 'text' : (types[name] ?? 'text')
const mayBeEmpty: readonly string[] = ['line2', 'phone', 'email']

function CorrectBuyer({ order }: Pick<Props, 'order'>) {
  const { address, email, revision } = order
  const isSent = useSent().action === 'correct-buyer'
  const isMissing =
    order.state === 'paid' &&
    order.origin === 'web' &&
    order.pickup === null &&
    missingParts(address).length > 0
  return (
    <Disclosure
      // Closed once something of it was saved.
      key={JSON.stringify([address, email])}
      label={address ? 'Edit contact details' : 'Enter the address'}
      isSmall
      className="print:hidden"
      opens={isSent || isMissing}
    >
      {/* Made again for each version of the order, so that what was saved shows in its fields. */}
      <Form method="post" className="mt-3 grid grid-cols-2 gap-4" key={revision}>
        <BuyerFields order={order} address={address} mayBeEmpty={mayBeEmpty} isSent={isSent} />
        <SubmitButton action="correct-buyer" gold={isMissing} className="col-span-2">
          Save
        </SubmitButton>
      </Form>
    </Disclosure>
  )
}

/** After it was shipped or handed over: what of it still changes, and what does not [ADDR-07]. */
function CorrectContact({ order }: Pick<Props, 'order'>) {
  const { address, billingAddress, email, revision } = order
  const isSent = useSent().action === 'correct-contact'
  return (
    <Disclosure
      key={JSON.stringify([billingAddress, email])}
      label="Edit contact details"
      isSmall
      className="print:hidden"
      opens={isSent}
    >
      <p className="mt-3 text-muted text-sm">
        For emails, the receipt, and Form 8300.
        {address?.line1 &&
          ' The address it was shipped to, its label, and its sales tax stay as they are.'}
      </p>
      <Form method="post" className="mt-3 grid grid-cols-2 gap-4" key={revision}>
        <BuyerFields
          order={order}
          address={billingAddress ?? address}
          mayBeEmpty={fields.map(([name]) => name)}
          isSent={isSent}
        />
        <SubmitButton action="correct-contact" className="col-span-2">
          Save
        </SubmitButton>
      </Form>
    </Disclosure>
  )
}

type FieldsProps = {
  order: Pick<AdminOrder, 'revision' | 'email' | 'shippingCountry'>
  address: AdminOrder['address']
  mayBeEmpty: readonly string[]
  isSent: boolean
}

function BuyerFields({ order, address, mayBeEmpty, isSent }: FieldsProps) {
  const { revision, email } = order
  const values: Partial<Record<string, string>> = { ...address, email: email ?? '' }
  const isAbroad = order.shippingCountry !== 'US'
  const isOptional = (name: string) =>
    mayBeEmpty.includes(name) || (isAbroad && name in labelsAbroad)
  return (
    <>
      <input type="hidden" name="revision" value={revision} />
      <input type="hidden" name="emailBefore" value={email ?? ''} />
      <input type="hidden" name="country" value={order.shippingCountry} />
      <OwnFields isSent={isSent}>
        {fields.map(([name, label, maxLength]) => (
          <TextField
            key={name}
            name={name}
            label={(isAbroad && labelsAbroad[name]) || label}
            optional={isOptional(name) ? 'optional' : undefined}
            className={name === 'state' || name === 'postalCode' ? '' : 'col-span-2'}
            type={typeOf(name, email)}
            defaultValue={values[name]}
            maxLength={maxLength}
            required={!isOptional(name)}
            autoComplete="off"
          />
        ))}
      </OwnFields>
    </>
  )
}

function Earlier({ earlier }: { earlier: AdminOrder['earlierAddresses'] }) {
  return (
    <div className="print:hidden">
      <Disclosure look="text" label="What it was before">
        <ul className="grid gap-3">
          {earlier.map(({ id, at, by, changed, email, isTaxed, ...before }) => (
            <li key={id} className="border-line border-t pt-2 first:border-t-0">
              {before.billingAddress || before.shippingAddress ? (
                <AddressLines address={before.billingAddress ?? before.shippingAddress} />
              ) : (
                <p className="text-muted">No address</p>
              )}
              {changed.includes('email') && <p>{email ?? 'No email address'}</p>}
              {isTaxed && <p className="text-notice">Sales tax was calculated from it.</p>}
              <p className="text-muted">
                Until <ShopTime at={at} />, changed by {by}: {listParts(changed)}
              </p>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
