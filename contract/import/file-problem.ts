/** Reasons why a file cannot be imported. The console has words for each code (`import.file.<code>`). */
import { importLimits } from './limits.ts'

const messages = {
  empty: 'The file is empty.',
  no_rows: 'The file has a header and no rows.',
  not_spreadsheet: 'This is no xlsx, xls or csv file.',
  vcard: 'This is a file of contacts (vCard). Export the contacts as csv instead.',
  calendar: 'This is a calendar file, and no list.',
  pdf: 'This is a PDF document. Save the list behind it as xlsx or csv.',
  picture: 'This is a picture, and no list.',
  open_document: 'This is an ods or numbers file. Save it as xlsx.',
  web_page: 'This is a web page with the name of a spreadsheet. Open it in a spreadsheet program and save it as xlsx.',
  no_sheet: 'The file has no sheet of this name.',
  no_header: 'The file has no row {row} for the column names.',
  password: 'The file is protected with a password. Save it without one.',
  damaged: 'The file is damaged and cannot be read.',
  too_large: 'The file is too large: 20 MB at most.',
  too_many_rows: 'The file has more than {max} rows. Split it.',
  too_many_columns: 'The file has more than {max} columns.',
  zip_bomb: 'The file unpacks to far more than a list of leads would. It was not opened.',
  csv_quotes: 'A quotation mark that opens in row {row} is never closed.',
} as const

export type FileProblemCode = keyof typeof messages

export class ImportFileError extends Error {
  constructor(
    readonly code: FileProblemCode,
    readonly params: Readonly<Record<string, number>> = {},
  ) {
    super(messages[code].replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? '')))
    this.name = 'ImportFileError'
  }
}

export const tooManyRows = () => new ImportFileError('too_many_rows', { max: importLimits.rows })
