import { createClient } from '../../sdk/src/index.ts'
import { holdUp } from './ui/held-up.tsx'

/** Shorter pauses are over before they could be read of, in milliseconds. */
const WORTH_A_WORD_MS = 2_000

/** The service that this page comes from, asked with the cookie of the login: no script ever sees a token. */
export const client = createClient({
  baseUrl: '',
  credentials: { session: true },
  retries: { attempts: 2 },
  onRetry: ({ error, waitMs }) => {
    if (error.status === 429 && waitMs > WORTH_A_WORD_MS) holdUp(waitMs)
  },
})
