declare module 'virtual:pdf-resources' {
  /** Where the fonts, character maps and decoders of the PDF reader are served, with a slash at the end. */
  export const pdfResources: string;
}
