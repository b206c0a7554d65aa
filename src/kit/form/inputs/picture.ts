import type { ChosenFile } from '#contract/kit/field.ts'

/** Files up to this size stay as they are (part-1 section 5). */
const kept = 1_500_000

/** A chosen file with what validation needs to know of a picture. */
export interface MeasuredFile extends ChosenFile {
  content: File
  width?: number
  height?: number
}

/** 1.5 MB or less is kept; larger is compressed to about 1 MB, quality 0.5, longest side 1920. GIFs would lose their motion. */
async function compress(file: File): Promise<File> {
  if (file.size <= kept || file.type === 'image/gif') return file
  const { default: imageCompression } = await import('browser-image-compression')
  const small = await imageCompression(file, { maxSizeMB: 1, initialQuality: 0.5, maxWidthOrHeight: 1920, useWebWorker: false })
  return new File([small], file.name, { type: small.type || file.type })
}

async function measure(file: File): Promise<{ width: number; height: number } | null> {
  try {
    const bitmap = await createImageBitmap(file)
    const size = { width: bitmap.width, height: bitmap.height }
    bitmap.close()
    return size
  } catch {
    return null
  }
}

/** A picture or other file, ready for the form. Broken pictures have no size; the server says the rest. */
export async function chooseFile(file: File, isImage: boolean): Promise<MeasuredFile> {
  const content = isImage ? await compress(file).catch(() => file) : file
  const size = isImage ? await measure(content) : null
  return { name: file.name, size: content.size, type: content.type, content, ...size }
}
