import type { Phase } from '../../core/terms.ts'
import { oneOf } from './scalars.ts'

/** The wire's names of the kinds of programs. */
export const programTypes = {
  challenge: 'challenge',
  funded: 'funded_account',
} as const satisfies { readonly [phase in Phase]: string }

export const programType = (description: string) => oneOf(Object.values(programTypes), { description })
