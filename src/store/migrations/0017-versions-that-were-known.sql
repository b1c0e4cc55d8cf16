-- A batch decides on rows that it knows from its last ones without locking them first; what it writes has to find the
-- version that it knew. Where it does not, the batch is to be run again, which this error says to whoever reads it.
drop function expect_all(bigint, bigint);

create function expect_all(seen bigint, wanted bigint) returns void language plpgsql as $$
begin
  if seen <> wanted then
    raise exception 'a batch found % of the % rows that it had decided on', seen, wanted
      using errcode = 'serialization_failure';
  end if;
end
$$;
