-- A program has the losses of a day as sums from here on, each from its time on, where a version from before looks for the
-- single loss that a void takes back: it is to refuse this schema.
comment on column players.state is 'The snapshot that decisions are made on; of its losses the sums that no session tells apart';
