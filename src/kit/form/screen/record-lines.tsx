import { type Field, type Fields, isEmpty } from '#contract/kit/field/field.ts'
import { toText } from '#contract/kit/field/guards.ts'
import { Value } from '../../parts/value.tsx'
import { fieldLabel } from '../../text/labels.ts'

type Line = Readonly<Record<string, unknown>>
const plainRef = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A ref, for programs only. */
const isRef = (value: unknown) => typeof value === 'string' && plainRef.test(value)

/** Nested records, one line each, without values for programs. A line that has a name omits the id that belongs to it. */
export function RecordLines({ label, fields, lines }: { label: string; fields: Fields; lines: readonly Line[] }) {
  const isRead = (value: unknown) => !isEmpty(value) && !isRef(value)
  const isNumberOf = ({ kind }: Field) => kind === 'reference' && 'name' in fields
  const columns = Object.entries(fields).filter(([name, field]) => !isNumberOf(field) && lines.some((line) => isRead(line[name])))
  const isAmount = ({ kind }: Field) => kind === 'money' || kind === 'number'
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone is reached with keys as well
      tabIndex={0}
      className="overflow-x-auto rounded-md border focus-visible:outline-2 focus-visible:outline-ring"
    >
      <table className="w-full text-sm">
        <thead className="bg-muted text-xs text-muted-foreground">
          <tr>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" className={`px-3 py-2 font-medium ${isAmount(field) ? 'text-end' : 'text-start'}`}>
                {fieldLabel(name, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {lines.map((line, at) => (
            <tr key={toText(line.ref ?? at)}>
              {columns.map(([name, field]) => (
                <td key={name} className={`px-3 py-2 ${isAmount(field) ? 'whitespace-nowrap text-end tabular-nums' : ''}`}>
                  <Value field={field} value={line[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
