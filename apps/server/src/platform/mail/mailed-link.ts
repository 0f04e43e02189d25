import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { LinkTokens } from '../encryption/tokens.ts';
import { fail } from '../failure.ts';

interface LinkContext {
  database: Pick<Database, 'transaction'>;
  clock: Pick<Clock, 'now'>;
  linkTokens: Pick<LinkTokens, 'digestOf'>;
}

interface LinkDeclaration<Ctx, Found> {
  /** The row of the digest with what is decided by it; undefined where the link does not work. */
  find(ctx: Ctx, digest: string): Promise<Found | undefined>;
  /** Never, if not given. */
  expiresAt?(found: Found): Date | null;
  /** Accounts first, as everywhere. */
  lock(ctx: Ctx, found: Found): Promise<unknown>;
  /** Of a link that works once: true for one of any number of concurrent attempts. */
  spend?(ctx: Ctx, found: Found): Promise<boolean>;
}

export interface MailedLink<Ctx, Found> {
  /** Reads only: mail programs open links by themselves. */
  open(ctx: Ctx, token: string): Promise<Found>;
  /** For a button of the page: one transaction, under the locks of the link. */
  act<Result>(ctx: Ctx, token: string, decide: (found: Found) => Promise<Result>): Promise<Result>;
}

/**
 * A kind of link that mails carry. The row keeps the id and the digest that `linkTokens.create` gives;
 * every kind is refused with the same codes.
 */
export function mailedLink<Ctx extends LinkContext, Found>({
  find,
  expiresAt,
  lock,
  spend,
}: LinkDeclaration<Ctx, Found>): MailedLink<Ctx, Found> {
  async function open(ctx: Ctx, token: string): Promise<Found> {
    const found = await find(ctx, ctx.linkTokens.digestOf(token));
    if (!found) return fail('link_invalid');
    const end = expiresAt?.(found);
    return end && end <= ctx.clock.now() ? fail('link_expired') : found;
  }

  return {
    open,
    act: (ctx, token, decide) =>
      ctx.database.transaction(async () => {
        const found = await open(ctx, token);
        await lock(ctx, found);
        if (!spend) return decide(await open(ctx, token));
        return (await spend(ctx, found)) ? decide(found) : fail('link_invalid');
      }),
  };
}

/** What follows # reaches no server, no log and no referrer. */
export function linkWithSecret(
  publicUrl: string,
  path: string,
  secret: Record<string, string>,
): string {
  return `${linkTo(publicUrl, path)}#${new URLSearchParams(secret)}`;
}

/** The address of a page that a mail leads to. */
export function linkTo(
  publicUrl: string,
  path: string,
  query: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams(query);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `${publicUrl.replace(/\/+$/, '')}${path}${search}`;
}
