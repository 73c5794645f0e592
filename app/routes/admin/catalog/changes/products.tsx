import { Link } from 'react-router'
import type { ChangedPiece } from '#app/.server/catalog/queries/product-changes.ts'
import { Table } from '#app/routes/admin/components/table.tsx'

/**
 * Each piece, and what of it becomes what: its name on a separate line, so that sums stay whole on
 * a phone.
 */
export function ChangedPieces({ pieces }: { pieces: readonly ChangedPiece[] }) {
  return (
    <Table isWide className="mt-3" label="What changes" columns={columns}>
      {pieces.map((piece) => (
        <tbody key={piece.id}>
          <tr>
            <th scope="rowgroup" colSpan={columns.length} className="pt-5 whitespace-normal">
              <PieceName piece={piece} />
            </th>
          </tr>
          {piece.lines.map(({ what, before, after }) => (
            <tr key={what}>
              <td className="min-w-24 text-muted">{what}</td>
              <td className={valueClass(before)}>{short(before)}</td>
              <td className={`font-medium ${valueClass(after)}`}>{short(after)}</td>
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  )
}

const columns = ['What', 'Before', 'After'] as const

/** A sum or a weight is not broken; a text is, anywhere. */
const valueClass = (value: string) =>
  /^[-$\d][\d,.]*( g)?$/.test(value) ? 'whitespace-nowrap' : 'max-w-80 min-w-16 wrap-anywhere'

function PieceName({ piece: { id, name, isNew, isChanged } }: { piece: ChangedPiece }) {
  if (isNew) return <span className="wrap-anywhere">{name} (new, hidden)</span>
  return (
    <>
      <Link
        to={`/admin/products/edit/${encodeURIComponent(id)}`}
        className="link inline-block py-1 text-base text-ink whitespace-normal wrap-anywhere"
      >
        {name}
      </Link>
      {isChanged && <span className="block text-alert text-sm">Changed since</span>}
    </>
  )
}

/** The whole text is in the product's form. */
const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
