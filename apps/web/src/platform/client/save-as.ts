/** Long enough for every browser to have read the blob. */
const revokeAfterMs = 60_000;

/** Saves bytes as a file, like a download. */
export function saveAs(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}

/** Starts a download by the browser, which shows its progress and resumes it. */
export function saveFrom(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
