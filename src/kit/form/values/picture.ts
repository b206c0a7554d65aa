import { compressPicture } from '#console/data/base/compress-picture.ts'
import type { ChosenFile } from '#contract/kit/field/field.ts'

/** A chosen file with the dimensions that validation needs. */
export interface MeasuredFile extends ChosenFile {
  content: File
  width?: number
  height?: number
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

/** Prepares a picture or file for the form. Broken pictures lack a size; the server validates them. */
export async function chooseFile(file: File, isImage: boolean): Promise<MeasuredFile> {
  const content = isImage ? await compressPicture(file).catch(() => file) : file
  const size = isImage ? await measure(content) : null
  return { name: file.name, size: content.size, type: content.type, content, ...size }
}
