import { createFileRoute } from '@tanstack/react-router'
import { requireStart } from '#console/shell/base/require-access.ts'

export const Route = createFileRoute('/')({ beforeLoad: requireStart })
