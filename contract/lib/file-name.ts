/** Lengths of file names (docs/product/forms.md#names-of-files). */
import { utf8Bytes } from './utf8-bytes.ts'

/** The limit of usual disks. */
const maxNameBytes = 255
/** Characters of a stored name, counted from its end. */
export const keptNameLength = 100

/** Returns whether a name is refused. What is kept whole never is, with the mark before a device's name. */
export const isNameTooLong = (name: string): boolean =>
  name.length > keptNameLength + 1 && (name.length > maxNameBytes || utf8Bytes(name) > maxNameBytes)

/** Returns a name that is not refused, and is stored as the given one would be. */
export const shortName = (name: string): string => (isNameTooLong(name) ? name.slice(-keptNameLength) : name)
