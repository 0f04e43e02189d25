import type { ReceivedMail } from './test-mailbox.ts';

/** A mail as it came over the line. */
export interface ArrivedMail extends ReceivedMail {
  to: string;
  header(name: string): string;
}

export function arrivedMail(to: string, source: string): ArrivedMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) =>
    head.match(new RegExp(`^${name}: (.*)$`, 'im'))?.[1]?.trim() ?? '';
  const text = plainPartOf(source);
  return {
    id: header('message-id'),
    to,
    subject: header('subject'),
    text,
    message_id: header('message-id'),
    header,
    tokenOf: (type) => {
      const link = text.match(/https?:\/\/\S+/g)?.find((url) => url.includes(`type=${type}`));
      const token = link && new URL(link).searchParams.get('token');
      if (!token) throw new Error(`no link with type=${type}`);
      return token;
    },
  };
}

function plainPartOf(source: string): string {
  const part = source
    .split(/\r\n--[^\r]+\r\n/)
    .find((one) => /^Content-Type: text\/plain/i.test(one));
  if (part === undefined) throw new Error('a mail without a text part');
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  if (!/encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
