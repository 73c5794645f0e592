import { useEffect, useEffectEvent, useState } from 'react'
import type { Upload } from '#app/routes/admin/media/use-uploads.ts'

/**
 * A form with pictures on their way is saved once they are here. One that failed stops the save until it
 * is tried again or dismissed, so that no product is published without a picture chosen for it [MEDIA-17].
 */
export function useSaveAfterUploads(save: () => void, onFailed: (message: string) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [isWaiting, setIsWaiting] = useState(false)
  const areUploading = uploads.some(({ state }) => state !== 'done' && state !== 'refused')
  const saveOrRefuse = () => {
    if (areUploading) return setIsWaiting(true)
    setIsWaiting(false)
    const failed = uploads.filter(({ state }) => state === 'refused').map(({ file }) => file.name)
    if (failed.length === 0) return save()
    const were = failed.length === 1 ? 'was' : 'were'
    onFailed(
      `The product isn’t saved yet: ${failed.join(', ')} ${were} not uploaded. Under Images, click “Try again” or “Dismiss,” then save again.`,
    )
  }
  const continued = useEffectEvent(saveOrRefuse)
  useEffect(() => {
    if (isWaiting && !areUploading) continued()
  }, [isWaiting, areUploading])
  return {
    save: saveOrRefuse,
    isWaiting,
    areUploading,
    /** What is entered while it waits may be half done, so the person presses save again. */
    callOff: () => setIsWaiting(false),
    /** A picture that was chosen is not here, on its way or failed. */
    isMissingPicture: uploads.some(({ state }) => state !== 'done'),
    onUploads: setUploads,
  }
}
