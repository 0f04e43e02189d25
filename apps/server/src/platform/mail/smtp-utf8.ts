import SMTPConnection from 'nodemailer/lib/smtp-connection';

const ascii = /^[\x21-\x7e]+$/;

/** Domains travel as `xn--…`; only what stands before the @ needs a mail server that can do more. */
export function needsSmtpUtf8(address: string): boolean {
  return !ascii.test(address.slice(0, address.lastIndexOf('@')));
}

/**
 * Whether a mail server announces SMTPUTF8 (RFC 6531). The library would send such an address in
 * any case, and what another server makes of the bytes is anybody's guess.
 */
export function announcesSmtpUtf8(options: SMTPConnection.Options): Promise<boolean> {
  const connection = new SMTPConnection(options);
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.connect((error) => {
      if (error) return reject(error);
      // Not in the library's types; a test notices if it goes.
      const { _supportedExtensions: extensions = [] } = connection as unknown as {
        _supportedExtensions?: string[];
      };
      connection.quit();
      resolve(extensions.includes('SMTPUTF8'));
    });
  });
}
