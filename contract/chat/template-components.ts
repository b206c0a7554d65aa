/** What the WhatsApp Cloud API gets of a template: `template.components` of a message (docs/product/chat.md#templates). */
import { buttonInput, encodeSuffix, type Template, type TemplateLocation, type TemplateValues, variablesOf } from './template.ts'

type Text = { type: 'text'; parameter_name?: string; text: string }
type Media = { id: string; filename?: string }

type Parameter =
  | Text
  | { type: 'image'; image: Media }
  | { type: 'video'; video: Media }
  | { type: 'document'; document: Media }
  | { type: 'location'; location: TemplateLocation }
  | { type: 'payload'; payload: string }
  | { type: 'coupon_code'; coupon_code: string }
  | { type: 'limited_time_offer'; limited_time_offer: { expiration_time_ms: number } }

export interface Component {
  type: 'header' | 'body' | 'button' | 'limited_time_offer'
  sub_type?: 'url' | 'quick_reply' | 'copy_code'
  /** Among all buttons, from '0'. */
  index?: string
  parameters: Parameter[]
}

const maxPayload = 256

function texts({ isNamed }: Template, text: string, values: readonly string[]): Text[] {
  return variablesOf(text).map((name, at) => ({ type: 'text', ...(isNamed && { parameter_name: name }), text: values[at]?.trim() ?? '' }))
}

function headerParameters(template: Template, values: TemplateValues, media: { id: string; name: string } | null): Parameter[] {
  const { header } = template
  if (header?.format === 'TEXT') return texts(template, header.text, [values.header])
  if (header?.format === 'LOCATION' && values.location) return [{ type: 'location', location: values.location }]
  if (!header || !media) return []
  if (header.format === 'IMAGE') return [{ type: 'image', image: { id: media.id } }]
  if (header.format === 'VIDEO') return [{ type: 'video', video: { id: media.id } }]
  return [{ type: 'document', document: { id: media.id, filename: media.name } }]
}

/**
 * Returns the components of values that `findProblem` takes; parts without variables are left out. `media`: id and name of the header's
 * file at the provider. `ref`: what answers by a button name, of a campaign or of the message.
 */
export function composeTemplate(
  template: Template,
  values: TemplateValues,
  media: { id: string; name: string } | null,
  ref: string,
): Component[] {
  const header = headerParameters(template, values, media)
  const body = texts(template, template.body, values.body)
  const until = template.offer?.hasEnd ? Date.parse(values.offerUntil ?? '') : Number.NaN
  const offer = { type: 'limited_time_offer' as const, limited_time_offer: { expiration_time_ms: until } }
  const buttons = template.buttons.flatMap((button, at): Component[] => {
    const index = String(at)
    const value = values.buttons[at] ?? ''
    const input = buttonInput(button)
    if (button.type === 'QUICK_REPLY') {
      const payload = `${ref}:${at}`.slice(0, maxPayload)
      return [{ type: 'button', sub_type: 'quick_reply', index, parameters: [{ type: 'payload', payload }] }]
    }
    if (input === 'url')
      return [{ type: 'button', sub_type: 'url', index, parameters: [{ type: 'text', text: encodeSuffix(value.trim()) }] }]
    if (input === 'code')
      return [{ type: 'button', sub_type: 'copy_code', index, parameters: [{ type: 'coupon_code', coupon_code: value.trim() }] }]
    return []
  })
  return [
    ...(header.length ? [{ type: 'header' as const, parameters: header }] : []),
    ...(body.length ? [{ type: 'body' as const, parameters: body }] : []),
    ...(Number.isNaN(until) ? [] : [{ type: 'limited_time_offer' as const, parameters: [offer] }]),
    ...buttons,
  ]
}
