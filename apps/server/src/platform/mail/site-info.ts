/** Where the product lives and who helps. */
export interface SiteInfo {
  publicUrl: string;
  supportEmail: string;
}
