/** Who acts where the operator's backend does, with the server key of the tenant. */
export const SERVER_KEY = 'server_key'
