declare module 'virtual:pdf-resources' {
  /** Base path of the fonts, character maps and decoders of the PDF reader, with a trailing slash. */
  export const pdfResources: string;
}
