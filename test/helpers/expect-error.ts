import { expect } from 'vitest'
import type { ErrorCode } from '../../src/contract/errors.ts'
import type { Answer } from './client.ts'

/** An error of this code under this status, which gives nothing away of how the service is built. */
export function expectError({ status, body }: Answer, expected: number, code: ErrorCode): void {
  expect({ status, error: body.error }).toEqual({ status: expected, error: code })
  expect(JSON.stringify(body)).not.toMatch(/\.ts\b|node_modules|\bat \w+ \(|select |postgres/i)
}

/** A `validation_error` that names these fields and no other. */
export function expectWrong(answer: Answer, ...fields: readonly string[]): void {
  expectError(answer, 400, 'validation_error')
  expect(answer.body.fields?.map(({ field }: { field: string }) => field)).toEqual(fields)
}
