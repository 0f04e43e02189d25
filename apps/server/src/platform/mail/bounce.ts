/** What a far mail server reported about a mail that ours had taken. */
export interface Bounce {
  /** The id in the mail's Message-ID and return address. */
  mail_id: string;
  /** Whether the report says that the mail will not arrive at all. */
  permanent: boolean;
  /** Whether it says that there is no such address. */
  isAddressUnknown: boolean;
  /** Extended status such as 5.1.1, where the report has one. */
  status: string | null;
  /** What the far server said, who it was; may name the address. */
  reply: string;
  reported_at: Date;
}
