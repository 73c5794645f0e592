import { useParams, useSearchParams } from 'react-router'

/** The order's receipt and what an insurer asks for, as PDFs; they name the buyer where this page does. */
export function OrderDocuments({ receipt, isRefunded }: { receipt: string; isRefunded: boolean }) {
  const href = useDocumentAddress()
  return (
    <>
      <p>
        <a href={href('receipt.pdf')} className="link inline-block py-1">
          Receipt {receipt} (PDF)
        </a>
      </p>
      {!isRefunded && (
        <p>
          <a href={href('statement-of-value.pdf')} className="link inline-block py-1">
            Statement of value for your insurer (PDF)
          </a>
        </p>
      )}
    </>
  )
}

/** Of a document of the order whose page this is, with the proof that shows its buyer. */
export function useDocumentAddress(): (file: string) => string {
  const { token = '' } = useParams()
  const [search] = useSearchParams()
  const confirmed = search.get('confirmed')
  const query = confirmed === null ? '' : `?${new URLSearchParams({ confirmed })}`
  return (file) => `/order/${token}/documents/${file}${query}`
}
