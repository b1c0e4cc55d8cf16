import { createClient } from '../../sdk/src/index.ts'

/** The service that this page comes from, asked with the cookie of the login: no script ever sees a token. */
export const client = createClient({ baseUrl: '', credentials: { session: true }, retries: { attempts: 2 } })
