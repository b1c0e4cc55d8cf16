import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ChangeFollower } from '../../src/app/live/change-followers.ts'
import type { TenantId } from '../../src/core/ids.ts'
import { ChangeStream } from '../../src/http/stream/change-stream.ts'
import { untold } from '../../src/http/telemetry.ts'

// What no reader over HTTP can be made to do at will: to take nothing at all, and to wait for an hour. Sockets alone hold
// more than is ever told.

/** A connection of four kilobytes through which nothing goes before it is let. */
class Stuck extends Writable {
  readonly told: string[] = []
  #isOpen = false
  #waiting: (() => void) | null = null

  constructor() {
    super({ highWaterMark: 4_096, decodeStrings: false })
  }

  letThrough(): void {
    this.#isOpen = true
    this.#waiting?.()
  }

  override _write(text: string, _encoding: string, done: () => void): void {
    this.told.push(text)
    if (this.#isOpen) done()
    else this.#waiting = done
  }
}

/** A stream to such a reader, with who follows for it. */
function opened() {
  const followers = new Set<ChangeFollower>()
  const ends: string[] = []
  const reader = new Stuck()
  const stream = new ChangeStream({
    app: {
      followChanges: (follower) => {
        followers.add(follower)
        follower.hearing(true)
        return () => followers.delete(follower)
      },
      stands: async () => true,
    },
    tenantId: '00000000-0000-7000-8000-000000000001' as TenantId,
    userId: null,
    session: null,
    correlationId: 'c',
    telemetry: { ...untold, streamClosed: (end) => ends.push(end) },
    reader: reader as unknown as ConstructorParameters<typeof ChangeStream>[0]['reader'],
    onClosed: () => {},
  })
  stream.begin()
  return { stream, followers, ends, reader }
}

type World = ReturnType<typeof opened>

const second = ({ stream, followers }: World): void => {
  for (const follower of followers) for (let i = 0; i < 50; i += 1) follower.changed(['bet', 'payout'])
  stream.tick()
}

const fill = (world: World): void => {
  while (!world.reader.writableNeedDrain) second(world)
}

test('a reader that takes nothing costs a few kilobytes, and is hung up on after half a minute', async () => {
  const world = opened()
  fill(world)
  const held = world.reader.writableLength
  expect(held).toBeLessThan(5_000)
  for (let i = 0; i < 29; i += 1) second(world)
  expect(world.reader.writableLength).toBe(held)
  expect(world.reader.destroyed).toBe(false)
  second(world)
  expect(world.reader.destroyed).toBe(true)
  await expect.poll(() => world.ends).toEqual(['slow'])
  expect(world.followers.size).toBe(0)
})

test('with the server key it ends after an hour', async () => {
  const { stream, reader, ends } = opened()
  reader.letThrough()
  for (let i = 1; i < 3_600; i += 1) stream.tick()
  expect(reader.told.filter((text) => text.includes('session_ended'))).toEqual([])
  stream.tick()
  await expect.poll(() => ends).toEqual(['session_ended'])
  expect(reader.told.at(-1)).toBe('event: session_ended\ndata: {}\n\n')
})

test('one that comes to take it after all is told once what it has missed', async () => {
  const world = opened()
  fill(world)
  for (const follower of world.followers) for (let i = 0; i < 50; i += 1) follower.changed(['flag'])
  const before = world.reader.told.length
  world.reader.letThrough()
  await expect.poll(() => world.reader.writableLength).toBe(0)
  world.stream.tick()
  expect(world.reader.told.slice(before).filter((text) => text.includes('flag'))).toEqual([
    'event: changed\ndata: {"kinds":["flag"]}\n\n',
  ])
})
