/** RFC 4648, in small letters and without padding. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let kept = 0;
  let bits = 0;
  for (const byte of bytes) {
    kept = ((kept << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(kept >> bits) & 31];
    }
  }
  return bits > 0 ? text + alphabet[(kept << (5 - bits)) & 31] : text;
}

/** Undefined for what `toBase32` would not write like that. */
export function fromBase32(text: string): Buffer | undefined {
  const bytes: number[] = [];
  let kept = 0;
  let bits = 0;
  for (const letter of text) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return undefined;
    kept = ((kept << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((kept >> bits) & 255);
  }
  const read = Buffer.from(bytes);
  return toBase32(read) === text ? read : undefined;
}
