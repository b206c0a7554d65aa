import { createFileRoute } from '@tanstack/react-router'
import { requireStart } from '#console/shell/require-access.ts'

export const Route = createFileRoute('/')({ beforeLoad: requireStart })
