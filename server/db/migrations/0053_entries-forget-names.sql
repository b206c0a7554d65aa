-- What was done to an account stays; the words of a reason may call a member by a name that has to be forgotten.
CREATE OR REPLACE FUNCTION membership_entries_stay() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'reason' = to_jsonb(OLD) - 'reason' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'entries of a membership are only added to';
END $$;
