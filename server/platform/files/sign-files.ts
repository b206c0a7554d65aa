/** Addresses that open a record's files for some hours, without a session (docs/product/videos.md#playing). */
import { type Fields, isStoredFile, type RowOf } from '#contract/kit/field/field.ts'
import { filePlaces } from '#contract/kit/field/file-places.ts'
import type { signedFile } from '#contract/kit/field/video.ts'
import type { Tokens } from '../core/tokens.ts'
import { signAddress } from './signed-address.ts'

export type SignedFile = RowOf<typeof signedFile>

/** Signs the files of a record that the caller was allowed to read, in the order of their fields. Videos have addresses of their own. */
export function signFiles(tokens: Pick<Tokens, 'digest'>, fields: Fields, record: Readonly<Record<string, unknown>>): SignedFile[] {
  return filePlaces(fields, record).flatMap(({ path, field, value }) => {
    if (field.kind !== 'file' || field.storage !== 'signed' || !isStoredFile(value)) return []
    const { url, until } = signAddress(tokens, value.url)
    return [{ path, name: value.name, url, until: new Date(until * 1_000).toISOString() }]
  })
}
