import { type ReactNode, useId, useRef } from 'react'
import { useOpened } from './use-opened.ts'

/** A part of a page with a heading, and what can be done with it at its right. */
export function Panel({
  title,
  aside,
  close,
  isRead = false,
  children,
}: {
  readonly title: string
  readonly aside?: ReactNode
  /** Takes the panel away; without it the panel stays. */
  readonly close?: () => void
  /** Nothing is typed in it and nothing shown that cannot be seen again: Escape closes it. */
  readonly isRead?: boolean
  readonly children: ReactNode
}) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  useOpened(section, { close, isRead })
  return (
    <section ref={section} className="panel" tabIndex={-1} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {(aside !== undefined || close !== undefined) && (
          <div className="aside">
            {aside}
            {close !== undefined && (
              <button type="button" onClick={close}>
                Close
              </button>
            )}
          </div>
        )}
      </header>
      {children}
    </section>
  )
}

/** The title of a page with what belongs to all of it. */
export const PageHead = ({ title, children }: { readonly title: ReactNode; readonly children?: ReactNode }) => (
  <div className="page-head">
    <h1>{title}</h1>
    {children}
  </div>
)

/** A figure with what it is. */
export const Figure = ({
  label,
  children,
  note,
}: {
  readonly label: string
  readonly children: ReactNode
  readonly note?: ReactNode
}) => (
  <div className="figure">
    <dt>{label}</dt>
    <dd>
      <strong>{children}</strong>
      {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
)

export const Figures = ({ children }: { readonly children: ReactNode }) => <dl className="figures">{children}</dl>

/** Names with their values, one below the other. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
