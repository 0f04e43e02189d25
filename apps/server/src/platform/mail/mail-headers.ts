import { MailRefused, type OutgoingMail } from './mail-transport.ts';

const controlCharacters = /\p{Cc}/u;
const lineBreakingRuns = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Exactly one address: nothing that could be read as a second one, a name or a comment. */
const singleAddress = /^[^\s@<>()[\]",;:\\]+@[^\s@<>()[\]",;:\\]+$/u;
const messageId = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/;

/** The parts of a mail that become headers, with no way left to start a header of their own. */
export function safeHeaders(mail: OutgoingMail) {
  return {
    to: addressOnly(mail.to),
    replyTo: mail.reply_to === undefined ? undefined : addressOnly(mail.reply_to),
    returnPath: mail.return_path === undefined ? undefined : addressOnly(mail.return_path),
    subject: mail.subject.replace(lineBreakingRuns, ' ').trim(),
    messageId: `<${bareMessageId(mail.message_id)}>`,
    stopUrl: mail.stop_url === undefined ? undefined : pageAddress(mail.stop_url),
    language: Intl.getCanonicalLocales(mail.language)[0] ?? '',
  };
}

function addressOnly(value: string): string {
  if (controlCharacters.test(value) || !singleAddress.test(value)) {
    throw new MailRefused('not a single e-mail address', {
      permanent: true,
      isAddressUnknown: true,
    });
  }
  return value;
}

/** In a header it stands between < and >. */
function pageAddress(value: string): string {
  const { protocol, href } = new URL(value);
  if (!/^https?:$/.test(protocol) || /[<>\s,]/.test(href)) {
    throw new TypeError('The page on which mails are ended is at a web address');
  }
  return href;
}

function bareMessageId(value: string): string {
  const bare = value.replace(/^<(.*)>$/, '$1');
  if (!messageId.test(bare)) throw new TypeError('A Message-ID is written as id@domain');
  return bare;
}
