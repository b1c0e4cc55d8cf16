import type { Instant } from '../../core/instant.ts'
import { textOf } from '../instant-wire.ts'
import type * as wire from '../schemas/operator.ts'
import { orNull } from './or-null.ts'

/** A flag with moments in place of the texts of the wire. */
export type ShownFlag = {
  readonly [field in Exclude<keyof wire.Flag, 'flaggedAt' | 'resolvedAt'>]: wire.Flag[field]
} & {
  readonly flaggedAt: Instant
  readonly resolvedAt: Instant | null
}

/** Rules 4.13 */
export const renderFlag = ({ flaggedAt, resolvedAt, ...flag }: ShownFlag): wire.Flag => ({
  ...flag,
  flaggedAt: textOf(flaggedAt),
  resolvedAt: orNull(resolvedAt, textOf),
})
