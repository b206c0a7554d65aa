/** Documents in real formats, made in memory. */
import { CFB } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import PDFDocument from 'pdfkit'

type Options = ConstructorParameters<typeof PDFDocument>[0]

export function pdf(options: Options, draw: (document: PDFKit.PDFDocument) => void): Promise<Uint8Array> {
  return new Promise((resolve) => {
    const document = new PDFDocument(options)
    const pieces: Uint8Array[] = []
    document.on('data', (piece: Uint8Array) => pieces.push(piece))
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(pieces))))
    draw(document)
    document.end()
  })
}

/** A page for each heading and text. */
export const pdfOfPages = (pages: readonly (readonly [heading: string, text: string])[]): Promise<Uint8Array> =>
  pdf({ autoFirstPage: false }, (document) => {
    for (const [heading, text] of pages) document.addPage().fontSize(20).text(heading).fontSize(11).text(text)
  })

/** A page with only a square. */
export const scannedPdf = (): Uint8Array =>
  strToU8(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R>>endobj
4 0 obj<</Length 24>>stream
0.8 g 60 60 475 722 re f
endstream endobj
trailer<</Root 1 0 R>>
%%EOF
`)

/** `style`: id of a style; 'Judul1' is a heading in these documents. */
export const paragraph = (text: string, style = ''): string =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

/** A Word document with this body; `more`: additional or replaced parts. */
export const docx = (body: string, more: Readonly<Record<string, string>> = {}): Uint8Array<ArrayBuffer> =>
  zipSync(
    Object.fromEntries(
      Object.entries({
        '[Content_Types].xml': '<Types/>',
        'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
        'word/styles.xml': '<w:styles><w:style w:type="paragraph" w:styleId="Judul1"><w:name w:val="heading 1"/></w:style></w:styles>',
        ...more,
      }).map(([name, text]) => [name, strToU8(text)]),
    ),
  )

/** Output of Word and Excel with a password. */
export function encryptedOffice(): Uint8Array {
  const container = CFB.utils.cfb_new()
  CFB.utils.cfb_add(container, '/EncryptionInfo', [4, 0, 4, 0])
  CFB.utils.cfb_add(container, '/EncryptedPackage', [1, 2, 3, 4])
  const written = CFB.write(container, { type: 'array' })
  return Uint8Array.from(typeof written === 'string' ? [] : written)
}
