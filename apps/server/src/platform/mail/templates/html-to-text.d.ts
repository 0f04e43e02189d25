/** The package has no types. */
declare module 'html-to-text' {
  export function compile(options: {
    wordwrap: false;
    formatters: Record<string, unknown>;
    selectors: { selector: string; format?: string; options?: object }[];
  }): (html: string) => string;
}
