import { readFileSync } from 'node:fs'

/** How often the kernel counts in a second: fixed on Linux, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100

/** CPU time that a process has used so far, in milliseconds. */
export function cpuMsOf(pid: number): number {
  const { own } = timesOf(pid)
  return own
}

/** The same with all its children, those that have ended included: a database has a process a connection. */
export function cpuMsOfFamily(pid: number): number {
  const { own, ended } = timesOf(pid)
  return childrenOf(pid).reduce((sum, child) => sum + cpuMsIfThere(child), own + ended)
}

/** A child may end between two looks, as a server's vacuum does: the next one finds its time among that of the ended. */
function cpuMsIfThere(pid: number): number {
  try {
    return cpuMsOf(pid)
  } catch {
    return 0
  }
}

function timesOf(pid: number): { readonly own: number; readonly ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name may hold spaces and brackets; what follows the last bracket is regular.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ms = (index: number): number => (Number(fields[index]) * 1000) / TICKS_PER_SECOND
  return { own: ms(11) + ms(12), ended: ms(13) + ms(14) }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** CPU time that a process of one thread has used so far, in microseconds, as exact as the scheduler knows it. */
export const cpuUsOfThread = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1000
