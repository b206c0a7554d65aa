import { qrPath } from '#console/kit/parts/qr-code.tsx'

const pixels = 1_024

/** A QR code as a PNG to print: sharp modules, dark on white. Rejects where the device cannot draw one. */
export async function qrPicture(text: string): Promise<Blob> {
  const { size, path } = qrPath(text)
  const canvas = document.createElement('canvas')
  const scale = Math.ceil(pixels / size)
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('nothing to draw on')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  context.fill(new Path2D(path))
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
