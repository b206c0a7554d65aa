import type { ReactNode } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { passes, type Gate as Requirement } from '#contract/kit/field/permission.ts'

/** Whether the person passes; an absent requirement is open to all. */
export function useGate(gate: Requirement | undefined): boolean {
  return passes(gate, useAccess())
}

/** Shows its content to those who pass; the others do not see that there is something. */
export function Gate({ gate, children }: { gate: Requirement | undefined; children: ReactNode }) {
  return useGate(gate) ? children : null
}
