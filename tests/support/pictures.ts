import sharp from 'sharp'

/** A real picture of this size, in few bytes. */
export async function pictureOf(width: number, height: number): Promise<File> {
  const content = await sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(content)], 'gambar.png', { type: 'image/png' })
}

/** A multipart form of the values. */
export function formOf(values: Readonly<Record<string, string | File>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.append(name, value)
  return form
}
