import type { NewsletterSource } from '#app/contracts/newsletter/newsletter.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'

type Props = {
  /** What visitors agree to. */
  sentence: string
  source: NewsletterSource
  refused?: { errors: Record<string, string>; typed: Record<string, string> } | undefined
}

/** A plain form, so that it works without JavaScript and the response is a separate page [NEWS-04]. */
export function NewsletterForm({ sentence, source, refused }: Props) {
  const problem = refused?.errors.consent
  return (
    <form method="post" action="/newsletter" noValidate className="mt-6 grid max-w-xl gap-4">
      <FormFields refused={refused}>
        <input type="hidden" name="source" value={source} />
        <TextField
          id="newsletter-email"
          name="email"
          type="email"
          label="Email address"
          autoComplete="email"
          required
        />
        <div>
          <Checkbox
            name="consent"
            value={sentence}
            required
            defaultChecked={refused?.typed.consent === sentence}
            aria-describedby={problem && 'newsletter-consent'}
          >
            {sentence}
          </Checkbox>
          {problem && (
            <p id="newsletter-consent" className="field-note text-alert">
              {problem}
            </p>
          )}
        </div>
        <p className="text-muted text-sm">We’ll email you a link to confirm.</p>
        <p>
          <button type="submit" className="button button-line">
            Sign up
          </button>
        </p>
      </FormFields>
    </form>
  )
}

/** The last part of a page; nothing where the shop offers no newsletter. */
export function NewsletterSection({
  offer,
  source,
}: {
  offer: { sentence: string } | null
  source: NewsletterSource
}) {
  if (!offer) return null
  return (
    <section aria-labelledby="newsletter" className="page-band">
      <h2 id="newsletter">Newsletter</h2>
      <NewsletterForm sentence={offer.sentence} source={source} />
    </section>
  )
}
