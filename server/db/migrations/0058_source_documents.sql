-- Sources that were stored before they named their document: by its name; -1 where it was deleted. Facts have none.
UPDATE "qna_messages" SET "sources" = (
  SELECT jsonb_agg(CASE
    WHEN source ? 'knowledge_id' OR source->>'title' ~ '^(Harga|Rekomendasi|Analisis) [A-Z]{4}$|^Portofolio ' THEN source
    ELSE source || jsonb_build_object('knowledge_id', coalesce((SELECT max(id) FROM "knowledge" WHERE "name" = source->>'title'), -1))
  END ORDER BY place)
  FROM jsonb_array_elements("sources") WITH ORDINALITY AS each(source, place)
) WHERE jsonb_array_length("sources") > 0;
--> statement-breakpoint
UPDATE "bot_messages" SET "sources" = (
  SELECT jsonb_agg(CASE
    WHEN source ? 'knowledge_id' OR source->>'title' ~ '^(Harga|Rekomendasi|Analisis) [A-Z]{4}$|^Portofolio ' THEN source
    ELSE source || jsonb_build_object('knowledge_id', coalesce((SELECT max(id) FROM "knowledge" WHERE "name" = source->>'title'), -1))
  END ORDER BY place)
  FROM jsonb_array_elements("sources") WITH ORDINALITY AS each(source, place)
) WHERE jsonb_array_length("sources") > 0;
