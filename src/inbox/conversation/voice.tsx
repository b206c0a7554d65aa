import { useState } from 'react'
import { mediaContent, type ShownMessage } from '#console/data/chat/messages.ts'
import { saveFile } from '#console/kit/files/save-file.ts'
import { VoicePlayer } from '#console/kit/voice/voice-player.tsx'
import { useScrollSettled } from './fast-scroll.ts'
import { useMediaUrl } from './use-media-url.ts'

/** Bytes fetched to show a voice note's length: about two minutes of it. */
const fetchedUnasked = 500_000

/** A customer's or our own voice note; where this browser does not play it, as the server converts it. */
export function Voice({ message, name }: { message: ShownMessage; name: string }) {
  const [wanted, setWanted] = useState((message.media_size ?? 0) <= fetchedUnasked)
  const [tried, setTried] = useState<'whole' | 'playable' | 'all'>('whole')
  const settled = useScrollSettled()
  const isAsked = wanted && settled
  const { url, loading } = useMediaUrl(message, tried === 'whole' ? 'whole' : 'playable', isAsked)
  const content = url ? mediaContent(url) : undefined
  return (
    <VoicePlayer
      url={url}
      content={content}
      size={message.media_size ?? 0}
      isLoading={wanted && loading}
      isMissing={isAsked && !url && !loading}
      onWant={() => setWanted(true)}
      // What waits on this device was recorded by it, and the server does not have it yet.
      onUnplayable={() => setTried(tried === 'whole' && message.id !== 0 ? 'playable' : 'all')}
      onSave={tried === 'all' && content ? () => void saveFile(content, name) : null}
    />
  )
}
