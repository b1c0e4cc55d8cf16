import pg from 'pg'

const { builtins, getTypeParser } = pg.types
const INT8_ARRAY: number = 1016
const NUMERIC_ARRAY: number = 1231

type Parser = (text: string) => unknown

/**
 * How a column arrives: bigint as a number, because money is a safe integer; numeric as text, because it is exact; date
 * as its text, because a day has no time zone. All else as the driver has it.
 */
export function parserOf(oid: number, format?: string): Parser {
  if (format === 'binary') return getTypeParser(oid, 'binary')
  if (oid === builtins.INT8) return safeInteger
  if (oid === builtins.DATE) return (text) => text
  if (oid === INT8_ARRAY) return (text) => textArray(text).map((item) => (item === null ? null : safeInteger(item)))
  if (oid === NUMERIC_ARRAY) return textArray
  return getTypeParser(oid, 'text')
}

/** Throws a RangeError for a bigint that a number cannot hold exactly. */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which is no safe integer`)
  return value
}

// The elements of a text[] come as they are; the type's number is fixed in PostgreSQL's catalogue.
const TEXT_ARRAY: number = 1009
const textArray = (text: string): readonly (string | null)[] => getTypeParser(TEXT_ARRAY, 'text')(text)
