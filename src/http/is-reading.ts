/** Whether a request with this method changes nothing. */
export const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD'
