import type { OvertakenForm } from './use-typed.ts'

/** Says that what a form is about has changed since something was typed into it. */
export const Overtaken = ({ isOvertaken, takeStored }: OvertakenForm) =>
  isOvertaken ? (
    <div className="notice warn stack" role="status">
      <p>
        Somebody has changed this meanwhile. What you typed stays, and takes the place of theirs once you save it; the
        other fields are as they are now.
      </p>
      <p className="acts">
        <button type="button" onClick={takeStored}>
          Take theirs
        </button>
      </p>
    </div>
  ) : null
