/** Where the product lives and who helps. */
export interface MailPlace {
  publicUrl: string;
  supportEmail: string;
}
