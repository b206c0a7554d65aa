import { toRecord, toText } from '#contract/kit/field/guards.ts'
import { Picture } from '../../parts/picture.tsx'

/** A picture in a list's cell: 36 px, high density. */
export const Thumbnail = ({ value }: { value: object }) => {
  const { url, name } = toRecord(value)
  return <Picture src={toText(url)} alt={toText(name)} width={108} lazy className="size-9 rounded object-cover" />
}
