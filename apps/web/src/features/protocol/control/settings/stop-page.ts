/** Where the code on paper is entered, as it is read aloud and typed. */
export function stopPage(): string {
  return `${location.host}/stop`;
}
