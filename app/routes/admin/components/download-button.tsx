type Props = { action: string; className: string; children: React.ReactNode }

/**
 * Asks for a file by a post, so that no link makes the shop write it [SEC-10]. A form of the browser's
 * own: the answer is a download, and the page stays.
 */
export function DownloadButton({ action, className, children }: Props) {
  return (
    <form method="post" action={action} className="inline">
      <button type="submit" className={className}>
        {children}
      </button>
    </form>
  )
}
