type Props = { secret: string; totpUri: string; qr: { size: number; path: string } }

/** The second factor's secret for an authenticator app: to scan, to open, or to type. */
export function AuthenticatorKey({ secret, totpUri, qr }: Props) {
  return (
    <>
      <svg
        role="img"
        aria-label="QR code for the authenticator app"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        // Readers want dark on light, in the dark theme too.
        style={{ background: '#fff', color: '#000' }}
        className="mx-auto mb-6 w-60 border border-line"
      >
        <path d={qr.path} fill="currentColor" />
      </svg>
      <div className="mb-6 text-sm">
        <p className="text-muted">
          No camera?{' '}
          <a href={totpUri} className="link">
            Open it in an app on this device
          </a>
          , or type this key into your app:
        </p>
        <p className="mt-2 break-words font-medium tracking-wider">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
      </div>
    </>
  )
}
