-- The search of leads looks through campaign and tags as well; the order is that of contract/sections/leads.ts.
UPDATE "leads" SET "search_text" = "search_text" || chr(1) || lower(coalesce("campaign_name", '') collate "default") || chr(1)
  || lower(array_to_string(array(select jsonb_array_elements_text("tags")), ',') collate "default")
WHERE array_length(string_to_array("search_text", chr(1)), 1) = 5;
