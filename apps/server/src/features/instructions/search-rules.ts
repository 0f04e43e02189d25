import type { InstructionView } from '@zavet/contract/instructions/instruction-schemas';

/** What of an instruction can be found. */
export function searchTexts(instruction: InstructionView): string[] {
  return [
    instruction.title,
    instruction.content,
    instruction.recipient_name ?? '',
    instruction.recipient_email ?? '',
    ...instruction.files.map(({ file_name }) => file_name),
  ];
}

/** Whether every word of the query stands somewhere in the texts, in any case, «ё» like «е». */
export function holdsWords(texts: readonly string[], query: string): boolean {
  const plainTexts = texts.map(plain);
  return plain(query)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => plainTexts.some((text) => text.includes(word)));
}

function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ё', 'е');
}
