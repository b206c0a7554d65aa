import type { ReactNode } from 'react'
import { useAccess } from '#console/data/api/session.ts'
import { passes, type Gate as Requirement } from '#contract/kit/field/permission.ts'

/** Whether the person passes; without a requirement everybody does. */
export function useGate(gate: Requirement | undefined): boolean {
  return passes(gate, useAccess())
}

/** Renders its content for those who pass; for others nothing. */
export function Gate({ gate, children }: { gate: Requirement | undefined; children: ReactNode }) {
  return useGate(gate) ? children : null
}
