import { linkTo } from '../../../platform/mail/mailed-link.ts';

/** A recipient's personal link. What follows # never reaches a server or its logs. */
export function deliveryLink(publicUrl: string, token: string): string {
  return `${linkTo(publicUrl, '/delivery')}#${token}`;
}
