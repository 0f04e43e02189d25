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
  /** Undefined for an invalid link. */
  find(ctx: Ctx, digest: string): Promise<Found | undefined>;
  /** Default: never. */
  expiresAt?(found: Found): Date | null;
  /** Must lock accounts first, to keep the lock order. */
  lock(ctx: Ctx, found: Found): Promise<unknown>;
  /** For single-use links: true for exactly one of several concurrent attempts. */
  consume?(ctx: Ctx, found: Found): Promise<boolean>;
}

export interface MailedLink<Ctx, Found> {
  /** Read-only, because mail programs prefetch links. */
  open(ctx: Ctx, token: string): Promise<Found>;
  /** Runs `decide` in a transaction, under the locks of the link. */
  act<Result>(ctx: Ctx, token: string, decide: (found: Found) => Promise<Result>): Promise<Result>;
}

/** A kind of link in mails. Its row stores the id and digest of `linkTokens.create`. */
export function mailedLink<Ctx extends LinkContext, Found>({
  find,
  expiresAt,
  lock,
  consume,
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
        if (!consume) return decide(await open(ctx, token));
        return (await consume(ctx, found)) ? decide(found) : fail('link_invalid');
      }),
  };
}

/** The fragment is not sent to servers, so it stays out of logs and referrers. */
export function linkWithSecret(
  publicUrl: string,
  path: string,
  secret: Record<string, string>,
): string {
  return `${linkTo(publicUrl, path)}#${new URLSearchParams(secret)}`;
}

export function linkTo(
  publicUrl: string,
  path: string,
  query: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams(query);
  const search = parameters.size > 0 ? `?${parameters}` : '';
  return `${publicUrl.replace(/\/+$/, '')}${path}${search}`;
}
