/** What a camera writes into a picture beside the picture: the place, the owner, the device. */
import sharp from 'sharp'

/**
 * The picture without it, in the same format, turned the way it was to be shown. The same bytes where there is nothing to take out,
 * or where they are no picture that can be read.
 */
export async function withoutMetadata(content: Uint8Array): Promise<Uint8Array> {
  try {
    const picture = sharp(content, { limitInputPixels: 100_000_000, animated: true })
    const { exif, xmp, iptc, format } = await picture.metadata()
    if (!exif && !xmp && !iptc) return content
    const turned = picture.autoOrient()
    return await (format === 'jpeg' ? turned.jpeg({ quality: 90, mozjpeg: false }) : turned).toBuffer()
  } catch {
    return content
  }
}
