import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useFetcher, useNavigate } from 'react-router'
import type { ProductDraft } from '#app/contracts/catalog/product.ts'
import { isRefusal, together } from '#app/contracts/catalog/product-refusal.ts'
import { readProduct } from '#app/contracts/catalog/read-product.ts'
import { showToast } from '#app/routes/admin/components/toasts.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { withNewCategory, withNewPicture } from './add-new.ts'
import { Basics } from './basics.tsx'
import { Categories } from './categories.tsx'
import { Engraving } from './engraving.tsx'
import { draftFrom } from './form-state.ts'
import { LeaveGuard } from './leave-guard.tsx'
import { OfferedDraft } from './offered-draft.tsx'
import { Options } from './options.tsx'
import { Pictures } from './pictures.tsx'
import { Refusal, type RefusedProduct } from './refusal.tsx'
import { errorsOfRows, rowKeys } from './row-errors.ts'
import { useSaveAfterUploads } from './save-after-uploads.ts'
import { Sizes } from './sizes.tsx'
import { Specifications } from './specifications.tsx'
import { type Opened, useProductForm } from './use-product-form.ts'

type SaveResult =
  | { saved: { id: string; skipped: string[]; lost: string[]; mocked: boolean } }
  | { refused: RefusedProduct }

/** Its list of products. */
const dashboard = '/admin/dashboard/products'

type Props = {
  opened: Opened
  categories: readonly string[]
  linkHosts: readonly string[]
}

/** The product form [FORM-04]: shown once the browser runs it, so that nothing typed is lost. */
export default function ProductForm({ opened, categories, linkHosts }: Props) {
  const form = useProductForm(opened)
  const { state, draft, change } = form
  const element = useRef<HTMLFormElement>(null)
  const fetcher = useFetcher<SaveResult>()
  const busy = fetcher.state !== 'idle'
  const [refused, setRefused] = useState<RefusedProduct | null>(null)
  /** The rows as they were when it was refused. */
  const [sentRows, setSentRows] = useState(() => rowKeys(state))
  const { pricePerGram } = useGoldPrice()
  const navigate = useNavigate()
  const isNew = opened.id === null

  const answered = useEffectEvent((answer: SaveResult) => {
    if ('refused' in answer) return setRefused(answer.refused)
    const { skipped, lost, mocked } = answer.saved
    form.close()
    showToast(
      mocked ? 'Demo mode: nothing was saved' : isNew ? 'Product created' : 'Product updated',
    )
    void navigate(dashboard, { state: { skipped, lost } }) // [FORM-13]
  })
  useEffect(() => {
    if (fetcher.data) answered(fetcher.data)
  }, [fetcher.data])

  const post = (revision: number | null, draft: ProductDraft, action?: string) =>
    fetcher.submit(
      { draft, revision },
      { method: 'post', encType: 'application/json', ...(action ? { action } : {}) },
    )
  const save = () => {
    if (busy) return
    // What was typed and not added yet is meant as well.
    const whole = withNewPicture(withNewCategory(state))
    if (!isRefusal(whole)) change(whole)
    const input = isRefusal(whole) ? draft : draftFrom(whole)
    const read = readProduct(input, linkHosts)
    const wrong = together([read, whole].filter((each) => isRefusal(each)))
    setSentRows(rowKeys(isRefusal(whole) ? state : whole))
    setRefused(wrong && { code: 'product_invalid', ...wrong })
    if (!wrong) void post(form.revision, input)
  }
  const pictures = useSaveAfterUploads(save, (message) =>
    setRefused({ code: 'pictures_not_uploaded', message }),
  )
  useEffect(() => {
    if (refused?.at) focusFirst(element.current, [refused.at, ...Object.keys(refused.errors ?? {})])
  }, [refused])
  const told = refused?.at
    ? { [refused.at]: refused.message, ...refused.errors }
    : (refused?.errors ?? {})
  const errors = errorsOfRows(told, { sent: sentRows, now: rowKeys(state) })
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
        busy={busy || pictures.isMissingPicture}
        onSaveOver={(revision) => void post(revision, draft)}
        onCreate={() => void post(null, draft, '/admin/products/new')}
      />
      {!form.isSaved && form.isDirty && (
        <p role="status" className="my-4 text-notice">
          This browser can’t keep a draft of your changes. Please save before you leave.
        </p>
      )}
      <form
        ref={element}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          pictures.save()
        }}
        onInput={pictures.callOff}
        inert={form.offered !== null}
        // Further down on a phone nothing else says that it waits for an answer above it.
        className="mt-6 grid grid-cols-1 gap-6 inert:opacity-50"
      >
        <FormFields refused={{ errors }}>
          <Basics
            state={state}
            change={change}
            isNew={isNew}
            epoch={form.epoch}
            stock={opened.stock ?? null}
          />
          <Sizes
            sizes={state.sizes}
            chain={state.chain}
            perGram={pricePerGram}
            change={change}
            stock={opened.stock?.sizes ?? {}}
          />
          <Options options={state.options} change={change} />
          <Engraving state={state} change={change} />
          <Pictures
            state={state}
            change={change}
            onPicture={form.addPicture}
            onUploads={pictures.onUploads}
          />
          <Specifications specifications={state.specifications} change={change} />
          <Categories state={state} known={categories} change={change} />
        </FormFields>
        <div className="product-form-end sticky bottom-0 z-2 flex flex-wrap justify-end gap-3 border-line border-t bg-ground py-3">
          <Link to={dashboard} className="button button-line">
            Cancel
          </Link>
          <button
            type="submit"
            disabled={busy || pictures.isWaiting}
            className="button button-gold"
          >
            {pictures.isWaiting
              ? 'Uploading…'
              : busy
                ? 'Saving...'
                : isNew
                  ? 'Create Product'
                  : 'Update Product'}
          </button>
        </div>
      </form>
      <LeaveGuard
        mustAsk={() => form.mustAsk() || pictures.areUploading}
        onThrowAway={form.close}
      />
    </>
  )
}

/** Focuses the first of these fields, as the form has them from top to bottom. */
function focusFirst(form: HTMLElement | null, places: readonly string[]): void {
  const fields = places.map((at) => fieldAt(form, at)).filter((field) => field !== null)
  const [first] = fields.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  first?.focus()
}

/** The field of this name; of a row without such a field, the row's first one. */
function fieldAt(form: HTMLElement | null, at: string): HTMLElement | null {
  const row = at.replace(/\.[^.]*$/, '')
  const places = [
    `[name="${at}"]`,
    `[name^="${row}."]`,
    `[data-field="${at}"] :is([contenteditable="true"], textarea)`,
  ]
  for (const place of places) {
    const field = form?.querySelector<HTMLElement>(place)
    if (field) return field
  }
  return null
}
