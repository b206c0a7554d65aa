import * as v from 'valibot'
import { expect, it } from 'vitest'
import { readFailure } from '#contract/chat/send-errors.ts'
import { noValues } from '#contract/chat/template.ts'
import { checkTemplate } from './check-template.ts'
import { isRefusal } from './graph.ts'
import { definition, readDefinition } from './template-definition.ts'

const components = [{ type: 'BODY', text: 'Sampai jumpa.' }]
const chosen = { name: 'promo', language: 'id', values: noValues, version: null }

/** Name of the error that a message to this template fails with; null for an error without a name, 'sent' for none. */
function errorOf(status: string): string | null {
  const template = readDefinition(v.parse(definition, { name: 'promo', language: 'id', status, components }))
  const outcome = checkTemplate([template], chosen, { to: '6281200005200' }, undefined)
  return isRefusal(outcome) ? (readFailure(outcome.reason).error?.name ?? null) : 'sent'
}

it.each([
  ['APPROVED', 'sent'],
  ['PAUSED', 'templatePaused'],
  ['DISABLED', 'templateOff'],
  ['REJECTED', null],
])('a template that is %s at the last look fails with the error %s, as if WhatsApp had said so', (status, name) =>
  expect(errorOf(status)).toBe(name),
)
