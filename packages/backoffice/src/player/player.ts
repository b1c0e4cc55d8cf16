import type { Answer } from '../../../sdk/src/index.ts'

export type Player = Answer<'getPlayer'>
export type Progress = Player['progress']
export type Running<Type extends Progress['type']> = Extract<Progress, { readonly type: Type }>
