import { sizeWords } from '#app/domain/catalog/size-words.ts'
import type { OrderSummary } from '#app/domain/orders/order-summary.ts'
import { type Block, type Email, goldUsed, oneLine, rowsOf, totalRows } from './email.ts'

/** Columns of a summary in plain text; what leaves the sum no room is wrapped. */
const nameWidth = 10
const howWidth = 32
const sumWidth = 14

/** The email as plain text, for those who read email without HTML. */
export function emailText({ blocks }: Email): string {
  return `${blocks.map(blockText).join('\n\n')}\n`
}

function blockText(block: Block): string {
  switch (block.is) {
    case 'heading':
      return oneLine(block.text).toUpperCase()
    case 'paragraph':
      return oneLine(block.text)
    case 'notice':
      return `*** ${oneLine(block.text)} ***`
    case 'lines':
      return block.lines.map(oneLine).join('\n')
    case 'link':
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'summary':
      return summaryText(block.summary, block.isPaid)
  }
}

function summaryText(summary: OrderSummary, isPaid = false): string {
  const lines = summary.lines.map((line) =>
    [
      `${oneLine(line.name)}, ${oneLine(sizeWords(line, line.measures))}`,
      ...rowsOf(line).map(({ name, how, sum }) => row(name, how, sum)),
    ].join('\n'),
  )
  const { above, total } = totalRows(summary, isPaid)
  return [
    ...lines,
    [...above, total].map(({ name, how, sum }) => row(name, how, sum)).join('\n'),
    goldUsed(summary).join('\n'),
  ].join('\n\n')
}

function row(name: string, how: string, sum: string): string {
  const label = name.length < nameWidth ? name.padEnd(nameWidth) : `${name}  `
  if (label.length + how.length > nameWidth + howWidth) {
    if (name !== '') return `  ${name}\n${row('', how, sum)}`
    const end = how.lastIndexOf(' ', howWidth)
    if (end > 0) return `  ${label}${how.slice(0, end)}\n${row('', how.slice(end + 1), sum)}`
  }
  return `  ${(label + how).padEnd(nameWidth + howWidth)}${sum.padStart(sumWidth)}`
}
