/** Where the code on paper is entered, as it is read aloud and typed. */
export function vetoPageAddress(): string {
  return `${location.host}/stop`;
}
