/** Files up to this size stay as they are (docs/product/forms.md#pictures). */
const kept = 1_500_000

/** 1.5 MB or less is kept; larger is compressed to about 1 MB, quality 0.5, longest side 1920. GIFs would lose their motion. */
export async function compressPicture(file: File): Promise<File> {
  if (file.size <= kept || file.type === 'image/gif') return file
  const { default: imageCompression } = await import('browser-image-compression')
  const small = await imageCompression(file, { maxSizeMB: 1, initialQuality: 0.5, maxWidthOrHeight: 1920, useWebWorker: false })
  return new File([small], file.name, { type: small.type || file.type })
}
