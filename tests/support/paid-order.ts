/** An order that is paid, as an admin makes one. */
import { member } from '#contract/sections/member/member.ts'
import { membership } from '#contract/sections/product/membership.ts'
import { payBody, transaction } from '#contract/sections/sales/transaction.ts'
import type { Client } from './client.ts'
import { onePixel } from './example.ts'
import { formOf } from './form.ts'

const json = { 'content-type': 'application/json' }

async function idOf(response: Response): Promise<number> {
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return JSON.parse(text).data.id
}

export async function makeProduct(admin: Client, name: string, price: number): Promise<number> {
  const values = { name, product: 'EMT', type: 'Regular', fee_type: 'paid', price, duration_days: 30, is_active: true }
  return idOf(await admin.fetch(membership.path, { method: 'POST', headers: json, body: JSON.stringify(values) }))
}

const setPayment = async (admin: Client, id: number, values: Record<string, unknown>) =>
  idOf(await admin.fetch(`${transaction.path}/${id}/payment-status`, { method: 'PUT', body: formOf(payBody, values) }))

/** A paid order of two pieces by this salesperson; its number. */
export async function payOrder(admin: Client, product_id: number, sales: number): Promise<number> {
  const [buyer] = (await admin.list(member.path, { size: '1', query: 'status:active' })).data
  const values = { member_id: buyer?.id, sales, items: [{ category: 'membership', product_id, qty: 2 }], payment_method: 'cash' }
  const id = await idOf(await admin.fetch(transaction.path, { method: 'POST', body: formOf(transaction.fields, values) }))
  return setPayment(admin, id, { payment_status: 'paid', proof: [onePixel()] })
}

/** Cancels a paid order, with the note that this needs. */
export async function cancelOrder(admin: Client, id: number): Promise<void> {
  await admin.fetch(`${transaction.path}/${id}/note`, { method: 'PUT', headers: json, body: JSON.stringify({ note: 'Dibatalkan' }) })
  await setPayment(admin, id, { payment_status: 'cancel' })
}
