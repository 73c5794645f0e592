import { sizeWords } from '#app/domain/catalog/size-words.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import {
  type Block,
  type Email,
  goldUsed,
  oneLine,
  rowsOf,
  type SummaryRow,
  totalRows,
} from './email.ts'

/**
 * The email as HTML that any mail program shows: no pictures, nothing fetched, styles on each
 * element. Text and background keep the reader's own colors, so that dark mode works.
 */
export function emailHtml({ subject, blocks }: Email): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>:root { color-scheme: light dark; }</style>
</head>
<body style="${style.body}">
<div style="${style.page}">
${blocks.map(blockHtml).join('\n')}
</div>
</body>
</html>
`
}

const gold = '#b8952f'
const hairline = '1px solid rgba(128, 128, 128, 0.45)'
const style = {
  body: "margin: 0; padding: 24px 16px; font: 16px/1.5 'Helvetica Neue', Helvetica, Arial, sans-serif",
  page: `max-width: 560px; margin: 0 auto; border-top: 2px solid ${gold}; padding-top: 24px; overflow-wrap: anywhere`,
  heading: 'margin: 32px 0 8px; font: 24px/1.2 Georgia, serif',
  paragraph: 'margin: 0 0 16px',
  notice: `margin: 0 0 24px; padding: 8px 12px; border: 1px solid ${gold}; font-weight: bold`,
  table: `width: 100%; margin: 0 0 24px; border-collapse: collapse; border-top: ${hairline}`,
  caption: 'padding: 0 0 8px; text-align: left; font-weight: bold',
  name: `padding: 6px 12px 6px 0; border-bottom: ${hairline}; text-align: left; font-weight: normal; vertical-align: top`,
  sum: `padding: 6px 0; border-bottom: ${hairline}; text-align: right; white-space: nowrap; vertical-align: bottom`,
  total: `margin: 0 0 16px; padding: 0 0 8px; border-bottom: 3px double ${gold}; text-align: right; font: 24px/1.2 Georgia, serif`,
  small: 'margin: 0 0 24px; font-size: 14px',
  button: `display: inline-block; padding: 12px 24px; border: 1px solid ${gold}; background: ${gold}; color: #171410; font-weight: bold; text-decoration: none`,
  link: `color: inherit; text-decoration: underline; text-decoration-color: ${gold}`,
} as const

function blockHtml(block: Block): string {
  switch (block.is) {
    case 'heading':
      return `<h2 style="${style.heading}">${escaped(block.text)}</h2>`
    case 'paragraph':
      return `<p style="${style.paragraph}">${escaped(block.text)}</p>`
    case 'notice':
      return `<p style="${style.notice}">${escaped(block.text)}</p>`
    case 'lines':
      return `<p style="${style.paragraph}">${block.lines.map((line) => linked(line, block.links?.[line])).join('<br>\n')}</p>`
    case 'link':
      return `<p style="${style.paragraph}">${linked(block.label, block.href)}</p>`
    case 'button':
      return `<p style="${style.paragraph}"><a href="${escaped(block.href)}" style="${style.button}">${escaped(block.label)}</a></p>`
    case 'summary':
      return summaryHtml(block.summary, block.isPaid)
  }
}

const linked = (text: string, href: string | undefined) =>
  href === undefined
    ? escaped(text)
    : `<a href="${escaped(href)}" style="${style.link}">${escaped(text)}</a>`

function summaryHtml(summary: OrderSummary, isPaid = false): string {
  const tables = summary.lines.map((line) =>
    table(`${line.name}, ${sizeWords(line, line.measures)}`, rowsOf(line)),
  )
  const { above, total } = totalRows(summary, isPaid)
  const taxed = above.length > 0 ? [table('', above)] : []
  return `${[...tables, ...taxed].join('\n')}
<p style="${style.total}">${escaped(`${total.name} ${total.sum}`)}</p>
<p style="${style.small}">${goldUsed(summary).map(escaped).join('<br>\n')}</p>`
}

function table(caption: string, rows: readonly SummaryRow[]): string {
  const named = caption && `<caption style="${style.caption}">${escaped(caption)}</caption>\n`
  return `<table style="${style.table}">
${named}<tbody>
${rows.map(rowHtml).join('\n')}
</tbody>
</table>`
}

function rowHtml({ name, how, sum }: SummaryRow): string {
  const label = how ? `${escaped(name)}<br>\n${escaped(how)}` : escaped(name)
  return `<tr><th scope="row" style="${style.name}">${label}</th><td style="${style.sum}">${escaped(sum)}</td></tr>`
}

/** Safe in text and in a quoted attribute. */
function escaped(text: string): string {
  return oneLine(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
