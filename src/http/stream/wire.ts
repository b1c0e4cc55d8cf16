// The text of an event stream. Data is JSON on one line, so that nothing in it can end an event.

/** An event under its name and number. */
export const eventText = (name: string, id: number, data: object): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** An event that has no number: nothing comes after it by one. */
export const namedText = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** How long a client waits before it comes back, in milliseconds. */
export const retryText = (ms: number): string => `retry: ${ms}\n\n`

/** Readers pass it over; proxies see that the stream is alive. */
export const HEARTBEAT = ':\n\n'
