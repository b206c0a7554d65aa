import { BlobSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny'

/** Whether a video would have to be converted, as the server will find it; false where the device cannot tell. */
export async function needsConverter(file: Blob): Promise<boolean> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] })
  try {
    const picture = await input.getPrimaryVideoTrack()
    const sound = await input.getPrimaryAudioTrack()
    if (!picture) return false
    return (await picture.getCodec()) !== 'avc' || (sound !== null && (await sound.getCodec()) !== 'aac')
  } catch {
    return false
  } finally {
    input.dispose()
  }
}
