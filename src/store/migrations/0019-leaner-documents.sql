-- What documents say leaves out more from here on than a version from before can put back: it is to refuse this schema.
comment on column bets.state is
  'The bet without what its columns say, without blanks, and without verdicts that placement and settlement imply';
comment on column events.data is 'The event without what its columns say, a report without what is usual';
