import { expect, test } from 'vitest'
import type { ChangeFollower } from '../../src/app/live/change-followers.ts'
import type { TenantId } from '../../src/core/ids.ts'
import { ChangeStream } from '../../src/http/stream/change-stream.ts'
import { untold } from '../../src/http/telemetry.ts'

// What no reader over HTTP can be made to do at will: to take nothing at all. Sockets alone hold more than is ever told.

/** A stream that nobody reads, with who follows for it. */
function unread() {
  const followers = new Set<ChangeFollower>()
  const ends: string[] = []
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
    onClosed: () => {},
  })
  stream.on('error', () => {})
  return { stream, followers, ends }
}

const second = ({ stream, followers }: ReturnType<typeof unread>): void => {
  for (const follower of followers) for (let i = 0; i < 50; i += 1) follower.changed(['bet', 'payout'])
  stream.tick()
}

test('a reader that takes nothing costs a few kilobytes, and is hung up on after half a minute', async () => {
  const world = unread()
  while (world.stream.readableLength < 4_096) second(world)
  const held = world.stream.readableLength
  for (let i = 0; i < 29; i += 1) second(world)
  expect(world.stream.readableLength).toBe(held)
  expect(held).toBeLessThan(5_000)
  expect(world.stream.destroyed).toBe(false)
  second(world)
  expect(world.stream.destroyed).toBe(true)
  expect(world.followers.size).toBe(0)
  await expect.poll(() => world.ends).toEqual(['slow'])
})

test('one that comes to take it after all is told once what it has missed', () => {
  const world = unread()
  while (world.stream.readableLength < 4_096) second(world)
  for (const follower of world.followers) follower.changed(['flag'])
  const read = (): readonly string[] => {
    const chunks: string[] = []
    for (let chunk = world.stream.read(); chunk !== null; chunk = world.stream.read()) chunks.push(String(chunk))
    return chunks
  }
  expect(read().join('')).not.toContain('flag')
  world.stream.tick()
  expect(read()).toEqual(['event: changed\ndata: {"kinds":["flag"]}\n\n'])
})
