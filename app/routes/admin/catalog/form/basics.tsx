import type { AdminProduct, TakenStock } from '#app/.server/catalog/queries/admin-product.ts'
import { productLimits } from '#app/contracts/catalog/product.ts'
import { slugOf } from '#app/domain/catalog/slug.ts'
import { tangibleGoods } from '#app/domain/tax/sales-tax.ts'
import { formatTimeZone } from '#app/domain/time/date-time.ts'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { TextArea, TextField } from '#app/ui/forms/fields.tsx'
import { brand } from '#brand'
import type { Change, FormState } from './form-state.ts'
import { RichText } from './rich-text.tsx'
import { Section } from './section.tsx'

type Props = {
  state: FormState
  change: Change
  /** The slug follows the name until it is edited; never in edit mode [FORM-06, FORM-07, D21]. */
  isNew: boolean
  /** Another number starts the editor again, with what the state holds now. */
  epoch: number
  /** What the orders have of it; null for a new product. */
  stock: AdminProduct['stock'] | null
}

type TextName = {
  [Name in keyof FormState]: FormState[Name] extends string ? Name : never
}[keyof FormState]

const boxes = [
  ['active', 'Product Active', 'Visible in the shop'],
  ['featured', 'Featured Product', 'On the home page'],
  ['finalSale', 'Final sale', 'Cannot be returned'],
  ['usOnly', 'US only', 'Not shipped internationally'],
] as const

export function Basics({ state, change, isNew, epoch, stock }: Props) {
  const follows = isNew && state.slug === slugFor(state.name)
  const text = (name: TextName) => ({
    name,
    value: state[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ [name]: event.currentTarget.value }),
  })
  return (
    <Section title="Basic Information" note="Fields marked with * are required.">
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        <TextField
          name="name"
          label="Name"
          required
          value={state.name}
          onChange={({ currentTarget: { value } }) =>
            change({ name: value, ...(follows ? { slug: slugFor(value) } : {}) })
          }
        />
        <TextField
          {...text('slug')}
          label="Web address"
          hint="The last part of the product page’s address, as in /product/sound-wave. Use lowercase letters (from any alphabet), numbers, and hyphens. Accents are dropped. Must be unique."
          required
          spellCheck={false}
          onBlur={() => change({ slug: slugFor(state.slug) })}
        />
      </div>
      <div className="flex flex-wrap gap-x-8">
        {boxes.map(([name, label, note]) => (
          <Checkbox
            key={name}
            checked={state[name]}
            onChange={(event) => change({ [name]: event.currentTarget.checked })}
          >
            {label} <span className="text-muted text-sm">({note})</span>
          </Checkbox>
        ))}
      </div>
      <div className="grid grid-cols-1 gap-5 md:grid-cols-2">
        {(['shownFrom', 'shownUntil'] as const).map((name) => (
          <TextField
            key={name}
            {...text(name)}
            label={name === 'shownFrom' ? 'Show starting on' : 'Hide starting on'}
            optional="optional"
            hint={
              name === 'shownFrom'
                ? `In your shop’s time zone (${formatTimeZone(brand.timeZone)}). Hidden until then, even if “Product Active” is checked.`
                : 'The product will be hidden automatically at this date and time.'
            }
            type="datetime-local"
            inputClass="max-w-xs"
          />
        ))}
      </div>
      <TextField
        {...text('pieces')}
        label="In stock"
        optional="optional"
        hint={<PiecesHint stock={stock} />}
        kind="count"
        inputClass="max-w-28"
      />
      <TextField
        {...text('taxCode')}
        label="Tax Code"
        optional="optional"
        hint={`Stripe’s sales tax code, such as ${tangibleGoods}. Leave blank to use the default from Sales Tax.`}
        spellCheck={false}
        inputClass="max-w-xs"
      />
      <TextArea {...text('shortDescription')} label="Short Description" required rows={3} />
      <RichText
        key={epoch}
        label="Full Description"
        initial={state.description}
        onChange={(description) => change({ description })}
      />
      <TextField
        {...text('searchTitle')}
        label="Title in search results"
        optional="optional"
        hint={searchLength(state.searchTitle, 'Aim for 30 to 60 characters', 'the name')}
      />
      <TextArea
        {...text('searchDescription')}
        label="Description in search results"
        optional="optional"
        hint={searchLength(
          state.searchDescription,
          'Aim for 110 to 155 characters',
          'the short description and the weights',
        )}
        rows={2}
      />
    </Section>
  )
}

/** The recommended length, and the current one [SEO-10]. */
function searchLength(text: string, aim: string, otherwise: string): string {
  const length = [...text.trim()].length
  return length === 0 ? `${aim}. Leave blank to use ${otherwise}.` : `${aim}. It has ${length} now.`
}

/** What the number means, and what of it is taken [STOCK-04]. */
function PiecesHint({ stock }: Pick<Props, 'stock'>) {
  const words = taken(stock)
  return (
    <>
      Leave blank for made-to-order pieces, or to track stock by size below. Enter 1 for a
      one-of-a-kind piece. If you enter a number, all sizes share this stock and payment links are
      turned off.
      {words && <strong className="block text-ink">{words}</strong>}
    </>
  )
}

function slugFor(name: string): string {
  return slugOf([...slugOf(name)].slice(0, productLimits.slug).join(''))
}

/** What orders have of a count, in words; null: nothing [STOCK-04, STOCK-10]. */
export function taken(stock: TakenStock | null | undefined): string | null {
  const words = [
    ...(stock && stock.reserved > 0 ? [`${stock.reserved} of them in a checkout`] : []),
    ...(stock && stock.sold > 0 ? [`${stock.sold} sold so far`] : []),
  ]
  return words.length === 0 ? null : `${words.join(', ')}.`
}
