import PostalMime from 'postal-mime';

/** A mail as it came over the line, read as a mail program reads it. */
export interface ArrivedMail {
  to: string;
  /** Where reports about it are to go. */
  sender: string;
  subject: string;
  text: string;
  message_id: string;
  /** Empty when there is no such header. */
  header(name: string): string;
}

export async function arrivedMail(to: string, source: string, sender = ''): Promise<ArrivedMail> {
  const { subject = '', text, messageId = '', headers } = await PostalMime.parse(source);
  if (text === undefined) throw new Error(`a mail without a text part: ${subject}`);
  return {
    to,
    sender,
    subject,
    text,
    message_id: messageId,
    header: (name) => headers.find(({ key }) => key === name.toLowerCase())?.value ?? '',
  };
}
