-- A batch changes the rows that it has locked where they lie, and all of them or nothing: a row that is not there would be
-- an answer that was given and never stored.
create function expect_all(changed bigint, locked bigint) returns void language plpgsql as $$
begin
  if changed <> locked then
    raise exception 'a batch changed % of the % rows that it had locked', changed, locked;
  end if;
end
$$;
