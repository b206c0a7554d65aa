/** Fields of forms on public pages, as HTML. All texts are escaped here. */
import { escapeHtml } from '../lib/escape-html.ts'

/** As somebody typed it. */
export type Entered = Readonly<Record<string, string>>

/** Named as people's fields are, so that robots fill it in; people do not see it. */
export const trapName = 'website'

export interface FieldPart {
  name: string
  label: string
  entered: Entered
  /** What is wrong, by name. */
  problems: ReadonlyMap<string, string>
  /** Word for a field that may stay empty. */
  optional: string
  required?: boolean
  help?: string | undefined
}

/** Names of the texts that say more of a field, for screen readers. */
function detailsOf({ name, problems, help }: FieldPart): string {
  const ids = [...(help ? [`${name}-help`] : []), ...(problems.has(name) ? [`${name}-bad`] : [])]
  return `${ids.length ? ` aria-describedby="${ids.join(' ')}"` : ''}${problems.has(name) ? ' aria-invalid="true"' : ''}`
}

function notes({ name, problems, help }: FieldPart): string {
  const problem = problems.get(name)
  return `${help ? `<p class="help" id="${name}-help">${escapeHtml(help)}</p>` : ''}${
    problem === undefined ? '' : `<p class="bad" id="${name}-bad">${escapeHtml(problem)}</p>`
  }`
}

const labelText = ({ label, optional, required }: FieldPart) =>
  `${escapeHtml(label)}${required ? '' : ` <span class="help">(${escapeHtml(optional)})</span>`}`

/** What is wrong, above a form that comes back refused: each leads to its field. '' for nothing. */
export function problemList(problems: ReadonlyMap<string, string>, labels: Readonly<Record<string, string>>): string {
  const items = [...problems].map(
    ([name, problem]) =>
      `<li><a href="#${escapeHtml(name)}">${escapeHtml(labels[name] ? `${labels[name]}: ${problem}` : problem)}</a></li>`,
  )
  return items.length ? `<ul class="note" role="alert">${items.join('')}</ul>` : ''
}

export function inputField(part: FieldPart, attributes: string): string {
  const { name, entered, required } = part
  const value = escapeHtml(entered[name] ?? '')
  return `<div class="field"><label for="${name}">${labelText(part)}</label><input id="${name}" name="${name}" value="${value}" ${attributes}${required ? ' required' : ''}${detailsOf(part)}>${notes(part)}</div>`
}

/** Long lists as one line, which is shorter to read and to load. */
export function listField(part: FieldPart, values: readonly string[], choose: string): string {
  const { name, entered, required } = part
  const options = values.map((value) => `<option${entered[name] === value ? ' selected' : ''}>${escapeHtml(value)}</option>`)
  return `<div class="field"><label for="${name}">${labelText(part)}</label><select id="${name}" name="${name}"${required ? ' required' : ''}${detailsOf(part)}><option value="">${escapeHtml(choose)}</option>${options.join('')}</select>${notes(part)}</div>`
}

export function textField(part: FieldPart, max = 2_000): string {
  const { name, entered, required } = part
  return `<div class="field"><label for="${name}">${labelText(part)}</label><textarea id="${name}" name="${name}" maxlength="${max}" rows="3"${required ? ' required' : ''}${detailsOf(part)}>\n${escapeHtml(entered[name] ?? '')}</textarea>${notes(part)}</div>`
}

export function choiceField(part: FieldPart, values: readonly string[], kind: string): string {
  const { name, entered, required } = part
  const radios = values.map(
    (value) =>
      `<label><input type="radio" name="${name}" value="${escapeHtml(value)}"${entered[name] === value ? ' checked' : ''}${required ? ' required' : ''}>${escapeHtml(value)}</label>`,
  )
  return `<fieldset id="${name}"${detailsOf(part)}><legend>${labelText(part)}</legend>${notes(part)}<div class="choices ${kind}">${radios.join('')}</div></fieldset>`
}

/** A trap for robots, and what names the form. */
export const hiddenFields = (token: string): string =>
  `<div class="trap" aria-hidden="true"><label>Website <input name="${trapName}" tabindex="-1" autocomplete="off"></label></div>
<input type="hidden" name="token" value="${escapeHtml(token)}">`
