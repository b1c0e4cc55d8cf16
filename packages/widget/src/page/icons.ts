import { h, type Node, span } from './node.ts'

/** Drawn in the colour of the text around, and silent: the words beside them say the same. */
const icon = (...paths: readonly string[]): Node =>
  h(
    'svg',
    { class: 'icon', viewBox: '0 0 20 20', 'aria-hidden': 'true', focusable: 'false' },
    paths.map((d) => h('path', { d })),
  )

export const checkIcon = (): Node => icon('M4.5 10.5l3.5 3.5 7.5-8')
export const circleIcon = (): Node => icon('M10 3.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13')
export const closeIcon = (): Node => icon('M5 5l10 10M15 5L5 15')
export const clockIcon = (): Node => icon('M10 3.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13', 'M10 6.5V10l2.5 2')
export const arrowIcon = (): Node => span('arrow', icon('M4 10h12M11 5l5 5-5 5'))
export const flagIcon = (): Node => icon('M5 17.5V3.5', 'M5 4.5c4-2 6 2 10 0v7c-4 2-6-2-10 0')
export const pauseIcon = (): Node => icon('M7.5 5v10M12.5 5v10')
export const alertIcon = (): Node => icon('M10 3.5l7.5 13h-15z', 'M10 8.5v3.5M10 14.2v.1')
/** Out of the account and down to the player. */
export const payoutIcon = (): Node => icon('M10 3.5v8.5M6.5 8.8L10 12.3l3.5-3.5M4 16.2h12')
