/** Problems of a value, with English messages for clients without catalogs. */

import { withArticle } from '../../lib/article.ts'
import type { FieldProblem } from './errors.ts'
import type { Field } from './field.ts'
import { isChosen } from './kind.ts'

/** Messages by code of a problem. */
export const problemMessages: Readonly<Record<string, string>> = {
  required: 'Enter a value',
  max_length: 'Must be at most {max} characters',
  min_length: 'Must be at least {min} characters',
  max_entries: 'Choose at most {max}',
  min_entries: 'Choose at least {min}',
  max_value: 'Must be at most {max}',
  min_value: 'Must be at least {min}',
  integer: 'Enter a whole number',
  number: 'Enter a number',
  type: 'This is not the kind of value expected here',
  html: 'HTML tags are not allowed',
  control: 'Contains characters that cannot be stored',
  digits: 'Digits only',
  letters_digits: 'Letters and digits only',
  stock_code: 'Four letters, such as BBCA',
  percent: 'Must be from 0.01 to 100, with two decimals at most',
  phone: 'Enter an Indonesian mobile number, e.g. 0812 3456 7890',
  url: 'Enter a web address that starts with http:// or https://',
  email: 'Enter an email address in lowercase letters',
  slug: 'Only lowercase letters, digits and hyphens',
  reserved: 'This word is reserved. Choose another',
  colour: 'Enter a colour such as #1a2b3c',
  no_slash: 'Must not contain a slash',
  date: 'Enter a date (YYYY-MM-DD)',
  date_time: 'Enter a date and time',
  month: 'Enter a month (YYYY-MM)',
  week: 'Enter a week of the year (YYYY-Www)',
  period_years: 'Choose this year or one of the three before',
  choice: 'Choose one of the options',
  reference: 'Is not an id',
  unknown_reference: 'Does not exist',
  taken: 'Is already in use',
  duplicate: 'An earlier row of the file says this already',
  member_deleted: 'This member was deleted. Reactivate the member first.',
  one_line: 'Must be one line',
  total_size: 'The files are too large together',
  own_link: 'Must not lead to a short link of ours',
  one_form: 'A page has one form: hide or delete the others',
  video_host: 'A video has an address of YouTube, Vimeo, Instagram or TikTok',
  page_size: 'The page is larger than {max} kB without its pictures: shorten it',
  credentials: 'Leave out the user name and password',
  alone: 'This choice cannot be combined with others',
  before_start: 'Must not be before the start',
  after_start: 'Must be after the start',
  before_payment: 'Must not be before the payment',
  past: 'Must not be in the past',
  future: 'Must not be in the future',
  too_long_ago: 'Must lie within the last 31 days',
  leave_length: 'Leave is at most 90 days long',
  fixed: 'Cannot be changed any more',
  tick: 'No such price on the exchange: choose the next tick',
  targets_rising: 'Targets must rise, the first above the buying price',
  stop_below: 'Must lie below the buying price and the targets',
  frozen: 'Published more than 15 minutes ago: change it by a hold or a sell',
  held: 'It was bought and is still held: close it with a sell first',
  delisted: 'This stock has left the exchange',
  weekend: 'The exchange is closed on that day',
  exchange_closed: 'The exchange did not trade on this day',
  not_traded: 'This stock was not traded on this day',
  far_price: 'Far from the prices of this day, {low} to {high}',
  price_range: 'The close must lie between low and high',
  alert_reached: 'The price is there already',
  second_buy: 'There is an open buy of this stock and category already',
  oversold: 'More than is held on that day',
  whole_lots: 'Whole lots of 100 shares, except when everything is sold',
  closed: 'Everything was sold before this day: begin a new position',
  open_position: 'This product holds the stock already: buy more there',
  other_trades: 'Other trades were changed as well',
  open_buy: 'There is no open buy of this stock',
  template_text: 'No line breaks, tabs, or more than four blanks in a row',
  template_long: 'The message is too long when it is filled in: at most {max} characters',
  template_part: 'This template has a part that cannot be sent from here',
  template_status: 'WhatsApp does not send this template at the moment',
  template_pdf: 'Only a PDF goes with a template',
  coordinate: 'Enter degrees as a number, e.g. -6.2297',
  no_access: 'The member has no access to this product on that day',
  overlaps: 'Lies over another leave of this product',
  file_missing: 'This file did not arrive. Please choose it again',
  file_name: 'The name of this file is too long',
  file_type: 'This kind of file is not accepted',
  file_size: 'The file is too large',
  no_video: 'File video tidak ditemukan',
  image_size: 'At most {width} wide and {height} high',
  published: 'This password is publicly known',
  common_password: 'Many people use this password. Choose another',
  own_name: 'Must not contain your name or email',
  wrong_password: 'This is not your password',
  wrong_code: 'This code is wrong or was already used',
  password_differs: 'The two passwords differ',
  not_allowed: 'You may not choose this',
  not_held: 'You cannot give more than you hold yourself',
  root_only: 'Only Root may change this',
  last_root: 'The last Root has to stay',
  self: 'You cannot change this for yourself',
  unknown_field: 'No such field',
  record_ids: 'Name the records to delete by a list of their ids',
  pair: 'Must be field:value',
  sort: "Must be 'field asc' or 'field desc'",
  range: 'Must be a range from..to',
  sha256: 'Must be a sha256 in lowercase hexadecimal digits',
  checksum: 'The file was damaged during the upload. Try again',
  file_empty: 'The file is empty',
  file_damaged: 'The picture is damaged or not complete. Choose it again, or another one',
  formula: 'Looks like a formula; stored as plain text',
  digits_lost: 'Digits are lost in the file: format the column as text and enter the number again',
  phone_landline: 'This is a landline or service number, and no mobile number',
  phone_abroad: 'This is a number of another country',
  phone_short: 'Digits are missing from this number',
  phone_long: 'This number has too many digits',
  number_unit: 'The unit has several meanings: write the whole number',
  date_serial: 'A plain number is no date: format the column as a date',
  cell_error: 'The cell holds an error of the spreadsheet, and was left empty',
  weekday: 'The weekday does not fit the date; the date was taken',
  month_first: 'Read with the month first; please check',
  type_absent: 'No type is given, so it is Regular',
}

const wireNouns: Readonly<Record<string, string>> = {
  ...{ gambar: 'picture', kode_saham: 'stock code', banner_url: 'picture', onlineclass: 'class' },
  ...{ from: 'beginning', to: 'end', until: 'end', at: 'time', start_at: 'start', end_at: 'end', expires_on: 'last day' },
  ...{ send: 'time to send', send_at: 'time to send', asked_at: 'time of asking', publish_to: 'place to publish' },
  ...{ assigned_to: 'person', sales: 'salesperson', qty: 'quantity', ref: 'record' },
}

/** Problem of an absent required value: 'Enter a bank name', 'Choose a campaign'. */
export function missingValue(path: string, { kind, of }: Pick<Field, 'kind' | 'of'>): FieldProblem {
  const field = path.split('.').at(-1) ?? path
  const params = { field, kind, ...(of && { of }) }
  if (kind === 'phone') return { ...problem('required', params), message: problemMessages.phone ?? '' }
  if (kind === 'flag') return { ...problem('required', params), message: `Set ${field} to true or false` }
  // Names of the wire are Indonesian in places, addresses of files, or no nouns.
  const name = field.replace(/_(?:id|url)$/, '')
  const noun = wireNouns[field] ?? wireNouns[name] ?? name.replaceAll('_', ' ')
  const [, repeated] = /^confirm (.+)$/.exec(noun) ?? []
  const message = repeated ? `Enter the ${repeated} again` : `${isChosen(kind) ? 'Choose' : 'Enter'} ${withArticle(noun)}`
  return { ...problem('required', params), message }
}

/** Returns a problem with its English message, by default 'Is not valid'. */
export function problem(code: string, params?: Record<string, string | number>): FieldProblem {
  const message = (problemMessages[code] ?? 'Is not valid').replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? ''))
  return { code, message, ...(params && { params }) }
}

/** Returns a problem of an unknown choice; `values`: the valid ones, '' where they are too many. */
export function problemAmong(code: string, values: string): FieldProblem {
  return values ? { ...problem(code, { values }), message: `Choose one of: ${values}` } : problem(code)
}
