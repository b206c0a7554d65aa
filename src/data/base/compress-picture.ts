/** Smaller files are unchanged (docs/product/forms.md#pictures). */
const kept = 1_500_000

/** Compresses files above 1.5 MB to about 1 MB, quality 0.5, longest side 1920. GIFs stay, or they lose motion. */
export async function compressPicture(file: File): Promise<File> {
  if (file.size <= kept || file.type === 'image/gif') return file
  const { default: imageCompression } = await import('browser-image-compression')
  const small = await imageCompression(file, { maxSizeMB: 1, initialQuality: 0.5, maxWidthOrHeight: 1920, useWebWorker: false })
  return new File([small], file.name, { type: small.type || file.type })
}
