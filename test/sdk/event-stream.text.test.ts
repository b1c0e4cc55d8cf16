import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Followed, useFollowed } from '../helpers/followed.ts'
import { begins, type Reply, ScriptedServer } from '../helpers/scripted-server.ts'

// What a stream reads out of the text that comes, in whatever pieces, and however it breaks off.

let server: ScriptedServer
beforeEach(async () => {
  server = await ScriptedServer.start()
})
afterEach(() => server.stop())

const following = useFollowed()

const follow = (): Followed =>
  following({ baseUrl: server.url, credentials: { anonymous: true } }, { userId: 'anna', token: 'token' })
const bet = (id: number) => `id: ${id}\nevent: bet\ndata: {"externalBetId":"b${id}"}\n\n`
const lastIds = () => server.seen.map(({ headers }) => headers['last-event-id'])

test('leaves out an event that is cut off, and asks for it again', async () => {
  const cuts: Reply = async (response) => {
    await begins(bet(1), bet(2).slice(0, -1))(response)
    await stream.nth('bet')
    response.destroy()
  }
  server.script = [cuts, begins(bet(2))]
  const stream = follow()
  await stream.nth('bet', 2)
  expect(stream.typed('bet').map(({ id, data }) => [id, data.externalBetId])).toEqual([
    [1, 'b1'],
    [2, 'b2'],
  ])
  expect(lastIds()).toEqual([undefined, '1'])
  expect(server.seen[0]).toMatchObject({ path: '/v1/events?userId=anna', headers: { 'x-user-token': 'token' } })
})

test('reads whatever the format allows, however it is cut into pieces', async () => {
  const text =
    '\ufeff: hello\r\nretry: soon\r\nid: 3\r\nevent: bet\r\ndata: {"externalBetId":\r\ndata: "ü€😀"}\r\n\r\n' +
    'event: nothing\n\n' +
    'data:{"type":"none"}\revent:progress\rnonsense\rid\rid: 4\0\rid:5\r\r'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 7, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    )
    server.script = [begins(...pieces)]
    const stream = follow()
    await stream.nth('progress')
    expect(stream.events).toEqual([
      { id: 3, type: 'bet', data: { externalBetId: 'ü€😀' } },
      { id: 5, type: 'progress', data: { type: 'none' } },
    ])
    stream.stop()
  }
})
