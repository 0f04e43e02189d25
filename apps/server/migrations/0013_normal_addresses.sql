-- Addresses are kept with the domain in its own script, so that both of its forms are one address.
CREATE FUNCTION pg_temp.decode_label(label text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  rest text := substr(label, 5);
  base constant int := 36;
  cut int := length(rest) - strpos(reverse(rest), '-') + 1;
  output text := '';
  n int := 128; i int := 0; bias int := 72; pos int; old_i int; w int; k int; digit int; t int; len int; delta int; c int;
BEGIN
  IF label NOT LIKE 'xn--%' THEN RETURN label; END IF;
  IF strpos(rest, '-') = 0 THEN pos := 1; ELSE output := left(rest, cut - 1); pos := cut + 1; END IF;
  WHILE pos <= length(rest) LOOP
    old_i := i; w := 1; k := base;
    LOOP
      IF pos > length(rest) THEN RETURN label; END IF;
      c := ascii(substr(rest, pos, 1)); pos := pos + 1;
      digit := CASE WHEN c BETWEEN 97 AND 122 THEN c - 97 WHEN c BETWEEN 48 AND 57 THEN c - 22 END;
      IF digit IS NULL THEN RETURN label; END IF;
      i := i + digit * w;
      t := CASE WHEN k <= bias THEN 1 WHEN k >= bias + 26 THEN 26 ELSE k - bias END;
      EXIT WHEN digit < t;
      w := w * (base - t); k := k + base;
    END LOOP;
    len := length(output) + 1;
    delta := (i - old_i) / CASE WHEN old_i = 0 THEN 700 ELSE 2 END;
    delta := delta + delta / len;
    k := 0;
    WHILE delta > 455 LOOP delta := delta / 35; k := k + base; END LOOP;
    bias := k + 36 * delta / (delta + 38);
    n := n + i / len; i := i % len;
    output := left(output, i) || chr(n) || substr(output, i + 1);
    i := i + 1;
  END LOOP;
  RETURN output;
END $$;--> statement-breakpoint
CREATE FUNCTION pg_temp.normal_address(address text) RETURNS text LANGUAGE sql AS $$
  SELECT split_part(address, '@', 1) || '@' || string_agg(pg_temp.decode_label(label), '.' ORDER BY place)
  FROM unnest(string_to_array(split_part(address, '@', 2), '.')) WITH ORDINALITY AS labels(label, place)
$$;--> statement-breakpoint
UPDATE "users" SET "email" = pg_temp.normal_address("email") WHERE "email" LIKE '%@%xn--%';--> statement-breakpoint
UPDATE "account_requests" SET "email" = pg_temp.normal_address("email") WHERE "email" LIKE '%@%xn--%';--> statement-breakpoint
UPDATE "email_changes" SET "old_email" = pg_temp.normal_address("old_email") WHERE "old_email" LIKE '%@%xn--%';--> statement-breakpoint
UPDATE "email_changes" SET "new_email" = pg_temp.normal_address("new_email") WHERE "new_email" LIKE '%@%xn--%';--> statement-breakpoint
UPDATE "trusted_contacts" SET "email" = pg_temp.normal_address("email") WHERE "email" LIKE '%@%xn--%';
