import { zipEntryNames } from '../instructions/index.ts';

/** Paths have to fit into what Windows takes, with the folder that people unpack into. */
const folderCharacters = 60;

interface Foldered {
  title: string;
  file_names: readonly string[];
}

/** Where the files of each instruction lie: in a folder with its title, under their own names. */
export function archivePaths(instructions: readonly Foldered[]): string[][] {
  const folders = zipEntryNames(instructions.map(({ title }) => shortened(title)));
  return instructions.map(({ file_names }, place) =>
    zipEntryNames(file_names).map((name) => `files/${folders[place]}/${name}`),
  );
}

function shortened(title: string): string {
  const short = [...title.trim()].slice(0, folderCharacters).join('');
  return short.replace(/[. ]+$/, '');
}

/** A path as it stands in a link of the page. */
export function linkTo(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
