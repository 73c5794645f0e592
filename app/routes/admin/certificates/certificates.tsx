import { Form } from 'react-router'
import type {
  OrderCertificates,
  StaffCertificate,
} from '#app/.server/certificates/queries/order-certificates.ts'
import {
  type CertificateState,
  certificatesToRevoke,
  movesOf,
} from '#app/domain/certificates/state.ts'
import { SelectField } from '#app/ui/forms/fields.tsx'
import { OwnFields, useSent } from '#app/ui/forms/form-fields.tsx'
import { ReasonField } from '#app/ui/forms/reason-field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { formatCount } from '../components/format-count.ts'
import { SubmitButton } from '../components/submit-button.tsx'

const stateText: Record<CertificateState, string | null> = {
  valid: null,
  lost: 'Reported lost.',
  recast: 'Ended: recast.',
  revoked: 'Revoked.',
  returned: 'Ended: returned to you.',
}

const moveText = {
  revoked: 'Revoke it',
  recast: 'The piece was recast',
  lost: 'The piece is lost',
  found: 'The piece was found',
} as const

/** Beside the button that sends an order: its certificates are not in the box yet [CERT-13]. */
export function NotPrinted({ certificates }: { certificates: OrderCertificates }) {
  const { toSend } = certificates.unprinted
  if (toSend === 0) return null
  return (
    <p className="border border-notice px-4 py-3 text-notice text-sm">
      {toSend === 1
        ? 'A certificate for the box hasn’t been printed. Without its claim code, the buyer can’t claim the piece.'
        : `${toSend} certificates for the box haven’t been printed. Without their claim codes, the buyer can’t claim the pieces.`}{' '}
      <a href="#certificates" className="link">
        Print certificates
      </a>
    </p>
  )
}

type Props = {
  orderId: string
  certificates: OrderCertificates
  mayDecide: boolean
  formKey: string
  newCode: { serial: string; code: string } | null
  isHandedOver: boolean
  /** Of returns that were refunded. */
  returned: readonly { line: number; quantity: number }[]
}

/** The certificates of an order: to be printed for the box, read, and ended [CERT-06]. */
export function Certificates(props: Props) {
  const { orderId, certificates, mayDecide, newCode, isHandedOver } = props
  const { list, weighed, toSend, missing, unprinted } = certificates
  if (weighed === 0 && list.length === 0) return null
  const left = (pieces: number) => {
    const were = pieces === 1 ? 'was' : 'were'
    return `${formatCount(pieces, 'piece')} ${isHandedOver ? `${were} handed over` : 'shipped'}`
  }
  const toRevoke = certificatesToRevoke(list, props.returned)
  // Nobody needs the claim code of a piece that came back.
  const withoutCode = Math.max(0, unprinted.sent - toRevoke)
  const standing = list.filter(({ state }) => movesOf(state, 'staff').length > 0)
  return (
    <section id="certificates" className="admin-panel min-w-0 print:hidden">
      <h2>Certificates</h2>
      {newCode && <NewCode {...newCode} />}
      {list.length > 0 && (
        <ul className="mt-3 grid gap-3 text-sm">
          {list.map((each) => (
            <Listed key={each.id} {...props} certificate={each} />
          ))}
        </ul>
      )}
      {toRevoke > 0 && (
        <p className="mt-3 text-notice text-sm">
          {toRevoke === 1
            ? 'A returned piece still has a valid certificate. '
            : `${toRevoke} returned pieces still have valid certificates. `}
          {mayDecide ? 'Revoke' : 'An owner or manager can revoke'} {toRevoke === 1 ? 'it' : 'them'}{' '}
          {mayDecide ? 'below.' : 'here.'}
        </p>
      )}
      {missing > 0 && (
        <p className="mt-3 text-notice text-sm">
          {left(missing)} without a certificate. It will be issued automatically once the shop’s
          signing key can be read.
        </p>
      )}
      {withoutCode > 0 && (
        <p className="mt-3 text-notice text-sm">
          {left(withoutCode)} without a claim code
          {isHandedOver
            ? '. Print the certificate and its code now, and give both to the buyer.'
            : ` because no certificate was printed for the box. ${mayDecide ? 'Create a new code above' : 'An owner or manager can create one here'} and send it to the buyer.`}
        </p>
      )}
      {toSend > 0 && <PrintForBox orderId={orderId} isReprint={unprinted.toSend < toSend} />}
      {isHandedOver && withoutCode > 0 && (
        <PrintForm orderId={orderId} label="Print certificates" />
      )}
      {mayDecide && standing.length > 0 && (
        <Change
          key={standing.map(({ id, state }) => `${id} ${state}`).join()}
          standing={standing}
        />
      )}
    </section>
  )
}

function Listed({
  certificate,
  ...props
}: Pick<Props, 'formKey' | 'mayDecide'> & { certificate: StaffCertificate }) {
  const { id, name, size, serial, grams, state } = certificate
  return (
    <li className="border-line border-t pt-3 first:border-t-0 first:pt-0">
      <p className="wrap-anywhere">
        {name}, {size}: <span>{`${serial}, ${grams} g`}</span>
      </p>
      {stateText[state] && <p className="text-alert">{stateText[state]}</p>}
      <p className="flex flex-wrap gap-x-5">
        <a href={`/certificate/${id}`} className="link py-1">
          View certificate {serial}
        </a>
        <a href={`/certificate/${id}.pdf`} className="link py-1">
          PDF
        </a>
      </p>
      {props.mayDecide && certificate.mayHaveCode && (
        <MakeCode key={certificate.events} {...props} certificate={certificate} />
      )}
    </li>
  )
}

/** For an owner who lost theirs; the former one ends [CERT-10]. */
function MakeCode({
  certificate: { id, serial, events },
  formKey,
}: Pick<Props, 'formKey'> & { certificate: StaffCertificate }) {
  const sent = useSent()
  const isSent = sent.action === 'claim-code' && sent.certificate === id
  return (
    <Disclosure label={`New claim code for ${serial}`} opens={isSent}>
      <Form method="post" preventScrollReset className="mt-2 grid gap-3">
        <input type="hidden" name="certificate" value={id} />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="events" value={events} />
        <OwnFields isSent={isSent}>
          <ReasonField
            label="How you know the piece is theirs"
            hint="Only for the log. Their old code stops working, and the certificate page says when."
          />
        </OwnFields>
        <p>
          <SubmitButton action="claim-code">Create a new code </SubmitButton>
        </p>
      </Form>
    </Disclosure>
  )
}

function NewCode({ serial, code }: NonNullable<Props['newCode']>) {
  return (
    <div className="mt-3 border border-gold p-4">
      <p className="font-medium">New claim code for {serial}</p>
      <p className="mt-2 select-all font-medium text-lg tracking-wide wrap-anywhere">{code}</p>
      <p className="mt-2 text-muted text-sm">
        Give it only to the owner. It’s shown only once, and the old one no longer works.
      </p>
    </div>
  )
}

/** A print that ends codes on sheets that may be in a box already says so, and is pressed twice [CERT-15]. */
function PrintForBox({ orderId, isReprint }: { orderId: string; isReprint: boolean }) {
  if (!isReprint) return <PrintForm orderId={orderId} label="Print certificates" />
  return (
    <Disclosure label="Print certificates again…" isSmall className="mt-4">
      <p className="mt-2 text-notice text-sm">
        These certificates were printed. Printing them again makes new claim codes: the codes on the
        earlier sheets stop working, so throw those sheets away.
      </p>
      <PrintForm orderId={orderId} label="Print again with new codes" isReprint />
    </Disclosure>
  )
}

type PrintFormProps = { orderId: string; label: string; isReprint?: boolean }

function PrintForm({ orderId, label, isReprint = false }: PrintFormProps) {
  return (
    <form
      method="post"
      action={`/admin/dashboard/orders/${encodeURIComponent(orderId)}/documents/certificates-for-the-box.pdf`}
      target="_blank"
      className="mt-4 grid gap-2"
      rel="noopener"
    >
      {isReprint && <input type="hidden" name="again" value="yes" />}
      <p>
        <button type="submit" className="button button-line">
          {label}
        </button>
      </p>
      <p className="text-muted text-sm">
        Prints each certificate and its private claim code on separate sheets.
      </p>
    </form>
  )
}

function Change({ standing }: { standing: StaffCertificate[] }) {
  const isSent = useSent().action === 'certificate'
  return (
    <Disclosure
      label="Revoke or update a certificate"
      isSmall
      opens={isSent}
      className="mt-4 border-line border-t pt-3"
    >
      <Form method="post" className="mt-3 grid gap-3">
        <OwnFields isSent={isSent}>
          <SelectField
            name="certificate"
            label="Certificate"
            options={standing.map(({ id, serial, name }) => [id, `${serial}, ${name}`])}
          />
          <SelectField
            name="move"
            label="What happened to it"
            options={[['', 'Choose…'], ...Object.entries(moveText)]}
          />
          <ReasonField
            label="Reason for the change"
            hint="Anyone can read this on the certificate page, so don’t include names. A revoked certificate can’t be restored."
          />
        </OwnFields>
        <p>
          <SubmitButton action="certificate">Change the certificate</SubmitButton>
        </p>
      </Form>
    </Disclosure>
  )
}
