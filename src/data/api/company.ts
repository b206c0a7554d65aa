import { isRecord } from '#contract/kit/field/guards.ts'

export interface Company {
  name: string
  address: string
}

/** Who writes mails, from `/config.json`; empty where the API does not say. Not part of the configuration that every start reads. */
export async function loadCompany(): Promise<Company> {
  const response = await fetch('/config.json', { cache: 'no-cache' })
  const config: unknown = await response.json()
  const company = isRecord(config) && isRecord(config.company) ? config.company : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { name: text(company.name), address: text(company.address) }
}
