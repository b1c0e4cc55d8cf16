-- What the operator has approved is on record until it is known what came of it, for a process may end in between.
alter table intents add column approved text;
comment on column intents.approved is 'What a flag is to say where the intent ends by itself; null while the operator is asked';
