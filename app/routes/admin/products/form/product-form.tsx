import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useFetcher, useNavigate } from 'react-router'
import type { ProductDraft } from '#app/contracts/product.ts'
import { isRefusal, readProduct } from '#app/contracts/read-product.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { useToast } from '../../components/toasts.tsx'
import { withTypedCategory, withTypedPicture } from './add-typed.ts'
import { Basics } from './basics.tsx'
import { Categories } from './categories.tsx'
import { draftFrom, type ErrorAt } from './form-state.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { OfferedDraft } from './offered-draft.tsx'
import { Pictures } from './pictures.tsx'
import { Refusal } from './refusal.tsx'
import type { Refused, SaveAnswer } from './save-answer.ts'
import { Sizes } from './sizes.tsx'
import { Specifications } from './specifications.tsx'
import { unreadableNumber } from './unreadable-number.ts'
import { type Opened, useProductForm } from './use-product-form.ts'

const dashboard = '/admin/dashboard'

type Props = { opened: Opened; categories: readonly string[] }

/** The product form [FORM-04]: shown once the browser is ready for it, so that no letter is lost. */
export default function ProductForm({ opened, categories }: Props) {
  const form = useProductForm(opened)
  const { state, draft, change } = form
  const element = useRef<HTMLFormElement>(null)
  const fetcher = useFetcher<SaveAnswer>()
  const busy = fetcher.state !== 'idle'
  const [refused, setRefused] = useState<Refused | null>(null)
  const { pricePerGram } = useGoldPrice()
  const isNew = opened.id === null
  const closed = useSaved(fetcher.data, isNew, { onRefused: setRefused, onSaved: form.forget })

  const post = (revision: number | null, draft: ProductDraft, action?: string) =>
    fetcher.submit(
      { draft, revision },
      { method: 'post', encType: 'application/json', ...(action ? { action } : {}) },
    )
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    // What was typed and not added yet is meant as well.
    const whole = withTypedPicture(withTypedCategory(state))
    if (!isRefusal(whole)) change(whole)
    const typed = isRefusal(whole) ? draft : draftFrom(whole)
    const read = readProduct(typed)
    const refusal = isRefusal(read) ? read : isRefusal(whole) ? whole : null
    const wrong =
      (element.current && unreadableNumber(element.current)) ??
      (refusal && { code: 'product_invalid', ...refusal })
    setRefused(wrong)
    if (!wrong) void post(form.revision, typed)
  }
  useEffect(() => {
    if (refused?.at) fieldAt(element.current, refused.at)?.focus()
  }, [refused])
  const errorAt: ErrorAt = (at) =>
    refused?.errors?.[at] ?? (refused?.at === at ? refused.message : undefined)
  return (
    <>
      {form.offered && (
        <OfferedDraft
          offered={form.offered}
          stored={opened.revision}
          onRestore={form.restore}
          onDiscard={form.discard}
        />
      )}
      <Refusal
        refused={refused}
        mine={draft}
        busy={busy}
        onSaveOver={(revision) => void post(revision, draft)}
        onCreate={() => void post(null, draft, '/admin/products/new')}
      />
      {!form.isKept && form.isDirty && (
        <p role="status" className="my-4 text-notice">
          This browser cannot keep a draft of what you type. Please save before you leave.
        </p>
      )}
      <form
        ref={element}
        noValidate
        onSubmit={save}
        inert={form.offered !== null}
        className="mt-6 grid gap-6"
      >
        <Basics state={state} change={change} isNew={isNew} epoch={form.epoch} errorAt={errorAt} />
        <Sizes sizes={state.sizes} perGram={pricePerGram} change={change} errorAt={errorAt} />
        <Pictures state={state} change={change} errorAt={errorAt} />
        <Specifications specifications={state.specifications} change={change} errorAt={errorAt} />
        <Categories
          state={state}
          known={categories}
          change={change}
          error={errorAt('categories')}
        />
        <div className="product-form-end">
          <Link to={dashboard} className="button button-line">
            Cancel
          </Link>
          <button type="submit" disabled={busy} className="button button-gold">
            {busy ? 'Saving...' : isNew ? 'Create Product' : 'Update Product'}
          </button>
        </div>
      </form>
      <LeaveGuard mustAsk={() => form.isDirty && !closed.current} onThrowAway={form.forget} />
    </>
  )
}

/** The field at a place of the form; of a row without such a field, the row's. */
function fieldAt(form: HTMLElement | null, at: string): HTMLElement | null {
  const find = (place: string) => form?.querySelector<HTMLElement>(`[data-at="${place}"]`)
  const found = find(at) ?? find(at.replace(/\.[^.]*$/, ''))
  if (!found || found.matches('input, textarea')) return found ?? null
  return found.querySelector<HTMLElement>('[contenteditable="true"], textarea')
}

/** Acts once on each answer: says what was saved and goes to the dashboard [FORM-13], or tells why not. */
function useSaved(
  answer: SaveAnswer | undefined,
  isNew: boolean,
  { onRefused, onSaved }: { onRefused: (refused: Refused) => void; onSaved: () => void },
) {
  const closed = useRef(false)
  const seen = useRef<SaveAnswer | undefined>(undefined)
  const say = useToast()
  const navigate = useNavigate()
  useEffect(() => {
    if (!answer || seen.current === answer) return
    seen.current = answer
    if ('refused' in answer) return onRefused(answer.refused)
    const { skipped, mocked } = answer.saved
    closed.current = true
    onSaved()
    say(mocked ? 'Demo mode: nothing was saved' : isNew ? 'Product created' : 'Product updated')
    void navigate(dashboard, { state: { skipped } })
  })
  return closed
}
