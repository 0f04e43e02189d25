/** Long enough for every browser to have taken the bytes over. */
const revokeAfterMs = 60_000;

/** Saves bytes as a file of this name, as a download would. */
export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

/** Lets the browser download from an address of ours, with its own progress, breaks and goings-on. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
