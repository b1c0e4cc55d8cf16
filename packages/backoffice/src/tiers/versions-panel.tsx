import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../../../sdk/src/index.ts'
import { useAsk } from '../ask.ts'
import { PagedTable } from '../ui/paged-table.tsx'
import { Panel } from '../ui/panel.tsx'
import { Loaded } from '../ui/states.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Count, Moment } from '../ui/values.tsx'
import type { Tier } from './tier-editor.tsx'
import { valueText, wordOf, wordsOf } from './version-words.ts'
import type { WireRuleset } from './warnings.ts'

type TierVersion = Answer<'listTierVersions'>['versions'][number]
/** One version of a tier or of a ruleset, as a row. */
interface Row extends Pick<TierVersion, 'changes' | 'running'> {
  readonly of: Tier | WireRuleset
}

export interface VersionsSearch {
  readonly version?: string | undefined
  readonly cursor?: string | undefined
}

interface VersionsProps {
  /** The latest version. */
  readonly latest: Tier | WireRuleset
  readonly rulesets: readonly WireRuleset[]
  readonly search: VersionsSearch
  readonly go: (to: VersionsSearch) => void
}

/** Every version of a tier: what it changed, what runs on it, and all of it to read. */
export function TierVersions(props: VersionsProps) {
  const { latest, search } = props
  const rowOf = ({ challengeTier, ...rest }: TierVersion): Row => ({ of: challengeTier, ...rest })
  const query = useAsk('listTierVersions', { id: latest.id, limit: 20, ...cursorOf(search) })
  const one = useAsk(
    'listTierVersions',
    { id: latest.id, ...onlyOf(search) },
    { enabled: search.version !== undefined },
  )
  return (
    <Versions
      {...props}
      kind="tier"
      page={withRows(query, ({ versions, nextCursor }) => ({ rows: versions.map(rowOf), nextCursor }))}
      one={withRows(one, ({ versions }) => versions.map(rowOf)[0] ?? null)}
    />
  )
}

/** The same of betting rules. */
export function RulesetVersions(props: VersionsProps) {
  const { latest, search } = props
  const rowOf = ({ ruleset, ...rest }: Answer<'listRulesetVersions'>['versions'][number]): Row => ({
    of: ruleset,
    ...rest,
  })
  const query = useAsk('listRulesetVersions', { id: latest.id, limit: 20, ...cursorOf(search) })
  const one = useAsk(
    'listRulesetVersions',
    { id: latest.id, ...onlyOf(search) },
    { enabled: search.version !== undefined },
  )
  return (
    <Versions
      {...props}
      kind="ruleset"
      page={withRows(query, ({ versions, nextCursor }) => ({ rows: versions.map(rowOf), nextCursor }))}
      one={withRows(one, ({ versions }) => versions.map(rowOf)[0] ?? null)}
    />
  )
}

const cursorOf = ({ cursor }: VersionsSearch) => (cursor === undefined ? {} : { cursor })
/** The page that holds this version alone: what comes before the next one. */
const onlyOf = ({ version }: VersionsSearch) => ({ limit: 1, cursor: String(Number(version ?? 1) + 1) })

const withRows = <Data, Rows>(query: UseQueryResult<Data>, rows: (data: Data) => Rows): UseQueryResult<Rows> =>
  ({ ...query, data: query.data === undefined ? undefined : rows(query.data) }) as unknown as UseQueryResult<Rows>

function Versions({
  kind,
  latest,
  rulesets,
  search,
  go,
  page,
  one,
}: VersionsProps & {
  readonly kind: 'tier' | 'ruleset'
  readonly page: UseQueryResult<{ readonly rows: readonly Row[]; readonly nextCursor: string | null }>
  readonly one: UseQueryResult<Row | null>
}) {
  const named = (id: string): string => rulesets.find((each) => each.id === id)?.name ?? id
  const target = kind === 'tier' ? `challenge_tier:${latest.id}` : `ruleset:${latest.id}`
  return (
    <div className={search.version === undefined ? undefined : 'beside'}>
      <Panel
        title={`Versions of ${latest.name}`}
        aside={
          <Link to="/audit" search={{ target }}>
            Who made them
          </Link>
        }
      >
        <PagedTable
          query={page}
          caption={`Versions of ${latest.name}, the newest first`}
          columns={columnsOf(kind, latest, named, (version) => go({ ...search, version }))}
          rowsOf={({ rows }) => rows}
          keyOf={({ of }) => String(of.version)}
          openKey={search.version}
          onOpen={({ of }) => go({ ...search, version: String(of.version) })}
          empty="There is no such version."
          cursor={search.cursor}
          go={(cursor) => go({ ...search, cursor })}
        />
      </Panel>
      {search.version !== undefined && (
        <Panel title={`Version ${search.version}`} close={() => go({ ...search, version: undefined })} isRead>
          <Loaded query={one}>
            {(row) => (row === null ? null : <OneVersion kind={kind} row={row} latest={latest} named={named} />)}
          </Loaded>
        </Panel>
      )}
    </div>
  )
}

function columnsOf(
  kind: 'tier' | 'ruleset',
  latest: Tier | WireRuleset,
  named: (id: string) => string,
  open: (version: string) => void,
): readonly Column<Row>[] {
  const challenges: Column<Row> = {
    head: 'Challenges on it',
    isNumber: true,
    cell: ({ running }) => <Count value={running.challenges} />,
  }
  const funded: Column<Row> = {
    head: 'Funded on it',
    isNumber: true,
    cell: ({ running }) => <Count value={running.fundedAccounts} />,
  }
  const counts = 'phase' in latest ? [latest.phase === 'challenge' ? challenges : funded] : [challenges, funded]
  return [
    {
      head: 'Version',
      cell: ({ of }) => (
        <button type="button" className="link" onClick={() => open(String(of.version))}>
          Version {of.version}
        </button>
      ),
    },
    { head: 'Since', cell: ({ of }) => <Moment at={of.createdAt} /> },
    {
      head: 'What changed',
      cell: ({ of, changes }) => (
        <span className="wrap">{of.version === 1 ? 'The first one' : changesText(kind, changes, named)}</span>
      ),
    },
    ...counts,
  ]
}

/** Target 150.00 → 160.00; Days 30 → 31 */
const changesText = (kind: 'tier' | 'ruleset', changes: Row['changes'], named: (id: string) => string): string =>
  changes.length === 0
    ? 'Nothing'
    : changes
        .map(({ field, before, after }) => {
          const word = wordOf(kind, field)
          return `${word.label} ${valueText(word, before, named)} → ${valueText(word, after, named)}`
        })
        .join('; ')

/** All of one version, beside the latest one where they differ. */
function OneVersion({
  kind,
  row,
  latest,
  named,
}: {
  readonly kind: 'tier' | 'ruleset'
  readonly row: Row
  readonly latest: Tier | WireRuleset
  readonly named: (id: string) => string
}) {
  const valueIn = (of: Row['of'], name: string) => (of as unknown as { readonly [field: string]: Value })[name]
  const changed = new Set(row.changes.map(({ field }) => field))
  const words = wordsOf(kind)
  return (
    <Table
      caption={`Version ${row.of.version} beside the latest one`}
      columns={[
        {
          head: 'What',
          cell: (word) => (changed.has(word.name) ? <b title="Changed by this version">{word.label}</b> : word.label),
        },
        {
          head: `Version ${row.of.version}`,
          isNumber: true,
          cell: (word) => valueText(word, valueIn(row.of, word.name), named),
        },
        {
          head: `Now, version ${latest.version}`,
          isNumber: true,
          cell: (word) =>
            valueIn(row.of, word.name) === valueIn(latest, word.name) ? (
              <span className="faint">the same</span>
            ) : (
              <b>{valueText(word, valueIn(latest, word.name), named)}</b>
            ),
        },
      ]}
      rows={words}
      keyOf={({ name }) => name}
      empty=""
    />
  )
}
type Value = string | number | boolean | null | undefined
