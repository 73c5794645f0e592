import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import type { MetalToday } from '#app/.server/certificates/queries/certificate-today.ts'
import type { TradeInOffers } from '#app/.server/trade-ins/queries/trade-in-offers.ts'
import { type CertificateState, movesOf } from '#app/domain/certificates/state.ts'
import { formatExactRate } from '#app/domain/gold-price/rates.ts'
import { formatCents } from '#app/domain/money/cents.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { DateTime } from '../order-summary.tsx'
import type { Refused } from '../post-form.ts'
import { CertificateOffers } from '../trade-in/certificate-offers.tsx'

type Owner = {
  /** As it was typed; empty once it has ended. */
  code: string
  newCode: string | null
  did: 'lost' | 'found' | 'passed on' | null
  today: MetalToday | null
  terms: readonly { figure: string; label: string }[]
  /** Null where the code has just ended. */
  tradeIn: TradeInOffers | null
  tradeInRefused: Refused | null
  formKey: string
}

const doneMessages = {
  lost: 'It’s marked as lost. Everyone who opens this page will see that.',
  found: 'It’s marked as found.',
  'passed on': 'The certificate is transferred. Your code no longer works.',
} as const

/** For the owner, who has the code from the box [CERT-05]. */
export function OwnerPart({
  state,
  hasCode,
  owner,
  refused,
}: {
  state: CertificateState
  hasCode: boolean
  owner: Owner | null
  refused: string | null
}) {
  if (state !== 'valid' && state !== 'lost') return null
  return (
    <section id="owner" aria-labelledby="owner-heading" className="mt-14 scroll-mt-24">
      <h2 id="owner-heading" className="text-3xl">
        Own this piece?
      </h2>
      {owner !== null ? (
        <Opened owner={owner} state={state} />
      ) : hasCode ? (
        <OpenForm refused={refused} />
      ) : (
        <NoCode />
      )}
    </section>
  )
}

/** The piece left before a code was printed for its box [CERT-14]. */
function NoCode() {
  return (
    <p className="mt-4 max-w-xl text-muted">
      This piece doesn’t have a claim code yet.{' '}
      <Link to="/contact" className="link">
        Contact us
      </Link>
      , and once we’ve verified that you own it, we’ll issue one. Use the code to see what the gold
      is worth today, report the piece lost, or transfer the certificate.
    </p>
  )
}

function OpenForm({ refused }: { refused: string | null }) {
  return (
    <>
      <p className="mt-4 max-w-xl text-muted">
        Your claim code is on its own sheet in the box. Use it to see what the gold is worth today,
        report the piece lost, or transfer the certificate. Lost the code?{' '}
        <Link to="/contact" className="link">
          Contact us
        </Link>
        , and once we’ve verified that you own it, we’ll issue a new one.
      </p>
      <Form
        method="post"
        preventScrollReset
        noValidate
        className="mt-6 grid max-w-md items-end gap-4"
      >
        <TextField
          name="code"
          label="Claim code"
          error={refused}
          hint="16 letters and digits: 7K3M-Q9XZ-01AB-CDEF"
          kind="code"
          maxLength={60}
          required
          inputClass="uppercase"
        />
        <p>
          <button type="submit" name="move" value="open" className="button button-line">
            Open
          </button>
        </p>
      </Form>
    </>
  )
}

function Opened({ owner, state }: { owner: Owner; state: CertificateState }) {
  const { code, newCode, did, today, terms, tradeIn } = owner
  return (
    <div className="mt-5 grid gap-8">
      {did && (
        <p role="status" className="border border-notice px-4 py-3">
          {doneMessages[did]}
        </p>
      )}
      {newCode && <NewCode code={newCode} />}
      {today && <Today today={today} />}
      {tradeIn && tradeIn.offers.length > 0 ? (
        <CertificateOffers
          code={code}
          formKey={owner.formKey}
          tradeIn={tradeIn}
          refused={owner.tradeInRefused}
        />
      ) : (
        <RecastTerms terms={terms} />
      )}
      {code && <Moves code={code} state={state} />}
    </div>
  )
}

/** Where nothing is offered here, the guarantee still holds. */
function RecastTerms({ terms }: Pick<Owner, 'terms'>) {
  return (
    <div>
      <h3 className="text-xl">Recast</h3>
      <ul className="mt-2 grid gap-1">
        {terms.map(({ figure, label }) => (
          <li key={label}>
            <span className="font-medium">{figure}</span>{' '}
            <span className="text-muted">{label}</span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to="/recast-guarantee" className="link inline-block py-1">
          Read the recast guarantee
        </Link>
      </p>
    </div>
  )
}

function NewCode({ code }: { code: string }) {
  return (
    <div className="border border-gold p-5">
      <p className="font-medium">The new owner’s claim code</p>
      <p className="mt-2 font-medium text-lg tracking-wide wrap-anywhere">{code}</p>
      <p className="mt-2 text-muted text-sm">
        Write it down and give it to the new owner with the certificate. For the next hour, your old
        code shows it again; after that, no one can see it.
      </p>
    </div>
  )
}

function Today({ today: { metal, perGram, takenAt, isOld } }: { today: MetalToday }) {
  return (
    <div>
      <h3 className="text-xl">Its gold value today</h3>
      <p className="mt-2 font-display text-4xl">{formatCents(metal)}</p>
      <p className="mt-1 text-muted text-sm">
        At {formatExactRate(perGram)} per gram, {isOld ? 'the last price we have, ' : ''}
        <DateTime at={takenAt} />. This is the metal value, not an offer to buy.
      </p>
    </div>
  )
}

const moveLabels = {
  lost: {
    heading: 'Lost or stolen',
    text: 'This page will say so until you report it found.',
    button: 'Report it lost',
  },
  found: {
    heading: 'Found again',
    text: 'The certificate will be valid again.',
    button: 'Report it found',
  },
  'passed on': {
    heading: 'Sold or given away',
    text: 'Your code will stop working, and you’ll get a new one to give to the new owner.',
    button: 'Transfer the certificate',
  },
} as const

function Moves({ code, state }: { code: string; state: CertificateState }) {
  const moves = movesOf(state, 'owner') as (keyof typeof moveLabels)[]
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {moves.map((move) => (
        <Move key={move} {...moveLabels[move]}>
          <input type="hidden" name="code" value={code} />
          {move === 'passed on' ? (
            <details>
              <summary className="button button-line list-none">Transfer it…</summary>
              <p className="mt-4 mb-4">
                This can’t be undone. Only the new owner’s code will open this certificate.
              </p>
              <MoveButton move={move} />
            </details>
          ) : (
            <MoveButton move={move} />
          )}
        </Move>
      ))}
    </div>
  )
}

function MoveButton({ move }: { move: keyof typeof moveLabels }) {
  return (
    <button type="submit" name="move" value={move} className="button button-line">
      {moveLabels[move].button}
    </button>
  )
}

function Move({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="border-line border-t pt-4">
      <h3 className="text-xl">{heading}</h3>
      <p className="mt-2 mb-4 text-muted">{text}</p>
      {children}
    </Form>
  )
}
