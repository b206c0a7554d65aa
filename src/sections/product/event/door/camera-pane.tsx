import { Camera, CameraOff } from 'lucide-react'
import { useRef } from 'react'
import { t } from '#console/i18n/i18n.ts'
import type { MessageId } from '#console/i18n/message-id.ts'
import { Alert } from '#console/ui/alert.tsx'
import { Button } from '#console/ui/button.tsx'
import { type CameraState, useCamera } from './use-camera.ts'

const troubles = {
  denied: 'door.camera.denied',
  missing: 'door.camera.missing',
  busy: 'door.camera.busy',
  unsupported: 'door.camera.unsupported',
  failed: 'door.camera.failed',
} as const satisfies Partial<Record<CameraState, MessageId>>

const isTrouble = (state: CameraState): state is keyof typeof troubles => Object.hasOwn(troubles, state)

/** The picture of the camera while it scans. Without a camera the door works by hand scanner and by name. */
export function CameraPane({ onCode }: { onCode: (text: string) => Promise<unknown> }) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, start, stop } = useCamera(video, onCode)
  const isShown = state === 'on' || state === 'asking'
  return (
    <div className="grid gap-2">
      <div
        hidden={!isShown}
        className="relative overflow-hidden rounded-lg bg-muted"
        style={{ blockSize: 'min(38dvh, 22rem)' }}
        data-camera={state}
      >
        <video ref={video} muted playsInline aria-label={t('door.camera')} className="h-full w-full" style={{ objectFit: 'cover' }} />
      </div>
      {isTrouble(state) && <Alert tone="warning">{t(troubles[state])}</Alert>}
      {isShown ? (
        <Button size="large" className="w-full" onClick={stop}>
          <CameraOff aria-hidden="true" />
          {t('door.camera.stop')}
        </Button>
      ) : (
        <Button size="large" variant="primary" repeats className="w-full" onClick={() => void start()}>
          <Camera aria-hidden="true" />
          {isTrouble(state) ? t('door.camera.again') : t('door.camera.start')}
        </Button>
      )}
    </div>
  )
}
