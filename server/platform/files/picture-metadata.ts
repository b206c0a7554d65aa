/** Camera metadata of pictures: place, owner, device. */
import sharp from 'sharp'

/**
 * Returns the picture without metadata, in the same format, rotated for display. The same bytes if there is none, or if it cannot be read.
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
