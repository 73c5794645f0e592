import { Form, Link } from 'react-router'
import type { SetupPage } from '#app/.server/setup/queries/setup-page.ts'
import { bankWebhookEvents, webhookEvents } from '#app/contracts/payments/stripe-events.ts'
import { emailServerFields } from '#app/contracts/setup/saved-settings.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { type Refused, Secret, SetElsewhere, Setting, SettingForm } from './setting-form.tsx'

type Props = { setup: SetupPage; refused: Refused }

export function PaymentForm({ setup, refused }: Props) {
  const values = setup.forms.payments
  const { paymentAt } = setup.tried
  return (
    <>
      <SettingForm values={values} what="Stripe keys" refused={refused}>
        <Secret
          values={values}
          name="STRIPE_SECRET_KEY"
          label="Secret key"
          hint="Begins with sk_test_ or sk_live_. Start with a test key: everything works the same, but no cards are charged."
        />
        <Secret
          values={values}
          name="STRIPE_WEBHOOK_SECRET"
          label="Signing secret"
          hint="Begins with whsec_."
        />
        <Disclosure look="text" label="Where do I find these?">
          <p>
            In the Stripe dashboard under Developers. The secret key is under API keys. The signing
            secret belongs to a webhook: add one for{' '}
            <code>{setup.given.publicUrl ?? 'https://your.shop'}/api/stripe/webhook</code>, choose
            these events, and Stripe will show its secret:
          </p>
          <Events names={webhookEvents} />
          <p className="mt-3">For the bank price, also add:</p>
          <Events names={bankWebhookEvents} />
        </Disclosure>
      </SettingForm>
      {setup.isStripe && (
        <p>
          <TryIt setup={setup} />
          {paymentAt && (
            <>
              {' '}
              The last payment was made on <ShopTime at={paymentAt} />.
            </>
          )}
        </p>
      )}
    </>
  )
}

/** How a payment is tried, as far as a piece can be bought now [OPENING-06]. */
function TryIt({ setup: { canBuy, canPay, opening } }: { setup: SetupPage }) {
  if (!canBuy) {
    if (opening.state === 'waiting') {
      return 'Once the shop is open, buy a piece yourself to try it, then refund it.'
    }
    return canPay
      ? 'To try a payment, make a product visible and start selling. Nothing can be bought right now.'
      : 'To try a payment, enter Stripe’s secret key first.'
  }
  return (
    <>
      <Link to="/products" className="link inline-block py-1">
        Buy a piece to try it
      </Link>
      {opening.state === 'test'
        ? ' with the card 4242 4242 4242 4242, any later date, and any three digits. No card is charged.'
        : '. Your card is charged; refund the order afterwards.'}
    </>
  )
}

function Events({ names }: { names: readonly string[] }) {
  return (
    <ul className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          <code>{name}</code>
        </li>
      ))}
    </ul>
  )
}

/** Nothing is open without one: staff then type tracking numbers. */
export function LabelForm({ setup, refused }: Props) {
  const values = setup.forms.labels
  const hasNoKey = setup.topics.some(({ topic, isUnused }) => topic === 'labels' && isUnused)
  return (
    <>
      {hasNoKey && (
        <p>
          Add an EasyPost key to buy labels here. Without one, you can enter tracking numbers
          yourself.
        </p>
      )}
      <SettingForm values={values} what="EasyPost key" refused={refused}>
        <Secret
          values={values}
          name="EASYPOST_API_KEY"
          label="EasyPost key"
          hint="Begins with EZTK (test) or EZAK (production). Its mode must match your Stripe key."
        />
      </SettingForm>
    </>
  )
}

export function EmailSettings({ setup, refused }: Props) {
  const values = setup.forms.mail
  return (
    <>
      <SettingForm values={values} what="mail server" refused={refused}>
        {values.settings.some(({ name, isGiven }) => name === 'SMTP_URL' && isGiven) ? (
          <SetElsewhere label="Mail server" />
        ) : (
          <EmailServer setup={setup} />
        )}
        <Setting
          values={values}
          name="MAIL_FROM"
          label="Send emails from"
          hint="Such as orders@shop.example or Shop <orders@shop.example>."
        />
        <Setting
          values={values}
          name="MAIL_STAFF"
          label="Staff email address"
          hint="Gets notices about paid orders and orders on hold, and replies from buyers. Leave blank to use the shop’s address."
        />
      </SettingForm>
      {setup.canSendEmail && (
        <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-4">
          <SubmitButton action="test mail">Send me a test email</SubmitButton>
          {setup.tried.mailAt && (
            <span className="text-muted">
              The last one was accepted on <ShopTime at={setup.tried.mailAt} />.
            </span>
          )}
        </Form>
      )}
    </>
  )
}

function EmailServer({ setup: { mailServer: emailServer } }: Pick<Props, 'setup'>) {
  const { host, port, encryption, user, password } = emailServerFields
  const line = { autoComplete: 'off', spellCheck: false }
  return (
    <>
      <TextField
        {...line}
        name={host}
        label="Host"
        hint="The outgoing mail server, such as mail.shop.example."
        defaultValue={emailServer?.host}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...line}
          name={port}
          label="Port"
          kind="count"
          defaultValue={emailServer?.port ?? '465'}
        />
        <SelectField
          name={encryption}
          label="Encryption"
          hint="TLS for port 465, STARTTLS for 587."
          options={{ tls: 'TLS', starttls: 'STARTTLS' }}
          defaultValue={emailServer?.encryption ?? 'tls'}
        />
      </div>
      <TextField
        {...line}
        name={user}
        label="Username"
        optional="if it asks for one"
        defaultValue={emailServer?.user}
      />
      <TextField
        {...line}
        name={password}
        label="Password"
        optional="of this user"
        hint={
          emailServer?.user
            ? 'A password is saved and won’t be shown again. Leave blank to keep it for this user on this server.'
            : undefined
        }
        type="password"
      />
    </>
  )
}

export function GoldForm({ setup, refused }: Props) {
  const values = setup.forms.gold
  return (
    <SettingForm values={values} what="gold price sources" refused={refused}>
      <Setting
        values={values}
        name="GOLD_SOURCES"
        label="Sources, in the order they’re tried"
        hint="Names separated by commas: gold-api and swissquote don’t need a key; goldapi.io and metals.dev do; website is a page on your own site. Leave blank to use gold-api and swissquote. Enter “none” to have the price change only when you set it."
      />
      <Setting
        values={values}
        name="GOLD_WEBSITE_URL"
        label="Page for the “website” source"
        hint="The page of your website that shows the gold price."
      />
      <Setting
        values={values}
        name="GOLD_WEBSITE_UNIT"
        label="Its unit"
        options={{ '': 'Detect from the last price', ounce: 'Ounce', gram: 'Gram' }}
      />
      <Secret values={values} name="GOLDAPI_IO_KEY" label="goldapi.io key" />
      <Secret values={values} name="METALS_DEV_KEY" label="metals.dev key" />
    </SettingForm>
  )
}
