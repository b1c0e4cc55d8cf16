import { Type } from 'typebox'
import { correlationId, nullable, remarkIn, text } from './scalars.ts'

export const MaintenanceRequest = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether writing stops' }),
    message: Type.Optional(nullable(remarkIn('What those who write are told', 'Back at 06:00 UTC'))),
  },
  { title: 'MaintenanceRequest' },
)

export const MaintenanceAnswer = Type.Object(
  {
    maintenance: Type.Object(
      {
        enabled: Type.Boolean({ description: 'Whether writing has stopped' }),
        message: nullable(text('What those who write are told; null is the usual sentence')),
      },
      { description: 'How it is from now on' },
    ),
    correlationId,
  },
  { title: 'MaintenanceAnswer' },
)

export const Liveness = Type.Object({ status: Type.Literal('alive'), correlationId }, { title: 'Liveness' })

export const Readiness = Type.Object({ status: Type.Literal('ready'), correlationId }, { title: 'Readiness' })
