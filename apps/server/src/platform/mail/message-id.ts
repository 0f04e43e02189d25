import type { SiteInfo } from './site-info.ts';

/** Always the same for one mail, so that mail programs show a repetition once. */
export function messageIdOf({ publicUrl }: SiteInfo, kind: string, mailId: string): string {
  return `<${kind}.${mailId}@${new URL(publicUrl).hostname}>`;
}

/** What a mail is called whose id this is. */
export function mailKindOf(messageId: string): string {
  return /^<([\w-]+)\./.exec(messageId)?.[1] ?? 'unknown';
}
