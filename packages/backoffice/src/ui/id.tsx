import { Fragment } from 'react'
import { linesOfId } from '../words.ts'

/** An id of the operator's, in a cell of as many lines as it needs; what is more than a few is cut. */
export const Id = ({ id }: { readonly id: string }) => (
  <span className="id">
    {linesOfId(id).map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an id are what they are by their place
      <Fragment key={at}>
        {at > 0 && <wbr />}
        <span>{line}</span>
      </Fragment>
    ))}
  </span>
)
