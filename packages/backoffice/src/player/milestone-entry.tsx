import type { Answer } from '../../../sdk/src/index.ts'
import { Actor } from '../ui/actor.tsx'
import { Moment, Money } from '../ui/values.tsx'
import { capital, inWords, textInWords } from '../words.ts'

type Entry = Answer<'getTimeline'>['entries'][number]

/** What became of a program, a payout, a cooldown or a flag, with its numbers. */
export const MilestoneEntry = ({ entry: { type, data } }: { readonly entry: Entry }) => (
  <>
    <b>{capital(inWords(type))}</b>
    <span className="amount" />
    <span className="more">
      {Object.entries(data)
        .filter(([name, value]) => value !== null && !name.endsWith('Id'))
        .map(([name, value]) => (
          <Said key={name} name={name} value={value} />
        ))}
    </span>
  </>
)

const Said = ({ name, value }: { readonly name: string; readonly value: Entry['data'][string] }) => (
  <span className="said">
    {fieldName(name)} <SaidValue name={name} value={value} />
  </span>
)

function SaidValue({ name, value }: { readonly name: string; readonly value: Entry['data'][string] | undefined }) {
  if (value == null) return null
  if (typeof value === 'number') return name === 'number' ? value : <Money value={value} />
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (name.endsWith('By')) return <Actor actor={value} />
  return /^\d{4}-\d\d-\d\dT/.test(value) ? <Moment at={value} /> : textInWords(value)
}

/** ownStake is "own stake". */
const fieldName = (name: string): string => name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
