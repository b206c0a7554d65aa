import { leadsApi } from './api.ts'

export const leadsSync = { area: 'leads', api: leadsApi } as const
