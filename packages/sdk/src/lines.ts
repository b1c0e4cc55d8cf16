type Some<Line> = Iterable<Line> | AsyncIterable<Line>

/**
 * Lines to be sent, taken as fast as the service reads them. Only a list, or a function that makes them anew, can be sent
 * again after a failure: what was read from a query is gone. A file of lines, in a Blob, is sent as it is.
 */
export type Lines<Line> = Some<Line> | (() => Some<Line>) | Blob
