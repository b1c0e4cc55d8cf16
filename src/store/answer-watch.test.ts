import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AnswerWatch } from './answer-watch.ts'

let late: number
let watch: AnswerWatch
beforeEach(() => {
  vi.useFakeTimers()
  late = 0
  watch = new AnswerWatch(() => {
    late += 1
  })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an answer that comes in time is nothing to speak of', () => {
  const query = watch.asked(1_000)
  vi.advanceTimersByTime(999)
  watch.answered(query)
  vi.advanceTimersByTime(60_000)
  expect(late).toBe(0)
})

test('an answer that is late is told of at its time', () => {
  watch.asked(1_000)
  vi.advanceTimersByTime(999)
  expect(late).toBe(0)
  vi.advanceTimersByTime(1)
  expect(late).toBe(1)
})

test('each query has its own time, whatever was asked and answered since', () => {
  const first = watch.asked(1_000)
  vi.advanceTimersByTime(600)
  watch.asked(1_000)
  watch.answered(first)
  vi.advanceTimersByTime(999)
  expect(late).toBe(0)
  vi.advanceTimersByTime(1)
  expect(late).toBe(1)
})

test('one that may take less than those before it does not wait for their time', () => {
  const patient = watch.asked(60_000)
  watch.asked(1_000)
  vi.advanceTimersByTime(1_000)
  expect(late).toBe(1)
  watch.answered(patient)
})

test('one that may take longer is given its time', () => {
  const short = watch.asked(1_000)
  watch.asked(60_000)
  watch.answered(short)
  vi.advanceTimersByTime(59_999)
  expect(late).toBe(0)
  vi.advanceTimersByTime(1)
  expect(late).toBe(1)
})

test('a connection that was asked nothing for long is watched again at the next query', () => {
  watch.answered(watch.asked(1_000))
  vi.advanceTimersByTime(10_000)
  watch.asked(1_000)
  vi.advanceTimersByTime(1_000)
  expect(late).toBe(1)
})

test('however many queries are asked, one timer stands for them', () => {
  for (let query = 0; query < 1_000; query += 1) watch.answered(watch.asked(1_000))
  expect(vi.getTimerCount()).toBe(1)
  vi.advanceTimersByTime(2_000)
  expect(vi.getTimerCount()).toBe(0)
})
