ALTER TABLE "contact_invitations" ALTER COLUMN "code_digest" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "bound_user_id" uuid;--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD COLUMN "is_account_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_bound_user_id_users_id_fk" FOREIGN KEY ("bound_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trusted_contacts_bound_user_id_index" ON "trusted_contacts" USING btree ("bound_user_id");--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_bound_when_confirmed" CHECK (bound_user_id is null or (is_confirmed and bound_user_id <> user_id));--> statement-breakpoint
ALTER TABLE "trusted_contacts" ADD CONSTRAINT "trusted_contacts_gone_when_activated" CHECK (not is_account_gone or (status = 'activated' and bound_user_id is null));--> statement-breakpoint
-- Until now a contact was whoever had its verified address: that account stays the contact.
UPDATE trusted_contacts SET bound_user_id = users.id
FROM users
WHERE users.email = trusted_contacts.email AND users.email_verified
  AND users.id <> trusted_contacts.user_id
  AND trusted_contacts.status IN ('confirmed', 'activated');
--> statement-breakpoint
-- A contact that becomes confirmed is bound to the account that has its verified address. The lock
-- on the address makes a sign-up that is confirmed at the same moment wait, or wait for it: without
-- it neither would see the other.
CREATE FUNCTION bind_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.bound_user_id IS NOT NULL AND NEW.bound_user_id IS NULL AND NEW.status = OLD.status THEN
    -- The account was deleted. Who has not taken part in an activation has to be asked again.
    IF NEW.status = 'confirmed' THEN
      NEW.status := 'pending';
    ELSE
      NEW.is_account_gone := true;
    END IF;
  END IF;
  IF OLD.is_account_gone AND NEW.status <> 'activated' THEN
    -- Agreed with an account that is gone: nobody with the address agrees in its place.
    NEW.is_account_gone := false;
    IF NEW.status = 'confirmed' THEN
      NEW.status := 'pending';
    END IF;
  END IF;
  IF NEW.status NOT IN ('confirmed', 'activated') THEN
    NEW.bound_user_id := NULL;
  ELSIF NEW.bound_user_id IS NULL AND OLD.status NOT IN ('confirmed', 'activated') THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('contact-address:' || NEW.email, 0));
    SELECT id INTO NEW.bound_user_id FROM users
    WHERE email = NEW.email AND email_verified AND id <> NEW.user_id
    FOR KEY SHARE;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bind_contact BEFORE UPDATE OF status, bound_user_id ON trusted_contacts
FOR EACH ROW EXECUTE FUNCTION bind_contact();
--> statement-breakpoint
-- The other side of it: an account gets a verified address that confirmed contacts have. A contact
-- that is bound stays bound, whoever has its address later.
CREATE FUNCTION bind_contacts_of_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('contact-address:' || NEW.email, 0));
  UPDATE trusted_contacts SET bound_user_id = NEW.id
  WHERE email = NEW.email AND status IN ('confirmed', 'activated')
    AND bound_user_id IS NULL AND NOT is_account_gone AND user_id <> NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bind_contacts_of_account AFTER UPDATE OF email, email_verified ON users
FOR EACH ROW
WHEN (NEW.email_verified AND (NOT OLD.email_verified OR NEW.email <> OLD.email))
EXECUTE FUNCTION bind_contacts_of_account();
