CREATE TABLE "index_prices" (
	"date" date PRIMARY KEY NOT NULL,
	"previous" double precision NOT NULL,
	"close" double precision NOT NULL
);
