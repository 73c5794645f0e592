import { Link } from 'react-router'
import type { ChangedPiece } from '#app/.server/catalog/queries/product-changes.ts'
import { Table } from '../../components/table.tsx'

/** Each piece, and what of it becomes what. */
export function ChangedPieces({ pieces }: { pieces: readonly ChangedPiece[] }) {
  const columns = ['Product', 'What', 'Before', 'After'] as const
  return (
    <Table label="What changes" columns={columns}>
      {pieces.map((piece) => (
        <tbody key={piece.id}>
          {piece.lines.map(({ what, before, after }, at) => (
            <tr key={what}>
              {at === 0 && (
                <th
                  scope="rowgroup"
                  rowSpan={piece.lines.length}
                  className="max-w-56 min-w-28 text-left align-top font-normal wrap-anywhere"
                >
                  <PieceName piece={piece} />
                </th>
              )}
              <td className="text-muted">{what}</td>
              <td className="tabular max-w-80 min-w-20 wrap-anywhere">{short(before)}</td>
              <td className="tabular max-w-80 min-w-20 font-medium wrap-anywhere">
                {short(after)}
              </td>
            </tr>
          ))}
        </tbody>
      ))}
    </Table>
  )
}

function PieceName({ piece: { id, name, isNew, isChanged } }: { piece: ChangedPiece }) {
  if (isNew) return `${name} (new, hidden)`
  return (
    <>
      <Link
        to={`/admin/products/edit/${encodeURIComponent(id)}`}
        className="link inline-block py-1"
      >
        {name}
      </Link>
      {isChanged && <span className="block text-alert text-sm">Changed since</span>}
    </>
  )
}

/** The whole text stands in the product's form. */
const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
