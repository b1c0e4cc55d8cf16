import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/store/embedded/launcher.ts'
import { startChild } from './child.ts'
import { startService } from './contenders.ts'
import { copyDatabase, urlOf } from './databases.ts'
import { medianOf, runSlice, type Slice } from './slices.ts'
import { seed } from './world/seed.ts'

function others(): number[] {
  const found: number[] = []
  for (const pid of readdirSync('/proc').filter((n) => /^[0-9]+$/.test(n))) {
    try {
      const cwd = readlinkSync(`/proc/${pid}/cwd`)
      if (!/^\/tmp\/wt\/(?!perf|base)|^\/work\/main/.test(cwd)) continue
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const ppid = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
      const parent = readFileSync(`/proc/${ppid}/comm`, 'utf8').trim()
      if (parent === 'bash' || ppid === '1' || /bash/.test(readFileSync(`/proc/${pid}/comm`, 'utf8'))) continue
      found.push(Number(pid))
    } catch {}
  }
  return found
}
const cpu = new Map<string, number[][]>()
const cpuStat = () => readFileSync('/proc/stat', 'utf8').split('\n')[0].split(/\s+/).slice(1, 9).map(Number)
const signal = (pids: number[], name: 'SIGSTOP' | 'SIGCONT') => {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {}
}
const stopped = new Set<number>()
process.on('exit', () => signal([...stopped], 'SIGCONT'))
// usage: ab.ts rounds name:lanes=2,flags=--x,job=bets,c=256 ...
const [rounds = '3', ...specs] = process.argv.slice(2)
const dataDir = await mkdtemp(join(tmpdir(), 'cf-ab-'))
const postgres = await startEmbeddedPostgres({
  dataDir,
  ...(process.env.STATS && {
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track_planning': 'on',
      'pg_stat_statements.track': 'top',
    },
  }),
})
try {
  await using children = new AsyncDisposableStack()
  const world = await seed(postgres.url)
  await copyDatabase(postgres, ['pipeline', 'baseline'])
  const load = children.use(await startChild('./load/main.ts'))
  const bench = { load, databasePid: postgres.pid(), world, warmMs: 300, timedMs: 1500 }
  const variants = []
  for (const spec of specs) {
    const [name, rest = ''] = spec.split(':')
    const opts = Object.fromEntries(
      rest.split(',').map((p) => [p.slice(0, p.indexOf('=')), p.slice(p.indexOf('=') + 1)]),
    )
    process.env.PIPELINE_LANES = opts.lanes ?? '1'
    process.env.PCM = opts.pcm ?? ''
    const way = (opts.way ?? 'pipeline') as 'pipeline'
    const start: typeof startService = opts.root
      ? (await import(`${opts.root}/bench/contenders.ts`)).startService
      : startService
    const service = children.use(
      await start(
        {
          way,
          url: urlOf(postgres, way === ('baseline' as string) ? 'baseline' : 'pipeline'),
          poolSize: 10,
          limits: (opts.limits ?? 'memory') as 'memory',
        },
        opts.flags ? opts.flags.split('+') : [],
      ),
    )
    for (const c of (opts.c ?? '64+256').split('+'))
      variants.push({
        name: `${name} ${opts.job ?? 'bets'} ${c}`,
        contender: { name: 'x', job: (opts.job ?? 'bets') as 'bets', connections: Number(c), service },
      })
  }
  const slices = new Map<string, Slice[]>()
  for (let r = 0; r <= Number(rounds); r++)
    for (const v of r % 2 ? variants : variants.toReversed()) {
      const pids = others()
      for (const p of pids) stopped.add(p)
      signal(pids, 'SIGSTOP')
      const st0 = cpuStat()
      const s = await runSlice(bench, v.contender).finally(() => signal(pids, 'SIGCONT'))
      const st1 = cpuStat()
      const dd = st1.map((x, i) => x - (st0[i] ?? 0))
      const tt = dd.reduce((a, b) => a + b, 0)
      if (r > 0) cpu.set(v.name, [...(cpu.get(v.name) ?? []), dd.map((x) => Math.round((x / tt) * 100))])
      await new Promise((r) => setTimeout(r, 700))
      if (r > 0) slices.set(v.name, [...(slices.get(v.name) ?? []), s])
    }
  if (process.env.STATS) {
    const pg = (await import('pg')).default
    const db = new pg.Client(urlOf(postgres, 'pipeline'))
    db.on('error', () => {})
    await db.connect()
    try {
      await db.query('create extension pg_stat_statements')
      const { rows } = await db.query(
        "select left(regexp_replace(query, '\\s+', ' ', 'g'), 60) q, calls, plans, round(total_plan_time::numeric) plan_ms, round(total_exec_time::numeric) exec_ms, round((1000*total_plan_time/nullif(calls,0))::numeric) plan_us, round((1000*total_exec_time/nullif(calls,0))::numeric) exec_us, wal_bytes from pg_stat_statements where dbid = (select oid from pg_database where datname = 'pipeline') order by total_exec_time + total_plan_time desc limit 12",
      )
      console.table(rows)
    } catch (e) {
      console.log(String(e))
    }
    await db.end()
  }
  for (const [name, s] of [...slices].sort((a, b) => (a[0] < b[0] ? -1 : 1))) {
    const m = medianOf(s)
    console.log('   user nice sys idle iowait irq softirq steal', JSON.stringify(cpu.get(name)))
    console.log(
      name.padEnd(28),
      m.eventsPerSecond.toFixed(0).padStart(7),
      'ev/s p50',
      m.p50.toFixed(1),
      'p99',
      m.p99.toFixed(1),
      'svc',
      m.serviceCpuUs.toFixed(1),
      'db',
      m.databaseCpuUs.toFixed(1),
      'load',
      m.loadCpuUs.toFixed(1),
      'sum',
      (m.serviceCpuUs + m.databaseCpuUs + m.loadCpuUs).toFixed(1),
    )
  }
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
