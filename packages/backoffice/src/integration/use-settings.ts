import { useAsk } from '../ask.ts'

/** The settings of the tenant, as they are whoever changes them. */
export const useSettings = () => useAsk('getSettings', {}, { every: 10_000 })
